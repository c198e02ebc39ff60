import { requireAppSecret } from './app-secret.mjs'
import { Refusal } from './checkout.mjs'
import { applyMigrations } from './migrate.mjs'
import { isTransactionPooler } from './pooler.mjs'
import { connectionRole, grantToService, requireUtc, setSessionDefaults } from './service-role.mjs'

/**
 * The address for the migrations: `MIGRATE_DATABASE_URL`, the owner's; else the service's own, past a pooler where there is one.
 *
 * @param {Record<string, string | undefined>} variables
 * @returns {string | undefined}
 */
export function readOwnerUrl(variables) {
  return variables.MIGRATE_DATABASE_URL || variables.DIRECT_URL || variables.DATABASE_URL
}

/**
 * Brings the database up to date as its owner, and lets the service's role use what is new.
 *
 * @param {object} database
 * @param {string} database.ownerUrl a direct connection, not one through a transaction pooler
 * @param {string | undefined} database.serviceUrl what the service connects with; without it nothing is granted
 * @param {string | undefined} [database.directUrl] what the service reaches the database itself with, where `serviceUrl` leads through a pooler
 * @param {Record<string, string | undefined>} [database.variables] with APP_SECRET, where the service, or a command of it, is to run
 * @param {(sentence: string) => void} [database.warn]
 * @param {boolean} [database.hasScheduler] false where only an Inngest server runs the jobs
 * @returns {Promise<{ applied: string[], service: { name: string, isSuperuser: boolean } | null }>} the migrations that were applied, and who the service is
 * @throws {Refusal} when the database is out of reach, an address leads through a pooler that cannot be used, a migration fails, or
 *   APP_SECRET is not the one that it was made with
 */
export async function prepareDatabase({ ownerUrl, serviceUrl, directUrl, variables, warn, hasScheduler = true }) {
  const applied = await applyMigrations(ownerUrl)
  if (!serviceUrl) return { applied, service: null }
  const direct = directUrl || serviceUrl
  await connectionRole(direct)
  if (hasScheduler && (await isTransactionPooler(direct)))
    throw new Refusal(
      'DATABASE_URL leads through a pooler in transaction mode, and the job scheduler needs a connection of its own. Set DIRECT_URL to the address of the database itself.',
    )
  // Before a pooler opens a session: it goes on to lend sessions as they were opened.
  await setSessionDefaults(direct)
  const service = await connectionRole(serviceUrl)
  await requireUtc(serviceUrl)
  await grantToService(ownerUrl, service.name)
  if (variables) await requireAppSecret(direct, variables, warn)
  return { applied, service }
}
