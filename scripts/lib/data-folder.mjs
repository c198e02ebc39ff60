import fs from 'node:fs'
import path from 'node:path'
import { Refusal } from './checkout.mjs'

const OTHERS = 0o067
const OTHERS_ON_FILES = 0o077
const STICKY = 0o1000
/** What earlier versions made readable for everybody. */
const FILES = /^(service\.log|postgres\.log|demo\.json|secrets\.json|web-server\.json|postgres-port)(\.\d+)?$/

/**
 * Makes the data folder, or takes others' rights from one that is there: it holds every secret and everybody's data. The database's
 * own user may pass through it, where PostgreSQL runs as another one.
 *
 * @param {string} folder
 * @throws {Refusal} for a folder that is everybody's, that cannot be made, or that this user cannot write
 */
export function openDataFolder(folder) {
  try {
    makeFolder(folder)
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new Refusal(
      `DATA_DIR is ${folder}, which cannot be used: ${error.message}. Set DATA_DIR to a folder that the user of the service may write.`,
      { cause: error },
    )
  }
  const { mode } = fs.statSync(folder)
  if (folder === path.parse(folder).root || mode & STICKY)
    throw new Refusal(
      `DATA_DIR is ${folder}, which is used for other things too. Choose a folder just for the service.`,
    )
  if (process.platform === 'win32') return
  if (mode & OTHERS) close(folder, 0o700)
  for (const name of fs.readdirSync(folder).filter((entry) => FILES.test(entry))) {
    const file = path.join(folder, name)
    const found = fs.lstatSync(file)
    if (found.isFile() && found.mode & OTHERS_ON_FILES) close(file, 0o600)
  }
}

/** One folder at a time: Node's `recursive` never ends where a folder cannot be made, as in /proc. */
function makeFolder(folder) {
  const found = fs.statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw new Error(`${folder} is a file`)
  if (fs.lstatSync(folder, { throwIfNoEntry: false }))
    throw new Error(`${folder} is a link to a folder that is not there`)
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // By another start at the same moment.
    if (error.code !== 'EEXIST') throw error
  }
}

function close(file, mode) {
  try {
    fs.chmodSync(file, mode)
  } catch (error) {
    if (error.code !== 'EPERM') throw error
    process.stderr.write(`${file} belongs to another user, and others may read it: take their rights away.\n`)
  }
}
