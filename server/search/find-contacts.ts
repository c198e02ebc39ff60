import { gramLookups, holds } from '../contacts/search'
import { queryRows } from '../db'
import type { Asked } from './asked'
import type { FoundContact } from './schema'

/** So many are looked at for each way to begin; a common beginning has enough of them. */
const OF_EACH_BEGINNING = 50
/** So many of the newest are compared whole: what one in a hundred holds is found among them. */
const NEWEST = 500
/** So many of what the pieces find are compared: a search that finds more is met among the newest. */
const OF_PIECES = 500

const FULL_NAME = `c.first_name || coalesce(' ' || c.last_name, '')`
const WORDS = `find_words(${FULL_NAME} || ' ' || c.email)`
const COLUMNS = `c.id, ${FULL_NAME} AS name, c.email`

type Row = { id: string; name: string; email: string; rank: number }

/**
 * The contacts whose name or email matches best: equal, then beginning so, then with words that begin so, then anywhere.
 * Each way is asked only where the ones before it found fewer than `enough`, and reads a bounded number of rows, however
 * many contacts there are (docs/decisions/0008-search.md). May hold more than `enough`.
 */
export async function findContacts(organizationId: string, asked: Asked, enough: number): Promise<FoundContact[]> {
  const found = new Map<string, Row>()
  for (const look of [beginning, amongNewest, ...lookups(organizationId, asked)]) {
    for (const row of await look(organizationId, asked)) if (!found.has(row.id)) found.set(row.id, row)
    if (found.size >= enough || isAll(asked, [...found.values()])) break
  }
  // An order that stays when ranks are equal: that in which they were found.
  return [...found.values()].sort((a, b) => a.rank - b.rank).map(({ id, name, email }) => ({ id, name, email }))
}

/** One letter begins something, or means nothing; a whole address is nobody else's. */
function isAll({ text }: Asked, rows: readonly Row[]): boolean {
  return text.length === 1 || (text.includes('@') && rows.some((row) => row.rank === 0))
}

type Look = (organizationId: string, asked: Asked) => Promise<Row[]>

/** One index each; PostgreSQL reads from where the beginning stands and stops. */
const BEGINNINGS = [
  { column: FULL_NAME, begins: 1 },
  { column: 'c.email', begins: 1 },
  { column: 'c.last_name', begins: 2 },
  { column: `split_part(c.email, '@', 2)`, begins: 2 },
].map(({ column, begins }) => {
  const folded = `(find_fold(${column}) COLLATE "C")`
  return `(SELECT ${COLUMNS}, CASE WHEN ${folded} = $2::text THEN 0 ELSE ${begins} END AS rank FROM contact c
    WHERE c.organization_id = $1::uuid AND ${folded} >= $2::text AND ${folded} < $3::text
    ORDER BY c.organization_id, ${folded} LIMIT ${OF_EACH_BEGINNING})`
})

const beginning: Look = (organizationId, { text, end }) =>
  queryRows<Row>({
    name: 'find-contacts:beginning',
    text: `SELECT * FROM (${BEGINNINGS.join(' UNION ALL ')}) f ORDER BY rank`,
    values: [organizationId, text, end],
  })

const rank = (words: string) =>
  `CASE WHEN ${words} LIKE ALL ($2::text[]) THEN 2 WHEN ${words} LIKE ALL ($3::text[]) THEN 3 END`

const amongNewest: Look = (organizationId, { beginnings, parts }) =>
  queryRows<Row>({
    name: 'find-contacts:newest',
    text: `SELECT id, name, email, rank FROM (
        SELECT *, ${rank('words')} AS rank FROM (
          SELECT ${COLUMNS}, ${WORDS} AS words FROM contact c WHERE c.organization_id = $1::uuid
          ORDER BY c.created_at DESC, c.id DESC LIMIT ${NEWEST} OFFSET 0) n) f
      WHERE rank IS NOT NULL ORDER BY rank LIMIT ${OF_EACH_BEGINNING}`,
    values: [organizationId, beginnings, parts],
  })

/** By the index of contacts' search, which counts accents: the cheapest query first. */
function lookups(organizationId: string, asked: Asked): Look[] {
  return gramLookups(organizationId, asked.pieces).map(
    (lookup) => () =>
      queryRows<Row>({
        name: 'find-contacts:pieces',
        text: `WITH looked AS MATERIALIZED (
          SELECT c.organization_id, ${COLUMNS}, c.created_at, ${WORDS} AS words FROM contact c WHERE ${holds(4)} LIMIT ${OF_PIECES})
        SELECT id, name, email, rank FROM (SELECT *, ${rank('words')} AS rank FROM looked WHERE organization_id = $1::uuid) f
        WHERE rank IS NOT NULL ORDER BY rank, created_at DESC LIMIT ${OF_EACH_BEGINNING}`,
        values: [organizationId, asked.beginnings, asked.parts, lookup],
      }),
  )
}
