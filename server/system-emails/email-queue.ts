import { createTableItemSource } from '../jobs/create-due-item-source'
import { defineQueue } from '../jobs/define-queue'
import { sendSystemEmail } from './send-system-email'

export const systemEmailQueue = defineQueue({
  name: 'emails/emails',
  limits: { perOrganization: 4, organizations: 10, budgetMs: 10_000 },
  due: createTableItemSource('emails', { table: 'system_email', dueColumn: 'due_at', where: 'ended_at IS NULL' }),
  perform: (_organizationId, { id }) => sendSystemEmail(id),
})
