import { createItemPerOrganizationSource } from '../jobs/create-due-item-source'
import { defineQueue } from '../jobs/define-queue'
import { hasStatsInOldTimeZone, listOrganizationIdsWithStatsInOldTimeZone } from './response-stats-queries'
import { verifyOrRebuildStats } from './verify-or-rebuild-stats'

export const rebuildStatsQueue = defineQueue({
  name: 'responses/statistics',
  limits: { perOrganization: 1, organizations: 1, budgetMs: 15_000 },
  due: createItemPerOrganizationSource(hasStatsInOldTimeZone, (limit) =>
    listOrganizationIdsWithStatsInOldTimeZone(limit),
  ),
  perform: (organizationId) => verifyOrRebuildStats(organizationId, 'always'),
})
