import fs from 'node:fs'
import { formatError } from './operator-error.mjs'

const MAX_BYTES = 32 * 1024 * 1024
const KEEP = 4
const CHECK_EVERY_MS = 10_000
const CHUNK_BYTES = 1024 * 1024

/**
 * Rotates logs periodically while they are being written.
 *
 * @param {string[]} files
 * @param {{ maxBytes?: number, keep?: number, checkEveryMs?: number }} [limits]
 * @returns {import('./shutdown.mjs').Stoppable}
 */
export function rotatePeriodically(files, { checkEveryMs = CHECK_EVERY_MS, ...limits } = {}) {
  const check = () => {
    for (const file of files) rotateOrReport(file, limits)
  }
  check()
  const timer = setInterval(check, checkEveryMs)
  const end = () => clearInterval(timer)
  return { stop: async () => end(), kill: end }
}

/**
 * Copies a log that exceeds its size to `<log>.1`, after renaming older copies, and truncates it. Its writers must append; lines written
 * between the last read and the truncation are lost.
 *
 * @param {string} file
 * @param {{ maxBytes?: number, keep?: number }} [limits] `keep`: number of older copies
 * @returns {boolean} whether it was rotated
 */
export function rotateLog(file, { maxBytes = MAX_BYTES, keep = KEEP } = {}) {
  if (fileSize(file) < maxBytes) return false
  // Deletes the oldest first: that frees space on a full disk.
  fs.rmSync(`${file}.${keep}`, { force: true })
  for (let n = keep - 1; n >= 1; n -= 1)
    if (fs.existsSync(`${file}.${n}`)) fs.renameSync(`${file}.${n}`, `${file}.${n + 1}`)
  const fresh = `${file}.new`
  fs.rmSync(fresh, { force: true })
  const from = fs.openSync(file, 'r+')
  const to = fs.openSync(fresh, 'wx', 0o600)
  try {
    copyAll(from, to)
    fs.ftruncateSync(from)
  } finally {
    fs.closeSync(from)
    fs.closeSync(to)
  }
  fs.renameSync(fresh, `${file}.1`)
  return true
}

/**
 * Copies until the end, lines added during the copy included.
 *
 * @param {number} from file descriptor
 * @param {number} to file descriptor
 */
function copyAll(from, to) {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let copied = 0; ; ) {
    const read = fs.readSync(from, buffer, 0, CHUNK_BYTES, copied)
    if (read === 0) return
    for (let written = 0; written < read; ) written += fs.writeSync(to, buffer, written, read - written)
    copied += read
  }
}

let lastMessage = ''
/**
 * @param {string} file
 * @param {{ maxBytes?: number, keep?: number }} limits
 */
function rotateOrReport(file, limits) {
  try {
    rotateLog(file, limits)
  } catch (error) {
    const sentence = `${file} could not be rotated: ${formatError(error).split('\n')[0]}\n`
    if (sentence !== lastMessage) process.stderr.write(sentence)
    lastMessage = sentence
  }
}

/** @param {string} file */
function fileSize(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
