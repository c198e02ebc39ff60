import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'
import { captureNode } from './children.mjs'
import { withLock } from './process-lock.mjs'

const SCHEMA = path.join(ROOT, 'prisma/schema.prisma')
const STAMP = path.join(ROOT, 'prisma/generated/.stamp')
/** It takes seconds; one that hangs must not hold up the start for long. */
const TIMEOUT_MS = 60_000

/**
 * Generates the Prisma client unless it is the one of the current schema.
 *
 * Prisma's command wants a schema engine even where it has no work for it, and downloads one that is absent. An executable that is
 * never asked anything stands in for it, so that nothing is downloaded that no lock file vouches for.
 *
 * @throws {Refusal} when the schema is wrong
 */
export async function generateClient() {
  if (isCurrent()) return
  await withLock(path.join(ROOT, 'node_modules/.generate.lock'), async () => {
    if (isCurrent()) return // by the one who held the lock
    const outcome = await prismaGenerate()
    if (outcome.code !== 0) throw new Refusal(`The Prisma client could not be generated:\n${outcome.everything.trim()}`)
    fs.writeFileSync(STAMP, fingerprint())
  })
}

function isCurrent() {
  return fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === fingerprint()
}

function fingerprint() {
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'node_modules/prisma/package.json'), 'utf8'))
  return crypto.createHash('sha256').update(version).update(fs.readFileSync(SCHEMA)).digest('hex')
}

function prismaGenerate() {
  const prisma = path.join(ROOT, 'node_modules/prisma/build/index.js')
  const env = {
    ...process.env,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  }
  const config = ['--config', path.join(ROOT, 'prisma.config.ts')]
  return captureNode([prisma, 'generate', '--no-hints', ...config], env, TIMEOUT_MS)
}
