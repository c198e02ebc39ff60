import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildIfStale, hashSources, writeBuildStamp } from './build.mjs'
import { ROOT } from './operator-error.mjs'
import { tryLock } from './process-lock.mjs'

const NAME = '.next-build-test'
const env = { NEXT_DIST_DIR: NAME }
const folder = path.join(ROOT, NAME)

beforeEach(() => void fs.mkdirSync(folder, { recursive: true }))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

it('a start with a current build takes no lock, because node_modules may be read-only', async () => {
  writeBuildStamp(folder, hashSources(env))
  const messages: string[] = []
  // Held by a running process: acquiring it would take minutes.
  const { release } = tryLock(path.join(ROOT, `node_modules/.build${NAME}.lock`))
  try {
    await buildIfStale(env, (sentence) => void messages.push(sentence))
    expect(messages).toEqual([])
  } finally {
    release?.()
  }
})
