import { dueRows } from '../jobs/due-rows'
import { defineQueue } from '../jobs/queue'
import { sendSystemEmail } from './send-email'

export const systemEmailQueue = defineQueue({
  name: 'emails/emails',
  limits: { perOrganization: 4, organizations: 10, budgetMs: 10_000 },
  due: dueRows('emails', { table: 'system_email', at: 'due_at', where: 'ended_at IS NULL' }),
  perform: (_organizationId, { id }) => sendSystemEmail(id),
})
