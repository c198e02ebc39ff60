import { queryRows } from '../db'
import { type PackedIds, wrapPackedIds } from '../packed-ids'
import { transact } from '../unit-of-work'
import { matchesPatternsSql, resolveContactSearch } from './contact-search-queries'
import { resolveContactFilter } from './list-contacts'
import type { ContactQuery } from './schema'

const STATEMENT_TIMEOUT_MS = 60_000

/** All matching ids, newest first, from one snapshot. */
export async function findMatchingContactIds(organizationId: string, query: ContactQuery): Promise<PackedIds> {
  const [{ sql, values }, search] = await Promise.all([
    resolveContactFilter(organizationId, query),
    resolveContactSearch(organizationId, query.search ?? ''),
  ])
  const matching = search === null ? sql : `${sql} AND ${matchesPatternsSql(values.length + 1)}`
  const [row] = await transact(
    () =>
      // Without a name, so that PostgreSQL plans for the frequency of the terms.
      queryRows<{ ids: Uint8Array | null }>({
        text: `SELECT string_agg(uuid_send(c.id), ''::bytea ORDER BY c.created_at DESC, c.id DESC) AS ids FROM contact c WHERE ${matching}`,
        values: search === null ? values : [...values, search.patterns],
      }),
    { statementMs: STATEMENT_TIMEOUT_MS },
  )
  return wrapPackedIds(row?.ids)
}
