import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { grantToService } from '@/scripts/lib/service-role.mjs'

export type OwnDatabase = {
  /** As the service's role. */
  url: string
  /** As the owner, who may change tables. */
  ownerUrl: string
  drop: () => Promise<void>
}

/**
 * A database beside that of the run, for a test that must be alone in one.
 *
 * @param fill makes what is in it, as its owner; then the service's role may use it.
 */
export async function ownDatabase(fill: (ownerUrl: string) => Promise<unknown>): Promise<OwnDatabase> {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  await asOwner(`CREATE DATABASE ${name}`)
  const [ownerUrl, url] = [process.env.OWNER_DATABASE_URL, process.env.DATABASE_URL].map((address) => {
    const moved = new URL(address ?? '')
    moved.pathname = `/${name}`
    return moved
  }) as [URL, URL]
  await fill(ownerUrl.href)
  await grantToService(ownerUrl.href, decodeURIComponent(url.username))
  return { url: url.href, ownerUrl: ownerUrl.href, drop: () => asOwner(`DROP DATABASE ${name} WITH (FORCE)`) }
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
