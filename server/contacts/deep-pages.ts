import { queryRows } from '../db'
import { setMarks, TOO_MANY_SKIPPED } from '../page-marks'
import { DEEP_FROM, pageOffset } from '../paging'
import { asJson, type Found, type FoundRow, found, NEWEST_FIRST, shortly } from './list-query'
import type { ListContacts } from './schema'
import { type Filter, matches, type Search } from './search'

/** In a search, even the second page may be deep. */
export function isDeepPage(filter: Filter, search: Search | null, input: ListContacts): boolean {
  if (search !== null) return filter.isWhole && search.kept !== null && input.page > 1
  return filter.list !== null && pageOffset(input) >= DEEP_FROM
}

type MarkedRow = FoundRow & { skipped: string; contacts: string; list: string }

/**
 * Reads a deep page from the nearest preceding checkpoint, so that its cost does not grow with the offset. Checkpoint, total and rows
 * come from one snapshot: the result equals OFFSET from the newest row (docs/decisions/0016-marks.md). If no checkpoint is near, this
 * call sets some for later requests.
 */
export async function pageFromMark(filter: Filter, search: Search | null, input: ListContacts): Promise<Found> {
  const values = [...filter.values]
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const skip = add(pageOffset(input), 'bigint')
  const take = add(input.limit, 'bigint')
  const list = search === null ? filter.list : add(search.list, 'text')
  // As in pageOfBroadSearch: the wrapping makes PostgreSQL assume that many rows match.
  const isHit = search === null ? '' : `AND coalesce(${matches(values.push(search.patterns))}, false)`
  const total = search === null ? filter.total : add(search.kept, 'bigint')
  const statement = {
    text: `
      WITH length AS MATERIALIZED (SELECT ${total} AS total), place AS MATERIALIZED (SELECT * FROM list_place($1::uuid, ${list}, ${skip}, ${take}))
      SELECT (SELECT total FROM length) AS total, ${skip} - (SELECT before FROM place) AS skipped, list_length($1::uuid, 'contact') AS contacts, ${list} AS list, ${asJson(`
        SELECT * FROM contact c WHERE ${filter.sql} AND (c.created_at, c.id) < ((SELECT created_at FROM place), (SELECT id FROM place))
          AND (c.created_at, c.id) >= ((SELECT to_created_at FROM place), (SELECT to_id FROM place))
          AND ${skip} < (SELECT total FROM length) ${isHit}
        ${NEWEST_FIRST} OFFSET ${skip} - (SELECT before FROM place) LIMIT ${take}`)} AS data`,
    values,
  }
  const rows = await queryRows<MarkedRow>(
    search === null ? { name: `list-contacts-far-down:${shortly(filter.sql)}`, ...statement } : statement,
  )
  const page = found(rows)
  // Average number of contacts scanned per match.
  const looks = search === null ? 1 : Number(rows[0]?.contacts) / Math.max(page.total, 1)
  if (page.data !== '' && Number(rows[0]?.skipped) * looks > TOO_MANY_SKIPPED)
    await setMarks(filter.organizationId, rows[0]?.list ?? '', pageOffset(input))
  return page
}
