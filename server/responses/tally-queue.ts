import { onceFor } from '../jobs/once-for'
import { defineQueue } from '../jobs/queue'
import { isTallyOutdated, listOutdatedTallies } from './tally-queries'
import { checkTallies } from './tally-upkeep'

export const tallyQueue = defineQueue({
  name: 'responses/statistics',
  limits: { perOrganization: 1, organizations: 1, budgetMs: 15_000 },
  due: onceFor({ isDue: isTallyOutdated, list: (limit) => listOutdatedTallies(limit) }),
  perform: (organizationId) => checkTallies(organizationId, 'always'),
})
