import { readAsked } from './parse-query'
import { listReviewIds } from './queries'

export async function findReviewIds(organizationId: string, query: string): Promise<string[]> {
  const parsed = await readAsked(organizationId, query)
  return parsed === null ? [] : listReviewIds(organizationId, parsed)
}
