import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from './checkout.mjs'
import { isRunning, remember } from './processes.mjs'

/**
 * Takes a lock that its holder's death frees by itself, because it names the holder.
 *
 * @param {string} file
 * @param {object} [note] kept in the lock for whoever finds it taken
 * @returns {{ release: () => void, heldBy: null } | { release: null, heldBy: Record<string, any> }}
 */
export function tryLock(file, note = {}) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const mine = `${file}.${process.pid}`
  fs.writeFileSync(mine, JSON.stringify({ ...note, ...remember(process.pid) }), { mode: 0o600 })
  try {
    for (;;) {
      // A link appears with its content or not at all: nobody ever reads a lock that is half written.
      if (link(mine, file)) return { release: () => fs.rmSync(file, { force: true }), heldBy: null }
      const text = readOrNull(file)
      if (text === null) continue
      const holder = JSON.parse(text)
      if (isRunning(holder)) return { release: null, heldBy: holder }
      breakLock(file, text)
    }
  } finally {
    fs.rmSync(mine, { force: true })
  }
}

/**
 * Runs `body` while holding the lock, waiting for others who hold it.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} body
 * @param {number} [timeoutMs]
 * @returns {Promise<T>}
 * @throws {Refusal} when the lock is still taken after `timeoutMs`
 */
export async function withLock(file, body, timeoutMs = 120_000) {
  const until = Date.now() + timeoutMs
  for (;;) {
    const { release, heldBy } = tryLock(file)
    if (release) {
      try {
        return await body()
      } finally {
        release()
      }
    }
    if (Date.now() > until) throw new Refusal(`Process ${heldBy.pid} still holds ${file}. Stop it and try again.`)
    await sleep(50)
  }
}

/** Two who find the same dead holder must not both take its lock away: the second would take away the first one's new lock. */
function breakLock(file, expected) {
  const aside = `${file}.broken.${process.pid}`
  try {
    fs.renameSync(file, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (readOrNull(aside) !== expected) link(aside, file)
  fs.rmSync(aside, { force: true })
}

function link(from, to) {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function readOrNull(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
