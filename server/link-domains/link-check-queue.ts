import { CHECK_LEASE_MS } from '../domain-checks/check-claim'
import { createTableItemSource } from '../jobs/create-due-item-source'
import { defineQueue } from '../jobs/define-queue'
import { performDueLinkCheck } from './check-link-domain'

export const linkCheckQueue = defineQueue({
  name: 'link-domains/checks',
  limits: { perOrganization: 1, organizations: 5, budgetMs: 20_000 },
  due: createTableItemSource('link-checks', {
    table: 'link_domain',
    dueColumn: 'next_check_at',
    lease: { column: 'check_claimed_at', ms: CHECK_LEASE_MS },
  }),
  perform: (organizationId, { id }) => performDueLinkCheck(organizationId, id),
})
