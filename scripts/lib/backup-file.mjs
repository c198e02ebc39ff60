import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { getErrorCode, getErrorMessage, OperatorError } from './operator-error.mjs'

/*
 * Format of a backup: gzipped lines of JSON. The first line is the header. For each table follow a line with its name and columns, and one
 * line for each row. The last line marks the end, so that a truncated file is detected.
 */

/**
 * @typedef {object} BackupHeader
 * @property {number} format
 * @property {string} version of the service
 * @property {string} createdAt ISO 8601
 * @property {string[]} migrations
 * @property {{ appSecret: string | undefined, appSecretsAccepted: string[], nextAuthSecret: string | undefined }} secrets
 */
/** @typedef {import('./database-dump.mjs').DumpLine} DumpLine */

/** To be raised when files of earlier versions are read differently. */
export const BACKUP_FORMAT_VERSION = 1
const END = { end: 'of the backup' }

/**
 * Writes a backup atomically, readable only by its owner because it contains the secrets.
 *
 * @param {string} file
 * @param {AsyncIterable<object>} lines
 * @throws {OperatorError} for a file that exists already, or cannot be written
 */
export async function writeBackup(file, lines) {
  if (fs.existsSync(file)) throw new OperatorError(`${file} exists already. Name a new file.`)
  const part = `${file}.part`
  try {
    await pipeline(toText(lines), zlib.createGzip(), fs.createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    fs.renameSync(part, file)
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST')
      throw new OperatorError(`${part} exists already: another backup is being made, or was broken off.`)
    fs.rmSync(part, { force: true })
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EROFS', 'ENOSPC'].includes(getErrorCode(error)))
      throw new OperatorError(`${file} cannot be written: ${getErrorMessage(error)}.`, { cause: error })
    throw error
  }
}

/** @param {AsyncIterable<object>} lines */
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
 * @returns {Promise<BackupHeader>}
 * @throws {OperatorError} for a file that is not a backup
 */
export async function readBackupHeader(file) {
  for await (const line of readBackup(file)) return /** @type {BackupHeader} */ (line)
  throw notABackup(file)
}

/**
 * The lines of a backup, the header first.
 *
 * @param {string} file
 * @returns {AsyncGenerator<BackupHeader | DumpLine>}
 * @throws {OperatorError} for a file that is not a backup; at the end for a truncated one
 */
export async function* readBackup(file) {
  let isFirst = true
  try {
    for await (const line of readLines(file)) {
      const value = parse(line)
      if (isFirst && value?.format === undefined) throw notABackup(file)
      if (isFirst && value.format !== BACKUP_FORMAT_VERSION)
        throw new OperatorError(
          `${file} was written by another version (format ${value.format}). Restore it with that one.`,
        )
      if (value?.end === END.end) return
      if (value === null) break
      isFirst = false
      yield value
    }
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EISDIR'].includes(getErrorCode(error)))
      throw new OperatorError(`${file} cannot be read: ${getErrorMessage(error)}.`, { cause: error })
    if (!getErrorCode(error).startsWith('Z_')) throw error
  }
  throw isFirst ? notABackup(file) : new OperatorError(`${file} is not complete: its end is missing.`)
}

/**
 * @param {string} file
 * @returns {AsyncGenerator<string>}
 */
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

/** @param {string} line */
function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null // a truncated line
  }
}

/** @param {string} file */
function notABackup(file) {
  return new OperatorError(`${file} is no backup of this service.`)
}
