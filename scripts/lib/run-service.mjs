import path from 'node:path'
import { buildIfStale } from './build.mjs'
import { generatePrismaClient } from './generate-prisma-client.mjs'
import { rotatePeriodically } from './log-rotation.mjs'
import { getErrorMessage, OperatorError } from './operator-error.mjs'
import { parseArguments } from './parse-arguments.mjs'
import { prepareDatabase } from './prepare-database.mjs'
import { tryLock } from './process-lock.mjs'
import { seedDemo } from './seed-demo.mjs'
import { ensureDatabaseRunning, loadServiceEnvironment } from './service-environment.mjs'
import { Shutdown } from './shutdown.mjs'
import { formatStartupBanner } from './startup-banner.mjs'
import { requireFreePort, startWebServer, stopOrphanedServer, waitUntilHealthy } from './web-server-process.mjs'

/**
 * Runs the service on this machine, with its database, until a signal ends it.
 *
 * @param {'start' | 'dev'} mode
 * @param {string[]} args of the command line; `--demo` adds the demo organization even if others can reach the service
 */
export async function runService(mode, args) {
  const shutdown = new Shutdown()
  try {
    await bringUp(mode, readOptions(args), shutdown)
  } catch (error) {
    await shutdown.fail(error)
  }
}

/** @param {string[]} args */
function readOptions(args) {
  const { values } = parseArguments('The only option is --demo.', { args, options: { demo: { type: 'boolean' } } })
  return { isDemo: values.demo === true }
}

/**
 * @param {'start' | 'dev'} mode
 * @param {{ isDemo: boolean }} options
 * @param {Shutdown} shutdown
 */
async function bringUp(mode, { isDemo }, shutdown) {
  const environment = await loadServiceEnvironment()
  const { dataDir, port, variables } = environment
  const address = variables.NEXTAUTH_URL ?? `http://localhost:${port}`
  await shutdown.add(() => lockDataFolder(dataDir, address))
  await shutdown.add(() => rotatePeriodically(['service.log', 'postgres.log'].map((name) => path.join(dataDir, name))))
  await stopOrphanedServer(dataDir)
  await requireFreePort(port)

  if (!variables.DATABASE_URL) say('Starting PostgreSQL…')
  const database = await shutdown.add(() => ensureDatabaseRunning(environment))
  await generatePrismaClient()
  const { applied, service } = await prepareDatabase({
    ownerUrl: database.ownerUrl,
    serviceUrl: variables.DATABASE_URL,
    directUrl: variables.DIRECT_URL,
    variables,
    warn: say,
  })
  if (applied.length > 0)
    say(`Applied ${applied.length === 1 ? 'the migration' : 'the migrations'} ${applied.join(', ')}.`)
  if (service?.isSuperuser)
    say(
      `The service connects to PostgreSQL as ${service.name}, a superuser. docs/deploy.md shows how to give it a role with fewer rights.`,
    )
  if (mode === 'start') await buildIfStale(variables, say)
  const demo = await seedDemo(environment, isDemo, say)

  say('Starting the service…')
  const web = await shutdown.add(() => startWebServer(environment, mode))
  try {
    await waitUntilHealthy(port, web.isAlive)
  } catch (error) {
    throw new OperatorError(`${getErrorMessage(error)}\n${web.readLogTail()}`, { cause: error })
  }
  say(formatStartupBanner({ address, demo, environment, mode }))
  await shutdown.watch(() => {
    if (!web.isAlive()) return `The web server has ended.\n${web.readLogTail()}`
    return database.isAlive() ? null : `PostgreSQL has ended; see ${path.join(dataDir, 'postgres.log')}.`
  })
}

/**
 * @param {string} dataDir
 * @param {string} address of this service
 * @throws {OperatorError} if another service runs on the folder
 */
function lockDataFolder(dataDir, address) {
  const { release, heldBy } = tryLock(path.join(dataDir, 'service.lock'), { address })
  if (release === null)
    throw new OperatorError(
      `The service is already running at ${heldBy.address} (process ${heldBy.pid}, data in ${dataDir}).`,
    )
  return { stop: async () => release(), kill: release }
}

/** @param {string} sentence */
function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}
