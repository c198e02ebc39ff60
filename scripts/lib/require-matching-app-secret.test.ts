import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { currentKeyId } from '@/server/encryption'
import { env } from '@/server/env'
import { ENCRYPTED_COLUMNS, type EncryptedColumn, HASHED_COLUMNS, type HashedColumn } from '@/server/secret-registry'
import { aMigratedDatabase, type TestDatabase } from '@/server/testing/database/test-database'
import { prepareDatabase } from './prepare-database.mjs'
import { APP_SECRET_DEPENDENT_COLUMNS, deriveSecretId } from './require-matching-app-secret.mjs'

const [OURS, OTHER] = ['our secret of 32 characters or more', 'another secret of 32 characters or more']

let database: TestDatabase
let warnings: string[]
beforeEach(async () => {
  database = await aMigratedDatabase()
  warnings = []
})
afterEach(() => database.drop())

const start = (variables: Record<string, string>) =>
  prepareDatabase({
    ownerUrl: database.ownerUrl,
    serviceUrl: database.url,
    variables,
    warn: (sentence: string) => void warnings.push(sentence),
  })

async function insertRowsOf(...secrets: string[]) {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    for (const secret of secrets) {
      const [organizationId, id] = [randomUUID(), deriveSecretId(secret)]
      await client.query("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'N', now())", [organizationId])
      await client.query(
        "INSERT INTO suppression (organization_id, email_hash, hash_key_id, reason) VALUES ($1, '\\x01', $2, 'opted_out')",
        [organizationId, id],
      )
      await client.query(
        `INSERT INTO webhook_subscription (id, organization_id, trigger_types, hook_url, secret_encrypted, updated_at)
         VALUES ($1, $2, '{new_contact}', 'https://example.com', $3, now())`,
        [randomUUID(), organizationId, `v2.${id}.a.b.c`],
      )
    }
  } finally {
    await client.end()
  }
}

it('a start rejects an APP_SECRET that no data of the database was encrypted with, and counts the data of other secrets', async () => {
  await insertRowsOf(OTHER)
  await expect(start({ APP_SECRET: OURS })).rejects.toThrow(
    /^APP_SECRET is not the one .* know: addresses that opted out or bounced: 1, secrets of webhooks: 1\. Set APP_SECRET/,
  )
  await start({ APP_SECRET: OTHER })
  expect(warnings).toEqual([])
})

it('a start accepts a new APP_SECRET if the old one is in APP_SECRETS_ACCEPTED, or the database is empty', async () => {
  await start({ APP_SECRET: OURS })
  await insertRowsOf(OTHER)
  await start({ APP_SECRET: OURS, APP_SECRETS_ACCEPTED: `x, ${OTHER}` })
  expect(warnings).toEqual([])
})

it('a start warns about data of an unknown secret if other data is of a known one, or ACCEPT_LOST_SECRET is set', async () => {
  await insertRowsOf(OTHER)
  await start({ APP_SECRET: OURS, ACCEPT_LOST_SECRET: '1' })
  await insertRowsOf(OURS)
  await start({ APP_SECRET: OURS })
  const warning = expect.stringMatching(
    /made under a secret .* addresses .*: 1, secrets of webhooks: 1\. It cannot be used/,
  )
  expect(warnings).toEqual([warning, warning])
})

it('a start checks every permanent column that depends on APP_SECRET, with the secret ids of server/encryption.ts', () => {
  const temporary = new Set(['review_consent', 'idempotency_record'])
  const columns = [
    ...Object.values<readonly EncryptedColumn[]>(ENCRYPTED_COLUMNS),
    ...Object.values<readonly HashedColumn[]>(HASHED_COLUMNS),
  ]
    .flat()
    .filter(({ table, column }) => !temporary.has(table) && !column.startsWith('previous_'))
  expect(APP_SECRET_DEPENDENT_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    columns.map(({ table, column }) => `${table}.${column}`).sort(),
  )
  expect(deriveSecretId(env.appSecrets[0])).toBe(currentKeyId)
})
