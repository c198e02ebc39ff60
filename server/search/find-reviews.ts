import { queryRows } from '../db'
import { readAsked } from './asked'

/** So many of the newest are compared one by one: a word that many wrote is met there. */
const NEWEST = 500
/** So many of those that hold a word are put in order: what more hold is met among the newest. */
const OF_WORDS = 8000
/** A search of the list finds the newest so many. */
const LISTED_AT_MOST = 1000

const NEWEST_FIRST = 'ORDER BY published_at DESC, id DESC'

/** The ids of the newest reviews whose text or author has words that begin as is asked. */
export async function findReviewIds(organizationId: string, query: string): Promise<string[]> {
  const asked = await readAsked(organizationId, query)
  if (asked === null) return []
  const rows = await queryRows<{ id: string }>({
    name: 'find-reviews',
    text: `
      SELECT id FROM (
        SELECT id, published_at FROM (
          SELECT id, organization_id, published_at FROM review
          WHERE review_find_words(organization_id, author_name, text) @@ $3::tsquery LIMIT ${OF_WORDS} OFFSET 0) looked
        WHERE organization_id = $1::uuid
        UNION
        SELECT id, published_at FROM (
          SELECT id, published_at, author_name, text FROM review WHERE organization_id = $1::uuid
          ${NEWEST_FIRST} LIMIT ${NEWEST} OFFSET 0) newest
        WHERE find_words(coalesce(author_name, '') || ' ' || text) LIKE ALL ($4::text[])) hits
      ${NEWEST_FIRST} LIMIT $2::int`,
    values: [organizationId, LISTED_AT_MOST, asked.lookup, asked.beginnings],
  })
  return rows.map(({ id }) => id)
}
