import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { Refusal } from './checkout.mjs'

/*
 * A backup is one file: gzip over lines of JSON. The first is the header. Then, for each table, a line that names it and its columns,
 * and one line for each row. The last line says that nothing is missing.
 */

/** Raised when what earlier versions wrote is read differently. */
export const FORMAT = 1
const END = { end: 'of the backup' }

/**
 * Writes a backup so that it is there as a whole or not at all, and can be read by its owner alone: it holds the secrets.
 *
 * @param {string} file
 * @param {AsyncIterable<object>} lines
 * @throws {Refusal} for a file that exists already, or cannot be written
 */
export async function writeBackup(file, lines) {
  if (fs.existsSync(file)) throw new Refusal(`${file} exists already. Name a new file.`)
  const part = `${file}.part`
  try {
    await pipeline(toText(lines), zlib.createGzip(), fs.createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    fs.renameSync(part, file)
  } catch (error) {
    if (error.code === 'EEXIST')
      throw new Refusal(`${part} exists already: another backup is being made, or was broken off.`)
    fs.rmSync(part, { force: true })
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EROFS', 'ENOSPC'].includes(error.code))
      throw new Refusal(`${file} cannot be written: ${error.message}.`, { cause: error })
    throw error
  }
}

async function* toText(lines) {
  let text = ''
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  yield `${text}${JSON.stringify(END)}\n`
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, any>>} the header
 * @throws {Refusal} for a file that is no backup
 */
export async function readHeader(file) {
  for await (const line of readBackup(file)) return line
  throw notABackup(file)
}

/**
 * The lines of a backup, the header first.
 *
 * @param {string} file
 * @returns {AsyncGenerator<Record<string, any>>}
 * @throws {Refusal} for a file that is no backup, or only a part of one: at its end
 */
export async function* readBackup(file) {
  let isFirst = true
  try {
    for await (const line of readLines(file)) {
      const value = parse(line)
      if (isFirst && value?.format === undefined) throw notABackup(file)
      if (isFirst && value.format !== FORMAT)
        throw new Refusal(`${file} was written by another version (format ${value.format}). Restore it with that one.`)
      if (value?.end === END.end) return
      if (value === null) break
      isFirst = false
      yield value
    }
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(error.code))
      throw new Refusal(`${file} cannot be read: ${error.message}.`, { cause: error })
    if (!String(error.code).startsWith('Z_')) throw error
  }
  throw isFirst ? notABackup(file) : new Refusal(`${file} is not complete: its end is missing.`)
}

async function* readLines(file) {
  const bytes = fs.createReadStream(file)
  const text = bytes.on('error', (error) => text.destroy(error)).pipe(zlib.createGunzip())
  text.setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    bytes.destroy()
  }
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null // cut short: there is no end either
  }
}

function notABackup(file) {
  return new Refusal(`${file} is no backup of this service.`)
}
