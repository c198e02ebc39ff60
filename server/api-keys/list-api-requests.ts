import { db } from '../db'
import { NotFound } from '../errors'
import type { ApiRequestPage, ListApiRequests } from './schema'

/**
 * The recent requests of a key, newest first; `after` is the id of the last request of the previous page. A request appears about a second
 * after its response.
 * @throws {NotFound} if there is no such key.
 */
export async function listApiRequests(
  organizationId: string,
  { id, outcome, after, limit }: ListApiRequests,
): Promise<ApiRequestPage> {
  const key = await db.apiKey.findFirst({ where: { organizationId, id }, select: { id: true } })
  if (!key) throw new NotFound('apiKey')
  const lowest = outcome === undefined ? 0 : Number(outcome[0]) * 100
  const rows = await db.apiRequest.findMany({
    where: {
      organizationId,
      apiKeyId: id,
      ...(after === undefined ? {} : { id: { lt: after } }),
      ...(outcome === undefined ? {} : { status: { gte: lowest, lt: lowest + 100 } }),
    },
    omit: { organizationId: true, apiKeyId: true },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const entries = rows.slice(0, limit).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}
