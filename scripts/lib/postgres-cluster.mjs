import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from './operator-error.mjs'
import { preparePostgresPrograms } from './postgres-binaries.mjs'
import { POSTGRES_USER } from './postgres-server.mjs'

/**
 * Creates the data folder of PostgreSQL if absent, under another name first, so that an interruption leaves no partial one.
 *
 * @param {{ cluster: string }} paths
 * @param {string} password
 * @throws {OperatorError} with the output of initdb
 */
export async function createCluster(paths, password) {
  if (fs.existsSync(path.join(paths.cluster, 'PG_VERSION'))) return
  const binaries = await preparePostgresPrograms(paths.cluster)
  const fresh = `${paths.cluster}.new`
  const passwordFile = `${fresh}-password`
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(fresh, { mode: 0o700 })
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  for (const file of [fresh, passwordFile]) binaries.own(file)
  try {
    // The same sort order on every system: collation is PostgreSQL's own, only lc_ctype is the system's.
    const locale = [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    ]
    const access = ['-U', POSTGRES_USER, '--pwfile', passwordFile, '--auth=scram-sha-256']
    const { file, args, ...ids } = binaries.command('initdb', [
      '-D',
      fresh,
      ...access,
      '--encoding=UTF8',
      ...locale,
      '--no-instructions',
    ])
    const result = spawnSync(file, args, { ...ids, encoding: 'utf8' })
    if (result.status !== 0)
      throw new OperatorError(`PostgreSQL could not create its data folder: ${result.error?.message ?? result.stderr}`)
    fs.rmSync(paths.cluster, { recursive: true, force: true })
    fs.renameSync(fresh, paths.cluster)
  } finally {
    fs.rmSync(passwordFile, { force: true })
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}
