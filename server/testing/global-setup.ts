import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { applyMigrations } from '@/scripts/lib/migrate.mjs'
import { ensureServiceDatabaseRole, grantToService, revokePublicAccess } from '@/scripts/lib/service-database-role.mjs'
import { startTestPostgres } from '@/scripts/lib/test-postgres.mjs'
import { VARIABLES_CLEARED_FOR_TESTS } from '@/scripts/lib/variables-cleared-for-tests.mjs'
import { workerDatabaseName } from './database/worker-database-name'

/**
 * Migrates a template database; all databases of the run are copies of it: one per worker (worker-setup.ts selects it), and those of tests
 * that need a separate one (database/). It is on the server of TEST_DATABASE_URL, whose user may create databases and roles, or on an
 * embedded server started for the run.
 * DATABASE_URL connects as the service's role, as in production; OWNER_DATABASE_URL as the owner, for the few tests that create databases
 * or read what the service may not.
 */
export default async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  const name = `test_${process.pid}_${Date.now()}`
  const password = randomBytes(18).toString('base64url')
  await runAsAdmin(server.adminUrl, `CREATE DATABASE ${name}`)
  await ensureServiceDatabaseRole(server.adminUrl, { name, password })
  const ownerUrl = new URL(server.adminUrl)
  ownerUrl.pathname = `/${name}`
  await revokePublicAccess(ownerUrl.href, name)
  await applyMigrations(ownerUrl.href)
  await grantToService(ownerUrl.href, name)
  const copies = Array.from({ length: config.maxWorkers }, (_, index) => workerDatabaseName(name, index + 1))
  for (const copy of copies) {
    await runAsAdmin(server.adminUrl, `CREATE DATABASE ${copy} TEMPLATE ${name}`)
    // A copy inherits the template's tables and grants, but not its CONNECT privileges.
    await revokePublicAccess(new URL(copy, ownerUrl).href, name)
  }
  const url = new URL(ownerUrl)
  url.username = name
  url.password = password

  for (const variable of VARIABLES_CLEARED_FOR_TESTS) delete process.env[variable]
  Object.assign(process.env, {
    DATABASE_URL: url.href,
    OWNER_DATABASE_URL: ownerUrl.href,
    TEMPLATE_DATABASE: name,
    APP_SECRET: randomBytes(32).toString('base64url'),
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    NEXTAUTH_URL: 'https://feedback.example.com',
    MAIL_FROM: 'Feedback <feedback@mail.example.com>',
    // Refuses every query: no test asks the DNS of the machine.
    DNS_SERVERS: '127.0.0.1:9',
    AUTH_TRUST_HOST: '1',
    FRONT_DOOR: '1',
    LOG_LEVEL: 'silent',
    PORT: '3000',
  })

  return async () => {
    for (const database of [...copies, name])
      await runAsAdmin(server.adminUrl, `DROP DATABASE ${database} WITH (FORCE)`)
    // An aborted test may have left a database with grants to the role: then the role stays.
    await runAsAdmin(server.adminUrl, `DROP ROLE ${name}`).catch((error: { code?: string }) => {
      if (error.code !== '2BP01') throw error
    })
    await server.stop()
  }
}

async function runAsAdmin(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
