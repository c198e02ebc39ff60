import { pool } from '@/server/pool'

type Column = { table: string; column: string; isText: boolean }

let columns: Promise<Column[]> | undefined

/** Every column of every tenant table, read from the catalog: new tables are included automatically. */
export function listTenantTableColumns(): Promise<Column[]> {
  return (columns ??= readColumns())
}

async function readColumns(): Promise<Column[]> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, a.attname AS column, t.typname AS type
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
      AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organization_id' AND NOT o.attisdropped)
    ORDER BY 1, a.attnum`)
  return rows.map(({ type, ...column }) => ({ ...column, isText: /^_?(text|varchar|jsonb?)$/.test(type) }))
}

/** Every row of an organization, its people and itself as sorted JSON: equal if nothing changed. */
export async function listRows(organizationId: string, ...except: string[]): Promise<string[]> {
  const tables = [...new Set((await listTenantTableColumns()).map(({ table }) => table))].filter(
    (table) => !except.some((name) => table.endsWith(`.${name}`)),
  )
  const parts = [
    ...tables.map(
      (table) => `SELECT '${table} ' || row_to_json(r)::text AS line FROM ${table} r WHERE r.organization_id = $1`,
    ),
    `SELECT 'organization ' || row_to_json(r)::text FROM organization r WHERE r.id = $1`,
    `SELECT 'user ' || row_to_json(r)::text FROM "user" r WHERE r.id IN (SELECT user_id FROM membership WHERE organization_id = $1)`,
  ]
  const { rows } = await pool.query<{ line: string }>({
    // Named (prepared), so that PostgreSQL plans these fifty tables once per connection.
    name: `tenant-rows-${tables.length}`,
    text: `${parts.join(' UNION ALL ')} ORDER BY 1`,
    values: [organizationId],
  })
  return rows.map(({ line }) => line)
}

/** Bookkeeping tables, which background workers of other tests may change at any time. */
const BOOKKEEPING_TABLES = [
  'rate_window',
  'job_signal',
  'sequence_revision',
  'list_change',
  'list_total',
  'response_daily_stats',
  'answer_daily_stats',
  'response_daily_stats_time_zone',
  'response_change',
  'api_request',
]

/** {@link listRows} without background bookkeeping: must not change on a rejected request. */
export async function listStableRows(organizationId: string): Promise<string[]> {
  const rows = await listRows(organizationId, ...BOOKKEEPING_TABLES)
  // Written at most once a minute by any request of a key.
  return rows.map((row) => row.replace(/"last_used_at":(?:null|"[^"]*")/, '"last_used_at":null'))
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

export function extractIds(rows: readonly string[]): string[] {
  return [...new Set(rows.flatMap((row) => row.match(UUID) ?? []))]
}

/** Removes what differs between identical runs: ids, timestamps and relative times. */
export function maskVolatileValues(text: string): string {
  return text
    .replace(/"seconds":\d+/g, '"seconds":0')
    .replace(UUID, '<id>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
}
