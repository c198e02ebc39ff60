import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildIfStale, sourcesHash, writeStamp } from './build.mjs'
import { ROOT } from './checkout.mjs'
import { tryLock } from './process-lock.mjs'

const NAME = '.next-build-test'
const env = { NEXT_DIST_DIR: NAME }
const folder = path.join(ROOT, NAME)

beforeEach(() => void fs.mkdirSync(folder, { recursive: true }))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

it('a start on a current build takes no lock, since it may not be able to write in the checkout', async () => {
  writeStamp(folder, sourcesHash(env))
  const said: string[] = []
  // Taken by a process that runs: whoever wants it waits for minutes.
  const { release } = tryLock(path.join(ROOT, `node_modules/.build${NAME}.lock`))
  try {
    await buildIfStale(env, (sentence) => void said.push(sentence))
    expect(said).toEqual([])
  } finally {
    release?.()
  }
})
