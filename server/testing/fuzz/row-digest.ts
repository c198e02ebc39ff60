import { pool } from '../../pool'

/** Not tenant data: request counters and the request log, idempotency records, and caches that reads write. */
const BOOKKEEPING = ['api_request', 'rate_window', 'idempotency_record', 'contact_search_total']

/** Rows that workers of other tests may process meanwhile: only the count of sendings is compared. */
const BACKGROUND_TABLES = new Set([
  'sending',
  'sending_step',
  'webhook_delivery',
  'webhook_attempt',
  'captured_message',
])

/** Hash of all rows of an organization: equal before and after means that nothing changed. */
export async function digestRows(organizationId: string): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'organization_id' AND table_name <> ALL ($1) ORDER BY 1`,
    [BOOKKEEPING],
  )
  const digest: Record<string, string> = {}
  for (const { name } of tables) {
    // Every request also writes the key's last use.
    const { rows } = await pool.query<{ count: string; hash: string }>(
      `SELECT count(*), md5(string_agg(line, '' ORDER BY line)) AS hash
       FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS line FROM "${name}" t WHERE organization_id = $1) lines`,
      [organizationId],
    )
    if (!BACKGROUND_TABLES.has(name)) digest[name] = `${rows[0]?.count} rows, ${rows[0]?.hash}`
    else if (name === 'sending') digest[name] = `${rows[0]?.count} rows`
  }
  return digest
}
