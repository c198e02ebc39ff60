import { defineBatchQueue } from '../../jobs/queue'
import { DeliveryWorker } from './delivery-worker'
import { listDueDeliveries } from './queries'

export const deliveryQueue = defineBatchQueue({
  name: 'webhooks/deliveries',
  // The last attempt may start at the end of the budget and take 12 seconds: well below the one-minute limit of a job's call.
  limits: { perOrganization: 5, organizations: 200, budgetMs: 25_000 },
  listDue: listDueDeliveries,
  openWorker: (organizationId) => new DeliveryWorker(organizationId),
})
