import { pool } from '../../pool'

/**
 * No data of the organization: counters that every request moves and the list of them, answers kept for repeated requests, and what reading
 * keeps so that the next reader finds it sooner.
 */
const BOOKKEEPING = ['api_request', 'rate_window', 'idempotent_answer', 'contact_search_total', 'list_mark']

/** What workers of other tests may take up meanwhile, because it is due: only how many sendings there are counts. */
const TAKEN_UP = new Set(['sending', 'sending_step', 'webhook_delivery', 'webhook_attempt', 'captured_message'])

/** A fingerprint of every row of an organization: equal before and after means that nothing changed. */
export async function digestRows(organizationId: string): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'organization_id' AND table_name <> ALL ($1) ORDER BY 1`,
    [BOOKKEEPING],
  )
  const digest: Record<string, string> = {}
  for (const { name } of tables) {
    // When a key was last used is written by every request, too.
    const { rows } = await pool.query<{ count: string; hash: string }>(
      `SELECT count(*), md5(string_agg(line, '' ORDER BY line)) AS hash
       FROM (SELECT (to_jsonb(t) - 'last_used_at')::text AS line FROM "${name}" t WHERE organization_id = $1) lines`,
      [organizationId],
    )
    if (!TAKEN_UP.has(name)) digest[name] = `${rows[0]?.count} rows, ${rows[0]?.hash}`
    else if (name === 'sending') digest[name] = `${rows[0]?.count} rows`
  }
  return digest
}
