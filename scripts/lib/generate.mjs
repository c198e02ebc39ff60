import { spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'

const SCHEMA = path.join(ROOT, 'prisma/schema.prisma')
const STAMP = path.join(ROOT, 'prisma/generated/.stamp')

/**
 * Generates the Prisma client unless it is the one of the current schema.
 *
 * Prisma's command wants a schema engine even where it has no work for it, and downloads one that is absent. Where that fails
 * for want of a network, an executable that is never asked anything stands in for it; a connected machine never notices.
 *
 * @throws {Refusal} when the schema is wrong
 */
export function generateClient() {
  const current = fingerprint()
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === current) return
  let outcome = prismaGenerate({})
  if (outcome.status !== 0 && isEngineMissing(outcome.output))
    outcome = prismaGenerate({ PRISMA_SCHEMA_ENGINE_BINARY: process.execPath })
  if (outcome.status !== 0) throw new Refusal(`The Prisma client could not be generated:\n${outcome.output.trim()}`)
  fs.writeFileSync(STAMP, current)
}

function fingerprint() {
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'node_modules/prisma/package.json'), 'utf8'))
  return crypto.createHash('sha256').update(version).update(fs.readFileSync(SCHEMA)).digest('hex')
}

function prismaGenerate(extra) {
  const child = spawnSync(
    process.execPath,
    [path.join(ROOT, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
    {
      cwd: ROOT,
      env: { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1', ...extra },
      encoding: 'utf8',
      // A network that swallows packets instead of refusing them must not hold up the start for minutes.
      timeout: 60_000,
    },
  )
  return {
    status: child.status,
    output: `${child.stdout}${child.stderr}${child.error ? 'timed out: schema-engine' : ''}`,
  }
}

/** The download names the file that it wanted. */
function isEngineMissing(output) {
  return /schema-engine/.test(output) && process.env.PRISMA_SCHEMA_ENGINE_BINARY === undefined
}
