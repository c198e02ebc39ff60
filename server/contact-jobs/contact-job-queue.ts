import { createTableItemSource } from '../jobs/create-due-item-source'
import { defineQueue } from '../jobs/define-queue'
import { performContactJob } from './perform-contact-job'

/** One job of an organization at a time, the longest due first. */
export const contactJobQueue = defineQueue({
  name: 'contacts/jobs',
  limits: { perOrganization: 1, organizations: 10, budgetMs: 15_000 },
  due: createTableItemSource('contact-jobs', { table: 'contact_job', dueColumn: 'due_at' }),
  perform: (organizationId, { id }, until) => performContactJob(organizationId, id, until),
})
