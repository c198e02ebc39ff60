import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal } from './checkout.mjs'
import { findBinaries } from './postgres-binaries.mjs'
import { USER } from './postgres-server.mjs'

/**
 * Makes the data folder, unless it is there: in a folder beside it and then renamed, so that an interruption never leaves half of one.
 *
 * @param {{ cluster: string }} place
 * @param {string} password
 * @throws {Refusal} with what initdb says
 */
export async function createCluster(place, password) {
  if (fs.existsSync(path.join(place.cluster, 'PG_VERSION'))) return
  const binaries = await findBinaries(place.cluster)
  const fresh = `${place.cluster}.new`
  const passwordFile = `${fresh}-password`
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(fresh, { mode: 0o700 })
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  for (const file of [fresh, passwordFile]) binaries.own(file)
  try {
    // The same order and the same idea of a letter on every system: sorting is PostgreSQL's own, only lc_ctype is the system's.
    const locale = [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    ]
    const access = ['-U', USER, '--pwfile', passwordFile, '--auth=scram-sha-256']
    const { file, args, ...ids } = binaries.command('initdb', [
      '-D',
      fresh,
      ...access,
      '--encoding=UTF8',
      ...locale,
      '--no-instructions',
    ])
    const made = spawnSync(file, args, { ...ids, encoding: 'utf8' })
    if (made.status !== 0)
      throw new Refusal(`PostgreSQL could not create its data folder: ${made.error?.message ?? made.stderr}`)
    fs.rmSync(place.cluster, { recursive: true, force: true })
    fs.renameSync(fresh, place.cluster)
  } finally {
    fs.rmSync(passwordFile, { force: true })
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}
