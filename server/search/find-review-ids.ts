import { parseSearchQuery } from './parse-search-query'
import { listReviewIdsByWords } from './queries'

export async function findReviewIds(organizationId: string, query: string): Promise<string[]> {
  const parsed = await parseSearchQuery(organizationId, query)
  return parsed === null ? [] : listReviewIdsByWords(organizationId, parsed)
}
