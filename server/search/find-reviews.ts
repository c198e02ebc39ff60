import { queryRows } from '../db'
import { readAsked } from './asked'

/** Newest reviews that are compared one by one: finds frequent words. */
const NEWEST = 500
/** Index matches that are sorted. Words with more matches are found among the newest. */
const OF_WORDS = 8000
const LISTED_AT_MOST = 1000

const NEWEST_FIRST = 'ORDER BY published_at DESC, id DESC'

/** Ids of the newest reviews whose text or author has words that start with the query's words. */
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
