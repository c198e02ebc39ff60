import { Client } from 'pg'
import { workerDatabaseName } from './database/worker-database-name'

/* Runs before each test file, and before the environment is read: selects this worker's database. */

const { TEMPLATE_DATABASE: template = '', VITEST_POOL_ID: worker = '1' } = process.env
for (const name of ['DATABASE_URL', 'OWNER_DATABASE_URL']) {
  const url = new URL(process.env[name] ?? '')
  url.pathname = `/${workerDatabaseName(template, worker)}`
  process.env[name] = url.href
}

// All files share one client address: reset rate limits between them.
const client = new Client({ connectionString: process.env['DATABASE_URL'] })
await client.connect()
await client.query('DELETE FROM rate_limit_counter')
await client.end()
