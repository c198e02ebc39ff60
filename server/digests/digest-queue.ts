import { duePerOrganization } from '../jobs/due-rows'
import { defineQueue } from '../jobs/queue'
import { createDigest } from './create-digest'
import { isDigestDue, listDueDigests } from './queries'

export const digestQueue = defineQueue({
  name: 'digests/digests',
  limits: { perOrganization: 1, organizations: 5, budgetMs: 15_000 },
  due: duePerOrganization(isDigestDue, listDueDigests),
  perform: (organizationId) => createDigest(organizationId),
})
