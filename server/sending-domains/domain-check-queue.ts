import { CHECK_LEASE_MS } from '../domain-checks/check-claim'
import { createTableItemSource } from '../jobs/create-due-item-source'
import { defineQueue } from '../jobs/define-queue'
import { performDueCheck } from './check-sending-domain'

export const domainCheckQueue = defineQueue({
  name: 'sending-domains/checks',
  limits: { perOrganization: 1, organizations: 5, budgetMs: 20_000 },
  due: createTableItemSource('domain-checks', {
    table: 'sending_domain',
    dueColumn: 'next_check_at',
    lease: { column: 'check_claimed_at', ms: CHECK_LEASE_MS },
  }),
  perform: (organizationId, { id }) => performDueCheck(organizationId, id),
})
