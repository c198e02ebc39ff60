import { randomBytes } from 'node:crypto'
import { Logger, runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { applyMigrations } from '@/scripts/lib/migrate.mjs'
import { startTestServer } from '@/scripts/lib/test-server.mjs'

/** What a developer's shell or `.env` may hold, and what would send a test's mail or jobs elsewhere. */
const FOREIGN = [
  'DIRECT_URL',
  'INNGEST_BASE_URL',
  'INNGEST_DEV',
  'INNGEST_EVENT_KEY',
  'INNGEST_SIGNING_KEY',
  'MAIL_FROM',
  'NEXTAUTH_URL',
  'RATE_LIMIT_PER_HOUR',
  'RATE_LIMIT_PER_MINUTE',
  'SMTP_URL',
  'VERCEL',
  'WEBHOOK_ALLOWED_CIDRS',
]

/**
 * Gives the run a fresh, migrated database, on the server of TEST_DATABASE_URL (whose user may create databases) or on one of its
 * own, and the environment that the service needs.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer()
  const name = `test_${process.pid}_${Date.now()}`
  await administer(server.adminUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  const url = new URL(server.adminUrl)
  url.pathname = `/${name}`
  await applyMigrations(url.href)
  // The queue that events go to; nobody works on it here.
  await runMigrations({ connectionString: url.href, logger: new Logger(() => () => undefined) })

  for (const variable of FOREIGN) delete process.env[variable]
  Object.assign(process.env, {
    DATABASE_URL: url.href,
    APP_SECRET: randomBytes(32).toString('base64url'),
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_TRUST_HOST: '1',
    LOG_LEVEL: 'silent',
    PORT: '3000',
  })

  return async () => {
    await administer(server.adminUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    await server.stop()
  }
}

async function administer(url: string, body: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await body(client)
  } finally {
    await client.end()
  }
}
