import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { grantToService } from '@/scripts/lib/service-database-role.mjs'

export type TestDatabase = {
  url: string
  ownerUrl: string
  drop: () => Promise<void>
}

/** A migrated, empty database for one test: a copy of the run's template. */
export function aMigratedDatabase(): Promise<TestDatabase> {
  return createDatabase(process.env.TEMPLATE_DATABASE ?? '')
}

/** An empty database without tables. @param fill creates them as the owner, before the service's role gets its grants */
export async function anUnmigratedDatabase(fill: (ownerUrl: string) => Promise<unknown>): Promise<TestDatabase> {
  const database = await createDatabase('template1')
  await fill(database.ownerUrl)
  await grantToService(database.ownerUrl, decodeURIComponent(new URL(database.url).username))
  return database
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  await asOwner(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  const [ownerUrl = '', url = ''] = [process.env.OWNER_DATABASE_URL, process.env.DATABASE_URL].map((address) => {
    const databaseUrl = new URL(address ?? '')
    databaseUrl.pathname = `/${name}`
    return databaseUrl.href
  })
  return { url, ownerUrl, drop: () => asOwner(`DROP DATABASE ${name} WITH (FORCE)`) }
}

async function asOwner(sql: string): Promise<void> {
  const client = new Client({ connectionString: process.env.OWNER_DATABASE_URL })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
