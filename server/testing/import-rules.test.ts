import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/*
 * A boundary check that looks at nothing also passes. Each line here is a breach of who may import whom, linted with
 * the project's own rules in a checkout of its own; each must be caught, and what is allowed must pass.
 */
const ROOT = path.resolve(import.meta.dirname, '../..')
let checkout: string

beforeAll(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'import-rules-'))
  copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(checkout, '.oxlintrc.json'))
})

afterAll(() => rmSync(checkout, { recursive: true, force: true }))

function isCaught(file: string, source: string): boolean {
  const target = path.join(checkout, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, `import { x } from '${source}'\n\nexport const y = x\n`)
  const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/oxlint'), ['--format', 'json', file], {
    cwd: checkout,
    encoding: 'utf8',
  })
  rmSync(target)
  return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.some(({ code }) =>
    code.includes('no-restricted-imports'),
  )
}

it.each([
  ['components/a/b.tsx', '@/server/contacts/contacts'],
  ['components/a/b.tsx', '@/server/contacts/schema'],
  ['components/a/b.tsx', '@/server/db'],
  ['components/a/b.tsx', '@/inngest/client'],
  ['components/a/b.tsx', '@/app/page'],
  ['server/contacts/a.ts', '../api/trpc'],
  ['server/webhooks/delivering/a.ts', '../../api/trpc'],
  ['server/contacts/a.ts', 'next/headers'],
  ['server/contacts/a.ts', '@trpc/server'],
  ['server/contacts/a.ts', '@/inngest/deliver-webhooks'],
  ['server/contacts/schema.ts', '../db'],
  ['server/contacts/vocabulary.ts', 'zod'],
  ['server/contacts/vocabulary.ts', './schema'],
  ['server/contacts/vocabulary.ts', '../db'],
  ['server/contacts/schema.ts', 'pg'],
  ['server/contacts/schema.ts', '../messages/messages'],
  ['server/outbound/target-url.ts', '../messages/messages'],
  ['server/contacts/a.ts', '../pool'],
  ['server/webhooks/delivering/a.ts', '../../pool'],
  ['server/contacts/a.ts', 'pg'],
  ['server/a.ts', './pool'],
  ['server/outbound/a.ts', '../webhooks/delivering/claim'],
  ['server/outbound/a.ts', '../contacts/contacts'],
  ['server/unit-of-work.ts', './contacts/contacts'],
  ['server/unit-of-work.ts', './webhooks/delivering/claim'],
  ['server/jobs/a.ts', '../sequences/sequences'],
  ['server/webhooks/delivering/a.ts', '../console/resend'],
  ['server/webhooks/subscriptions/a.ts', '../console/resend'],
  ['server/api/a.ts', '../db'],
  ['server/api/openapi/a.ts', '../../db'],
  ['server/api/a.ts', '../pool'],
  ['server/api/a.ts', '@/prisma/generated/client'],
  ['inngest/a.ts', '@/server/api/rest'],
  ['inngest/a.ts', '@/server/db'],
  ['app/a/page.tsx', '@/server/contacts/contacts'],
  ['app/a/page.tsx', '@/server/db'],
  ['app/a/page.tsx', '@/inngest/deliver-webhooks'],
])('%s may not import %s', (file, source) => {
  expect(isCaught(file, source)).toBe(true)
})

it.each([
  ['components/a/b.tsx', '@/server/contacts/vocabulary'],
  ['components/a/b.tsx', '@/server/messages/messages'],
  ['server/contacts/a.ts', '../unit-of-work'],
  ['server/contacts/a.ts', '../db'],
  ['server/outbound/a.ts', '../env'],
  ['server/unit-of-work.ts', './webhooks/schema'],
  ['server/webhooks/console/a.ts', '../delivering/request-headers'],
  ['server/webhooks/delivering/a.ts', '../../outbound/dial'],
  ['server/db.ts', './pool'],
  ['server/contacts/a.ts', '@/inngest/client'],
  ['server/contacts/schema.ts', '../fields/schema'],
  ['server/contacts/schema.ts', './vocabulary'],
  ['server/contacts/vocabulary.ts', '../fields/vocabulary'],
  ['server/contacts/vocabulary.ts', '../messages/sentence'],
  ['server/contacts/schema.ts', '../messages/sentence'],
  ['server/outbound/target-url.ts', '../messages/sentence'],
  ['server/api/a.ts', '../contacts/contacts'],
  ['inngest/a.ts', '@/server/webhooks/delivering/delivery-queue'],
  ['app/a/page.tsx', '@/server/api/caller'],
  ['app/a/route.ts', '@/inngest/functions'],
])('%s may import %s', (file, source) => {
  expect(isCaught(file, source)).toBe(false)
})
