import { gramLookups, holds } from '../contacts/search'
import { queryRows } from '../db'
import type { Asked } from './asked'
import type { FoundContact } from './schema'

/** Rows read per index. */
const OF_EACH_BEGINNING = 50
/** Newest contacts that are scanned in full, to find what about one in a hundred matches. */
const NEWEST = 500
/** Candidates read from the gram index. A query with more matches already has some among the newest. */
const OF_PIECES = 500

const FULL_NAME = `c.first_name || coalesce(' ' || c.last_name, '')`
const WORDS = `find_words(${FULL_NAME} || ' ' || c.email)`
const COLUMNS = `c.id, ${FULL_NAME} AS name, c.email`

type Row = { id: string; name: string; email: string; rank: number }

/**
 * Contacts that match best by name or email: exact, then prefix, then word prefix, then substring. Runs each query only
 * if the previous ones found fewer than `enough`, and each reads a bounded number of rows
 * (docs/decisions/0008-search.md). May return more than `enough`.
 */
export async function findContacts(organizationId: string, asked: Asked, enough: number): Promise<FoundContact[]> {
  const found = new Map<string, Row>()
  for (const look of [beginning, amongNewest, ...lookups(organizationId, asked)]) {
    for (const row of await look(organizationId, asked)) if (!found.has(row.id)) found.set(row.id, row)
    if (found.size >= enough || isAll(asked, [...found.values()])) break
  }
  // Stable sort: equal ranks keep the order in which they were found.
  return [...found.values()].sort((a, b) => a.rank - b.rank).map(({ id, name, email }) => ({ id, name, email }))
}

/** One letter is only matched as a prefix; a complete address is unique. */
function isAll({ text }: Asked, rows: readonly Row[]): boolean {
  return text.length === 1 || (text.includes('@') && rows.some((row) => row.rank === 0))
}

type Look = (organizationId: string, asked: Asked) => Promise<Row[]>

/** One index range scan each. */
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

/** Uses the gram index of contacts, which distinguishes accents; cheapest query first. */
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
