import { createItemPerOrganizationSource } from '../jobs/create-due-item-source'
import { defineQueue } from '../jobs/define-queue'
import { createDueDigest } from './create-due-digest'
import { isDigestDue, listOrganizationIdsWithDueDigest } from './queries'

export const digestQueue = defineQueue({
  name: 'digests/digests',
  limits: { perOrganization: 1, organizations: 5, budgetMs: 15_000 },
  due: createItemPerOrganizationSource(isDigestDue, listOrganizationIdsWithDueDigest),
  perform: (organizationId) => createDueDigest(organizationId),
})
