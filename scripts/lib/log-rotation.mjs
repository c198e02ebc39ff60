import fs from 'node:fs'
import { errorSentence } from './checkout.mjs'

const MAX_BYTES = 32 * 1024 * 1024
const KEEP = 4
const LOOK_MS = 10_000
const CHUNK_BYTES = 1024 * 1024

/**
 * Keeps logs small while their writers go on writing.
 *
 * @param {string[]} files
 * @param {{ maxBytes?: number, keep?: number, lookMs?: number }} [limits]
 * @returns {import('./shutdown.mjs').Stoppable}
 */
export function keepSmall(files, { lookMs = LOOK_MS, ...limits } = {}) {
  const look = () => {
    for (const file of files) rotateOrSay(file, limits)
  }
  look()
  const timer = setInterval(look, lookMs)
  const end = () => clearInterval(timer)
  return { stop: async () => end(), kill: end }
}

/**
 * Moves what a log holds to `<log>.1`, what that held to `<log>.2`, and so on, once it has grown beyond its size. Whoever writes must
 * have opened it for appending, and goes on in the same file, which is emptied: only what is written between the last look at its
 * length and the next system call, which empties it, is lost.
 *
 * @param {string} file
 * @param {{ maxBytes?: number, keep?: number }} [limits] `keep`: how many older ones stay
 * @returns {boolean} whether it did
 */
export function rotate(file, { maxBytes = MAX_BYTES, keep = KEEP } = {}) {
  if (fileSize(file) < maxBytes) return false
  // The oldest goes first: where the disk is full, it makes room.
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

/** Until its end, and then what has been added meanwhile, until nothing has. */
function copyAll(from, to) {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let copied = 0; ; ) {
    const read = fs.readSync(from, buffer, 0, CHUNK_BYTES, copied)
    if (read === 0) return
    for (let written = 0; written < read; ) written += fs.writeSync(to, buffer, written, read - written)
    copied += read
  }
}

let lastSaid = ''
function rotateOrSay(file, limits) {
  try {
    rotate(file, limits)
  } catch (error) {
    const sentence = `${file} could not be rotated: ${errorSentence(error).split('\n')[0]}\n`
    if (sentence !== lastSaid) process.stderr.write(sentence)
    lastSaid = sentence
  }
}

function fileSize(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
