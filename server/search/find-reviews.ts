import { readAsked } from './asked'
import { listReviewIds } from './queries'

/** Ids of the newest reviews whose text or author has words that start with the query's words. */
export async function findReviewIds(organizationId: string, query: string): Promise<string[]> {
  const asked = await readAsked(organizationId, query)
  return asked === null ? [] : listReviewIds(organizationId, asked)
}
