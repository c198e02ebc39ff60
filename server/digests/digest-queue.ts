import { duePerOrganization } from '../jobs/due-per-organization'
import { defineQueue } from '../jobs/queue'
import { createDigest } from './create-digest'
import { isDigestDue, listDueDigests } from './queries'

export const digestQueue = defineQueue({
  name: 'digests/digests',
  limits: { perOrganization: 1, organizations: 5, budgetMs: 15_000 },
  due: duePerOrganization({ isDue: isDigestDue, listDueOrganizations: listDueDigests }),
  perform: (organizationId) => createDigest(organizationId),
})
