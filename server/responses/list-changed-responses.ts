import { type ChangeFeedRequest, type Changes, listChanges } from '../change-feed/list-changes'
import { readChangedResponses } from './changed-responses-queries'
import { listResponses, presentListItem, presentListItemWithAnswers, resolveListFilter } from './responses'
import type { ListResponses, ResponseListItem } from './schema'

/** Responses in the order of their last change; deleted ones come whatever the filters. */
export async function listChangedResponses(
  organizationId: string,
  { include, ...filters }: Omit<ListResponses, 'page' | 'limit'> & { include?: 'answers' },
  request: ChangeFeedRequest,
): Promise<Changes<ResponseListItem>> {
  const [resolvedFilter, { meta }] = await Promise.all([
    resolveListFilter(organizationId, filters),
    listResponses(organizationId, { ...filters, page: 1, limit: 1 }),
  ])
  const present = include === 'answers' ? presentListItemWithAnswers : presentListItem
  return listChanges(organizationId, request, {
    kind: 'response',
    total: meta.total,
    read: async (range, limit) => {
      const rows = await readChangedResponses(organizationId, resolvedFilter, range, { limit, include })
      return rows.map((row) => {
        const { updatedAt } = row
        return { at: updatedAt, id: row.id, item: { ...present(row), updatedAt: updatedAt.toISOString() } }
      })
    },
  })
}
