import { readAsked } from './asked'
import { listReviewIds } from './queries'

export async function findReviewIds(organizationId: string, query: string): Promise<string[]> {
  const asked = await readAsked(organizationId, query)
  return asked === null ? [] : listReviewIds(organizationId, asked)
}
