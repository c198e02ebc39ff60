import fs from 'node:fs'
import path from 'node:path'
import { getErrorCode, getErrorMessage, OperatorError } from './operator-error.mjs'

const FOLDER_ACCESS_OF_OTHERS = 0o067
const FILE_ACCESS_OF_OTHERS = 0o077
const STICKY = 0o1000
/** Files that earlier versions created with access for all users. */
const FILES = /^(service\.log|postgres\.log|demo\.json|secrets\.json|web-server\.json|postgres-port)(\.\d+)?$/

/**
 * Creates the data folder, or removes other users' access to an existing one: it holds all secrets and data. Its group may pass through,
 * for a PostgreSQL that runs as another user.
 *
 * @param {string} folder
 * @throws {OperatorError} for a folder that is shared, cannot be created, or is not writable
 */
export function ensurePrivateDataFolder(folder) {
  try {
    makeFolder(folder)
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR is ${folder}, which cannot be used: ${getErrorMessage(error)}. Set DATA_DIR to a folder that the user of the service may write.`,
      { cause: error },
    )
  }
  const { mode } = fs.statSync(folder)
  if (folder === path.parse(folder).root || mode & STICKY)
    throw new OperatorError(
      `DATA_DIR is ${folder}, which is used for other things too. Choose a folder just for the service.`,
    )
  if (process.platform === 'win32') return
  if (mode & FOLDER_ACCESS_OF_OTHERS) restrictAccess(folder, 0o700)
  for (const name of fs.readdirSync(folder).filter((entry) => FILES.test(entry))) {
    const file = path.join(folder, name)
    const stat = fs.lstatSync(file)
    if (stat.isFile() && stat.mode & FILE_ACCESS_OF_OTHERS) restrictAccess(file, 0o600)
  }
}

/**
 * Node's `recursive` never returns if a folder cannot be created, as in /proc.
 *
 * @param {string} folder
 */
function makeFolder(folder) {
  const stat = fs.statSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return
  if (stat) throw new Error(`${folder} is a file`)
  if (fs.lstatSync(folder, { throwIfNoEntry: false }))
    throw new Error(`${folder} is a link to a folder that is not there`)
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Created by a concurrent start.
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}

/**
 * @param {string} file
 * @param {number} mode
 */
function restrictAccess(file, mode) {
  try {
    fs.chmodSync(file, mode)
  } catch (error) {
    if (getErrorCode(error) !== 'EPERM') throw error
    process.stderr.write(`${file} belongs to another user, and others may read it: take their rights away.\n`)
  }
}
