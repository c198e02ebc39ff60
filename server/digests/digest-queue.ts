import { onceFor } from '../jobs/once-for'
import { defineQueue } from '../jobs/queue'
import { isDigestDue, listDueDigests } from './queries'
import { tellWeek } from './tell-week'

export const digestQueue = defineQueue({
  name: 'digests/digests',
  limits: { perOrganization: 1, organizations: 5, budgetMs: 15_000 },
  due: onceFor({ isDue: isDigestDue, list: listDueDigests }),
  perform: (organizationId) => tellWeek(organizationId),
})
