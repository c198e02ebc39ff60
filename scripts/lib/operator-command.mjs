import path from 'node:path'
import { BACKUP_COMMANDS } from './backup.mjs'
import { generatePrismaClient } from './generate-prisma-client.mjs'
import { ROOT } from './operator-error.mjs'
import { prepareDatabase } from './prepare-database.mjs'
import { ensureDatabaseRunning, loadServiceEnvironment } from './service-environment.mjs'
import { buildTypescriptArguments, runNode } from './spawn.mjs'

/**
 * Runs an operator's command on the service's database, which is started if necessary.
 *
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runOperatorCommand(args) {
  const [name, ...rest] = args
  if (name === 'backup' || name === 'restore') {
    process.stdout.write(`${JSON.stringify(await BACKUP_COMMANDS[name](rest))}\n`)
    return 0
  }
  const environment = await loadServiceEnvironment()
  const database = await ensureDatabaseRunning(environment)
  // Ctrl-C ends the child process; this one must still stop the database.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  try {
    await generatePrismaClient()
    await prepareDatabase({
      ownerUrl: database.ownerUrl,
      serviceUrl: environment.variables.DATABASE_URL,
      variables: environment.variables,
    })
    return await runNode(buildTypescriptArguments('server/cli/cli.ts', args), {
      // Paths are relative to the operator's working directory.
      cwd: process.cwd(),
      env: {
        ...environment.variables,
        // The log would write to standard output, which is for the result.
        LOG_LEVEL: 'silent',
        NODE_ENV: 'production',
        TSX_TSCONFIG_PATH: path.join(ROOT, 'tsconfig.json'),
      },
    })
  } finally {
    await database.stop()
  }
}
