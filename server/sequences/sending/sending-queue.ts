import { defineBatchQueue } from '../../jobs/define-queue'
import { listOrganizationsWithDueSendings } from './queries'
import { SendingWorker } from './sending-worker'

export const sendingQueue = defineBatchQueue({
  name: 'sequences/sendings',
  // A message that is handed over at the end of the budget may take most of the one-minute limit of a job's call.
  limits: { perOrganization: 20, organizations: 50, budgetMs: 10_000, overdueMs: 60_000 },
  listDueOrganizations: listOrganizationsWithDueSendings,
  openWorker: (organizationId) => new SendingWorker(organizationId),
})
