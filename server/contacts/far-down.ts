import { rowsApart, rowsOf } from '../db'
import { log } from '../log'
import { offsetOf } from '../paging'
import { asJson, type Found, type FoundRow, found, NEWEST_FIRST, shortly } from './page'
import type { ListContacts } from './schema'
import { type Filter, matches, type Search } from './search'

/** Up to so many contacts are skipped one by one; looking for a mark would not pay. */
const SKIPPED_AT_MOST = 1000
/** From so many on it pays to set marks between. */
const TOO_MANY_SKIPPED = 2000

/** Whether a page begins so deep in its list that it is read from a mark. In a search even the second page may be deep. */
export function isFarDown(filter: Filter, search: Search | null, input: ListContacts): boolean {
  if (search !== null) return filter.isWhole && search.kept !== null && input.page > 1
  return filter.list !== null && offsetOf(input) >= SKIPPED_AT_MOST
}

type MarkedRow = FoundRow & { skipped: string; contacts: string }

/**
 * A page far down, read from the nearest mark before it, so that the tenth page costs what the ten thousandth costs. Mark,
 * total and rows are of one moment: the page is exactly the one that skipping from the newest on would find
 * (docs/decisions/0016-marks.md). Where no mark is near, the next ones who ask find one.
 */
export async function pageFromMark(filter: Filter, search: Search | null, input: ListContacts): Promise<Found> {
  const values = [...filter.values]
  const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const skip = add(offsetOf(input), 'bigint')
  const take = add(input.limit, 'bigint')
  const list = search === null ? filter.list : add(search.list, 'text')
  // As where the newest of a search are read: so wrapped, PostgreSQL takes it for granted that many match.
  const isHit = search === null ? '' : `AND coalesce(${matches(values.push(search.patterns))}, false)`
  const total = search === null ? filter.total : add(search.kept, 'bigint')
  const statement = {
    text: `
      WITH length AS MATERIALIZED (SELECT ${total} AS total), place AS MATERIALIZED (SELECT * FROM list_place($1::uuid, ${list}, ${skip}, ${take}))
      SELECT (SELECT total FROM length) AS total, ${skip} - (SELECT before FROM place) AS skipped, list_length($1::uuid, 'contact') AS contacts, ${asJson(`
        SELECT * FROM contact c WHERE ${filter.sql} AND (c.created_at, c.id) < ((SELECT created_at FROM place), (SELECT id FROM place))
          AND (c.created_at, c.id) >= ((SELECT to_created_at FROM place), (SELECT to_id FROM place))
          AND ${skip} < (SELECT total FROM length) ${isHit}
        ${NEWEST_FIRST} OFFSET ${skip} - (SELECT before FROM place) LIMIT ${take}`)} AS data`,
    values,
  }
  const rows = await rowsOf<MarkedRow>(
    search === null ? { name: `list-contacts-far-down:${shortly(filter.sql)}`, ...statement } : statement,
  )
  const page = found(rows)
  // So many contacts are looked at to skip one that matches.
  const looks = search === null ? 1 : Number(rows[0]?.contacts) / Math.max(page.total, 1)
  if (page.data !== '' && Number(rows[0]?.skipped) * looks > TOO_MANY_SKIPPED) await setMarks(filter, search, input)
  return page
}

/** The page is right without them, so it does not fail with them. */
async function setMarks({ list, values }: Filter, search: Search | null, input: ListContacts): Promise<void> {
  const given = search === null ? values : [values[0], search.list]
  const name = search === null ? list : '$2::text'
  try {
    await rowsApart({
      text: `SELECT set_list_marks($1::uuid, ${name}, $${given.length + 1}::bigint)`,
      values: [...given, offsetOf(input)],
    })
  } catch (error) {
    log.warn({ err: error, organizationId: values[0] }, 'no marks were set in a list; its pages far down stay slow')
  }
}
