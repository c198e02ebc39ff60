import { queryRowsAutoCommit } from '../db'

/**
 * SQL: the margins are two seconds in the triggers of the SQL function advance_updated_at, and one more for a database clock that is set
 * back. A transaction whose start is hidden (another role's) counts as very old: nothing is read until it ends.
 */
const WATERMARK_SQL = `
SELECT date_trunc('milliseconds', least(statement_timestamp(), min(coalesce(xact_start, 'epoch'))) - interval '3 seconds') AS watermark
FROM pg_stat_activity
WHERE datname = current_database() AND backend_xid IS NOT NULL AND (xact_start IS NOT NULL OR state IS DISTINCT FROM 'idle')`

/**
 * Returns a time before which the order of changes is final: a row that is not visible yet, or a change of one that is, never gets an
 * earlier `updated_at` (docs/decisions/0064-change-feed.md). Holds for statements that begin afterwards, so read it first.
 */
export async function readChangeWatermark(): Promise<Date> {
  const [row] = await queryRowsAutoCommit<{ watermark: Date }>({
    name: 'change-watermark',
    text: WATERMARK_SQL,
    values: [],
  })
  if (!row) throw new Error('an aggregate without a row')
  return row.watermark
}
