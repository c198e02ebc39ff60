import { isTransactionPooler } from './detect-transaction-pooler.mjs'
import { applyMigrations } from './migrate.mjs'
import { OperatorError } from './operator-error.mjs'
import { requireMatchingAppSecret } from './require-matching-app-secret.mjs'
import { grantToService, readConnectionRole, requireUtc, setSessionDefaults } from './service-database-role.mjs'

/**
 * The connection string for migrations: the owner's, or else the service's without its pooler.
 *
 * @param {Record<string, string | undefined>} variables
 * @returns {string | undefined}
 */
export function readMigrationUrl(variables) {
  return variables.MIGRATE_DATABASE_URL || variables.DIRECT_URL || variables.DATABASE_URL
}

/**
 * Migrates the database as its owner, and grants the service's role access to new objects.
 *
 * @param {object} database
 * @param {string} database.ownerUrl a direct connection, not one through a transaction pooler
 * @param {string | undefined} database.serviceUrl connection string of the service; without it nothing is granted
 * @param {string | undefined} [database.directUrl] the service's connection without a pooler, if `serviceUrl` is a pooler's
 * @param {Record<string, string | undefined>} [database.variables] if the service or one of its commands is to run: checks APP_SECRET
 * @param {(sentence: string) => void} [database.warn]
 * @param {boolean} [database.hasScheduler] false if only an Inngest server runs the jobs
 * @returns {Promise<{ applied: string[], service: { name: string, isSuperuser: boolean } | null }>} applied migrations, role of the service
 * @throws {OperatorError} when the database is unreachable or behind an unsuitable pooler, a migration fails, or APP_SECRET is not the
 *   database's
 */
export async function prepareDatabase({ ownerUrl, serviceUrl, directUrl, variables, warn, hasScheduler = true }) {
  const applied = await applyMigrations(ownerUrl)
  if (!serviceUrl) return { applied, service: null }
  const direct = directUrl || serviceUrl
  await readConnectionRole(direct)
  if (hasScheduler && (await isTransactionPooler(direct)))
    throw new OperatorError(
      'DATABASE_URL leads through a pooler in transaction mode, and the job scheduler needs a connection of its own. Set DIRECT_URL to the address of the database itself.',
    )
  // Before a pooler opens a session: it reuses sessions with the settings they were opened with.
  await setSessionDefaults(direct)
  const service = await readConnectionRole(serviceUrl)
  await requireUtc(serviceUrl)
  await grantToService(ownerUrl, service.name)
  if (variables) await requireMatchingAppSecret(direct, variables, warn)
  return { applied, service }
}
