import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrateQueue } from '@/scripts/lib/database.mjs'
import { FOREIGN } from '@/scripts/lib/foreign-variables.mjs'
import { applyMigrations } from '@/scripts/lib/migrate.mjs'
import { closeDatabase, ensureServiceRole, grantToService } from '@/scripts/lib/service-role.mjs'
import { startTestServer } from '@/scripts/lib/test-server.mjs'

/**
 * Gives the run a fresh, migrated database, on the server of TEST_DATABASE_URL (whose user may create databases and roles) or on one
 * of its own, and the environment that the service needs. DATABASE_URL is the service's plain role, as where it is deployed;
 * OWNER_DATABASE_URL is for the few tests that make databases or look at what the service may not see.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer()
  // Of the database, and of the service's role.
  const name = `test_${process.pid}_${Date.now()}`
  const password = randomBytes(18).toString('base64url')
  await administer(server.adminUrl, `CREATE DATABASE ${name}`)
  await ensureServiceRole(server.adminUrl, { name, password })
  const ownerUrl = new URL(server.adminUrl)
  ownerUrl.pathname = `/${name}`
  await closeDatabase(ownerUrl.href, name)
  await applyMigrations(ownerUrl.href)
  // The queue that events go to; nobody works on it here.
  await migrateQueue(ownerUrl.href)
  await grantToService(ownerUrl.href, name)
  const url = new URL(ownerUrl)
  url.username = name
  url.password = password

  for (const variable of FOREIGN) delete process.env[variable]
  Object.assign(process.env, {
    DATABASE_URL: url.href,
    OWNER_DATABASE_URL: ownerUrl.href,
    APP_SECRET: randomBytes(32).toString('base64url'),
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_TRUST_HOST: '1',
    FRONT_DOOR: '1',
    LOG_LEVEL: 'silent',
    PORT: '3000',
  })

  return async () => {
    await administer(server.adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    // It stays where a test that was cut short left a database behind in which it has rights.
    await administer(server.adminUrl, `DROP ROLE ${name}`).catch((error: { code?: string }) => {
      if (error.code !== '2BP01') throw error
    })
    await server.stop()
  }
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
