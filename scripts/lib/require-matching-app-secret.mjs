import crypto from 'node:crypto'
import { Client } from 'pg'
import { OperatorError } from './operator-error.mjs'

/**
 * Columns that record which secret their values were encrypted or hashed with (server/secret-registry.ts lists every use). Ciphertexts begin
 * with `v2.` and the id of the secret.
 */
export const APP_SECRET_DEPENDENT_COLUMNS = [
  { table: 'api_key', column: 'hash', id: 'hash_key_id', name: 'API keys' },
  { table: 'suppression', column: 'email_hash', id: 'hash_key_id', name: 'addresses that opted out or bounced' },
  { table: 'sms_opt_out', column: 'phone_hash', id: 'hash_key_id', name: 'phone numbers that opted out' },
  { table: 'webhook_subscription', column: 'secret_encrypted', name: 'secrets of webhooks' },
  { table: 'authenticator_app', column: 'secret_encrypted', name: 'authenticator apps' },
  { table: 'review_source', column: 'credentials_encrypted', name: 'sign-ins at review sites' },
  { table: 'alert_channel', column: 'address_encrypted', name: 'addresses of alert channels' },
  { table: 'mail_event_intake', column: 'secret_encrypted', name: 'keys of mail providers' },
  { table: 'trigger_address', column: 'secret_encrypted', name: 'trigger addresses' },
  { table: 'trigger_address', column: 'signing_secret_encrypted', name: 'keys with which other systems sign' },
  { table: 'sending_domain', column: 'dkim_private_key_encrypted', name: 'keys of sending domains' },
  { table: 'survey_link', column: 'secret_encrypted', name: 'keys of open links and widgets' },
  { table: 'shared_results', column: 'token_encrypted', name: 'addresses of shared results' },
]

/**
 * Requires the APP_SECRET that the database was created with: with another one, API keys are rejected, webhooks are sent without
 * signature, and contacts who opted out get messages. Warns about data of other secrets.
 *
 * @param {string} url of the service's role, with the tables of this version
 * @param {Record<string, string | undefined>} variables
 * @param {(sentence: string) => void} [warn]
 * @throws {OperatorError} when all encrypted data is of secrets that are neither APP_SECRET nor in APP_SECRETS_ACCEPTED
 */
export async function requireMatchingAppSecret(
  url,
  variables,
  warn = (sentence) => process.stderr.write(`${sentence}\n`),
) {
  if (!variables.APP_SECRET) return
  const accepted = (variables.APP_SECRETS_ACCEPTED ?? '').split(',').flatMap((secret) => secret.trim() || [])
  const known = new Set([variables.APP_SECRET, ...accepted].map(deriveSecretId))
  const counts = await countBySecret(url)
  const lost = counts.filter(({ id }) => !known.has(id))
  if (lost.length === 0) return
  const totals = APP_SECRET_DEPENDENT_COLUMNS.flatMap(({ name }) => {
    const count = lost.reduce((sum, row) => (row.name === name ? sum + row.count : sum), 0)
    return count > 0 ? [`${name}: ${count}`] : []
  })
  const secrets = new Set(lost.map(({ id }) => id)).size
  const facts = `made under ${secrets === 1 ? 'a secret' : `${secrets} secrets`} that this service does not know: ${totals.join(', ')}`
  if (lost.length < counts.length || variables.ACCEPT_LOST_SECRET === '1')
    return warn(
      `In this database there is something ${facts}. It cannot be used until APP_SECRETS_ACCEPTED lists the secret.`,
    )
  throw new OperatorError(
    `APP_SECRET is not the one that this database was made with. Everything in it was ${facts}. ` +
      'Set APP_SECRET, or restore secrets.json in DATA_DIR, as it was. If it is lost for good, ACCEPT_LOST_SECRET=1 starts without it (docs/deploy.md).',
  )
}

/**
 * The id that server/encryption.ts derives.
 *
 * @param {string} secret
 */
export function deriveSecretId(secret) {
  return crypto.createHmac('sha256', secret).update('cfs:key-id').digest('hex').slice(0, 8)
}

/**
 * @param {string} url
 * @returns {Promise<{ name: string, id: string, count: number }[]>}
 */
async function countBySecret(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a connection that breaks between two queries would end the process before the next query can say so.
  client.on('error', () => {})
  await client.connect()
  try {
    const parts = APP_SECRET_DEPENDENT_COLUMNS.map(({ table, column, id, name }) => {
      const secret = id ?? `substring(${column} from '^v2\\.([0-9a-f]{8})\\.')`
      return `SELECT '${name}' AS name, ${secret} AS id, count(*)::int AS count FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 2`
    })
    // Older values have no id, so their secret is unknown.
    const { rows } = await client.query(`SELECT * FROM (${parts.join(' UNION ALL ')}) counts WHERE id IS NOT NULL`)
    return rows
  } finally {
    await client.end()
  }
}
