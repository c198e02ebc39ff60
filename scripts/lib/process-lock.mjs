import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorCode, OperatorError } from './operator-error.mjs'
import { identifyProcess, isRunning } from './running-processes.mjs'

/** @typedef {import('./running-processes.mjs').ProcessRecord & { address?: string }} LockHolder */

/**
 * Acquires a lock file that is valid only while the process named in it runs.
 *
 * @param {string} file
 * @param {{ address?: string }} [note] added to the `heldBy` that other processes get
 * @returns {{ release: () => void, heldBy: null } | { release: null, heldBy: LockHolder }}
 */
export function tryLock(file, note = {}) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const ownFile = `${file}.${process.pid}`
  fs.writeFileSync(ownFile, JSON.stringify({ ...note, ...identifyProcess(process.pid) }), { mode: 0o600 })
  try {
    for (;;) {
      // A hard link appears with its whole content: no process reads a partial lock.
      if (link(ownFile, file)) return { release: () => fs.rmSync(file, { force: true }), heldBy: null }
      const text = readOrNull(file)
      if (text === null) continue
      /** @type {LockHolder} */
      const holder = JSON.parse(text)
      if (isRunning(holder)) return { release: null, heldBy: holder }
      breakLock(file, text)
    }
  } finally {
    fs.rmSync(ownFile, { force: true })
  }
}

/**
 * Runs `body` with the lock, waiting until it is free.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} body
 * @param {number} [timeoutMs]
 * @returns {Promise<T>}
 * @throws {OperatorError} when the lock is not free after `timeoutMs`
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
    if (Date.now() > until) throw new OperatorError(`Process ${heldBy.pid} still holds ${file}. Stop it and try again.`)
    await sleep(50)
  }
}

/**
 * Removes the lock of a dead process. Of two processes that do so at once, the second must not remove the first one's new lock.
 *
 * @param {string} file
 * @param {string} expected content of the lock to remove
 */
function breakLock(file, expected) {
  const aside = `${file}.broken.${process.pid}`
  try {
    fs.renameSync(file, aside)
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return
    throw error
  }
  if (readOrNull(aside) !== expected) link(aside, file)
  fs.rmSync(aside, { force: true })
}

/**
 * @param {string} from
 * @param {string} to
 */
function link(from, to) {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
function readOrNull(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw error
  }
}
