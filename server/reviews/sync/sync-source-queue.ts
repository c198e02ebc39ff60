import { createTableItemSource } from '../../jobs/create-due-item-source'
import { defineQueue } from '../../jobs/define-queue'
import { SOURCE_CLAIM_MS } from './source-lease'
import { syncSource } from './sync-source'

export const REVIEW_SOURCES_MAX = 25

const SOURCE_BUDGET_MS = 15_000

export const syncSourceQueue = defineQueue({
  name: 'reviews/sources',
  // A page started at the end takes up to 25 seconds more; the total must stay below the one-minute limit of a job call.
  limits: { perOrganization: 5, organizations: 50, budgetMs: 20_000 },
  due: createTableItemSource('review-sources', {
    table: 'review_source',
    dueColumn: 'next_sync_at',
    lease: { column: 'claimed_at', ms: SOURCE_CLAIM_MS },
  }),
  perform: (organizationId, { id }, until) =>
    syncSource(organizationId, id, Math.min(until, Date.now() + SOURCE_BUDGET_MS)),
})
