import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'

/*
 * Verifies the import rules of the linter, since a misconfigured rule would silently pass. Each line violates a boundary and must be
 * reported in a temporary checkout; allowed imports must pass.
 */
const ROOT = path.resolve(import.meta.dirname, '../..')

const FORBIDDEN = [
  ['components/a/b.tsx', '@/server/contacts/contacts'],
  ['components/a/b.tsx', '@/server/contacts/schema'],
  ['components/a/b.tsx', '@/server/db'],
  ['components/a/b.tsx', '@/inngest/client'],
  ['components/a/b.tsx', '@/app/page'],
  ['server/contacts/a.ts', '../api/routers/trpc'],
  ['server/webhooks/delivery/a.ts', '../../api/routers/trpc'],
  ['server/contacts/a.ts', 'next/headers'],
  ['server/contacts/a.ts', '@trpc/server'],
  ['server/contacts/a.ts', '@/inngest/client'],
  ['server/jobs/a.ts', '@/inngest/signals'],
  ['server/jobs/signal-jobs.ts', '@/inngest/functions'],
  ['server/contacts/schema.ts', '../db'],
  ['server/contacts/contact-name.ts', 'zod'],
  ['server/contacts/contact-name.ts', './schema'],
  ['server/contacts/contact-name.ts', '../db'],
  ['server/contacts/schema.ts', 'pg'],
  ['server/contacts/schema.ts', '../messages/message-catalogue'],
  ['server/outbound/target-url.ts', '../messages/message-catalogue'],
  ['server/contacts/a.ts', '../pool'],
  ['server/webhooks/delivery/a.ts', '../../pool'],
  ['server/contacts/a.ts', 'pg'],
  ['server/a.ts', './pool'],
  ['server/a.ts', './transaction'],
  ['server/contacts/a.ts', '../transaction'],
  ['server/webhooks/delivery/a.ts', '../../transaction'],
  ['server/outbound/a.ts', '../webhooks/delivery/claimed-attempt'],
  ['server/outbound/a.ts', '../contacts/contacts'],
  ['server/unit-of-work.ts', './contacts/contacts'],
  ['server/unit-of-work.ts', './webhooks/delivery/queries'],
  ['server/jobs/a.ts', '../sequences/sequences'],
  ['server/webhooks/delivery/a.ts', '../dashboard/resend'],
  ['server/webhooks/subscriptions/a.ts', '../dashboard/resend'],
  ['server/api/a.ts', '../db'],
  ['server/api/routers/a.ts', '../../db'],
  ['server/api/rest/openapi/a.ts', '../../../db'],
  ['server/api/session/a.ts', '@/server/db'],
  ['server/api/a.ts', '../pool'],
  ['server/api/pages/account/a.ts', '../../../pool'],
  ['server/api/a.ts', '@/prisma/generated/client'],
  ['inngest/a.ts', '@/server/api/rest/rest'],
  ['inngest/a.ts', '@/server/db'],
  ['app/a/page.tsx', '@/server/contacts/contacts'],
  ['app/a/page.tsx', '@/server/db'],
  ['app/a/page.tsx', '@/inngest/signals'],
] as const

const ALLOWED = [
  ['components/a/b.tsx', '@/server/contacts/contact-name'],
  ['components/a/b.tsx', '@/server/api/rest/openapi/constants'],
  ['components/a/b.tsx', '@/server/messages/message-catalogue'],
  ['server/contacts/a.ts', '../unit-of-work'],
  ['server/contacts/a.ts', '../db'],
  ['server/outbound/a.ts', '../env'],
  ['server/unit-of-work.ts', './webhooks/schema'],
  ['server/webhooks/dashboard/a.ts', '../delivery/signature'],
  ['server/webhooks/delivery/a.ts', '../../outbound/safe-request'],
  ['server/db.ts', './pool'],
  ['server/jobs/registry.ts', '../sequences/sequences'],
  ['server/jobs/signal-jobs.ts', '@/inngest/signals'],
  ['server/db.ts', './transaction'],
  ['server/transaction.ts', './pool'],
  ['server/unit-of-work.ts', './transaction'],
  ['server/contacts/schema.ts', '../validation/schema'],
  ['server/contacts/schema.ts', './constants'],
  ['server/contacts/contact-name.ts', '../validation/languages'],
  ['server/contacts/contact-name.ts', '../messages/localizable-message'],
  ['server/contacts/schema.ts', '../messages/localizable-message'],
  ['server/outbound/target-url.ts', '../messages/localizable-message'],
  ['server/api/routers/a.ts', '../../contacts/contacts'],
  ['inngest/a.ts', '@/server/webhooks/delivery/delivery-queue'],
  ['app/a/page.tsx', '@/server/api/session/page-caller'],
  ['app/a/route.ts', '@/inngest/functions'],
] as const

let reported: ReadonlySet<string>

beforeAll(() => {
  const checkout = mkdtempSync(path.join(tmpdir(), 'import-rules-'))
  try {
    reported = lint(checkout, linesByFile([...FORBIDDEN, ...ALLOWED]))
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
})

const importLabel = (file: string, source: string) => `${file} imports ${source}`

function linesByFile(lines: readonly (readonly [file: string, source: string])[]): Map<string, string[]> {
  const sources = new Map<string, string[]>()
  for (const [file, source] of lines) sources.set(file, [...(sources.get(file) ?? []), source])
  return sources
}

type Diagnostic = { code: string; filename: string; labels: { span: { line: number } }[] }

function lint(checkout: string, sources: ReadonlyMap<string, string[]>): ReadonlySet<string> {
  copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(checkout, '.oxlintrc.json'))
  for (const [file, imported] of sources) {
    mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true })
    const lines = imported.map((source, at) => `import { x as x${at} } from '${source}'`)
    const used = `export const all = [${imported.map((_, at) => `x${at}`).join(', ')}]`
    writeFileSync(path.join(checkout, file), `${[...lines, '', used].join('\n')}\n`)
  }
  const { diagnostics, number_of_files: lintedFiles } = runOxlint(checkout)
  if (lintedFiles !== sources.size) throw new Error(`the linter looked at ${lintedFiles} of ${sources.size} files`)
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes('no-restricted-imports'))
      .map(({ filename, labels }) =>
        importLabel(filename, sources.get(filename)?.[(labels[0]?.span.line ?? 0) - 1] ?? ''),
      ),
  )
}

function runOxlint(checkout: string): { diagnostics: Diagnostic[]; number_of_files: number } {
  const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/oxlint'), ['--format', 'json', '.'], {
    cwd: checkout,
    encoding: 'utf8',
  })
  return JSON.parse(stdout)
}

it('reports two files that import types from each other', () => {
  const checkout = mkdtempSync(path.join(tmpdir(), 'import-cycle-'))
  try {
    copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(checkout, '.oxlintrc.json'))
    writeFileSync(path.join(checkout, 'a.ts'), `import type { B } from './b'\n\nexport type A = { b: B }\n`)
    writeFileSync(path.join(checkout, 'b.ts'), `import type { A } from './a'\n\nexport type B = { a: A | null }\n`)
    const { diagnostics } = runOxlint(checkout)
    expect(diagnostics.map(({ code }) => code)).toContain('import(no-cycle)')
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
})

it.each(FORBIDDEN)('%s may not import %s', (file, source) => {
  expect(reported).toContain(importLabel(file, source))
})

it.each(ALLOWED)('%s may import %s', (file, source) => {
  expect(reported).not.toContain(importLabel(file, source))
})
