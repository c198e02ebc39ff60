import { duePerOrganization } from '../jobs/due-rows'
import { defineQueue } from '../jobs/queue'
import { hasOutdatedStats, listOutdatedStats } from './response-stats-queries'
import { verifyStats } from './verify-stats'

export const rebuildStatsQueue = defineQueue({
  name: 'responses/statistics',
  limits: { perOrganization: 1, organizations: 1, budgetMs: 15_000 },
  due: duePerOrganization(hasOutdatedStats, (limit) => listOutdatedStats(limit)),
  perform: (organizationId) => verifyStats(organizationId, 'always'),
})
