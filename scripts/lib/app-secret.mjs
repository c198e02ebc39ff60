import crypto from 'node:crypto'
import { Client } from 'pg'
import { Refusal } from './checkout.mjs'

/**
 * Where the database says under which secret something was made: what is kept (server/secret-uses.ts has the whole list). Ciphertexts
 * begin with `v2.` and the secret's id.
 */
export const EVIDENCE = [
  { table: 'api_key', column: 'hash', id: 'hash_key_id', name: 'API keys' },
  { table: 'suppression', column: 'email_hash', id: 'hash_key_id', name: 'addresses that opted out or bounced' },
  { table: 'webhook_subscription', column: 'secret_encrypted', name: 'secrets of webhooks' },
  { table: 'authenticator_app', column: 'secret_encrypted', name: 'authenticator apps' },
  { table: 'review_source', column: 'credentials_encrypted', name: 'sign-ins at review sites' },
  { table: 'alert_channel', column: 'address_encrypted', name: 'addresses of alert channels' },
]

/**
 * Makes sure that APP_SECRET is the one that the database was made with: otherwise API keys would be refused, webhooks go out without
 * their signature, and people who opted out be written to. Says so where a part of it was made under another secret.
 *
 * @param {string} url of the service's role, with the tables of this version
 * @param {Record<string, string | undefined>} variables
 * @param {(sentence: string) => void} [warn]
 * @throws {Refusal} when nothing was made under APP_SECRET or one of APP_SECRETS_ACCEPTED, but something under another secret
 */
export async function requireAppSecret(url, variables, warn = (sentence) => process.stderr.write(`${sentence}\n`)) {
  if (!variables.APP_SECRET) return
  const accepted = (variables.APP_SECRETS_ACCEPTED ?? '').split(',').flatMap((secret) => secret.trim() || [])
  const known = new Set([variables.APP_SECRET, ...accepted].map(secretId))
  const found = await countBySecret(url)
  const lost = found.filter(({ id }) => !known.has(id))
  if (lost.length === 0) return
  const totals = EVIDENCE.flatMap(({ name }) => {
    const count = lost.reduce((sum, row) => (row.name === name ? sum + row.count : sum), 0)
    return count > 0 ? [`${name}: ${count}`] : []
  })
  const secrets = new Set(lost.map(({ id }) => id)).size
  const facts = `made under ${secrets === 1 ? 'a secret' : `${secrets} secrets`} that this service does not know: ${totals.join(', ')}`
  if (lost.length < found.length || variables.ACCEPT_LOST_SECRET === '1')
    return warn(
      `In this database there is something ${facts}. It cannot be used until APP_SECRETS_ACCEPTED lists the secret.`,
    )
  throw new Refusal(
    `APP_SECRET is not the one that this database was made with. Everything in it was ${facts}. ` +
      'Set APP_SECRET, or restore secrets.json in DATA_DIR, as it was. If it is lost for good, ACCEPT_LOST_SECRET=1 starts without it (docs/deploy.md).',
  )
}

/** As server/encryption.ts names it. */
export function secretId(secret) {
  return crypto.createHmac('sha256', secret).update('cfs:key-id').digest('hex').slice(0, 8)
}

async function countBySecret(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a connection that breaks between two queries would end the process before the next query can say so.
  client.on('error', () => {})
  await client.connect()
  try {
    const parts = EVIDENCE.map(({ table, column, id, name }) => {
      const secret = id ?? `substring(${column} from '^v2\\.([0-9a-f]{8})\\.')`
      return `SELECT '${name}' AS name, ${secret} AS id, count(*)::int AS count FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 2`
    })
    // Made before ids were kept: under which secret is not known.
    const { rows } = await client.query(`SELECT * FROM (${parts.join(' UNION ALL ')}) found WHERE id IS NOT NULL`)
    return rows
  } finally {
    await client.end()
  }
}
