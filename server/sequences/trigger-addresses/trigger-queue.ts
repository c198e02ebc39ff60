import { createTableItemSource } from '../../jobs/create-due-item-source'
import { defineQueue } from '../../jobs/define-queue'
import { decideRequest } from './decide-request'

export const triggerQueue = defineQueue({
  name: 'sequences/trigger-requests',
  limits: { perOrganization: 4, organizations: 5, budgetMs: 20_000 },
  due: createTableItemSource('trigger-requests', {
    table: 'trigger_request',
    dueColumn: 'due_at',
    oneAtATimePer: 'address_id',
  }),
  perform: (organizationId, { id }) => decideRequest(organizationId, id),
})
