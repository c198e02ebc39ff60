import { onceFor } from '../jobs/due-per-organization'
import { defineQueue } from '../jobs/queue'
import { isTallyOutdated, listOutdatedTallies } from './response-stats-queries'
import { checkTallies } from './verify-stats'

export const tallyQueue = defineQueue({
  name: 'responses/statistics',
  limits: { perOrganization: 1, organizations: 1, budgetMs: 15_000 },
  due: onceFor({ isDue: isTallyOutdated, list: (limit) => listOutdatedTallies(limit) }),
  perform: (organizationId) => checkTallies(organizationId, 'always'),
})
