import { afterAll } from 'vitest'
import { db } from '../../db'
import { sendSystemEmail } from '../../system-emails/send-system-email'
import { anOrganization } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'
import { aDelivery } from '../../testing/factories/webhooks'
import type { ScriptedResponse } from '../../testing/servers/https-receiver'
import { aWebhookReceiver, type SubscribedWebhook } from '../../testing/servers/webhook-receiver'
import { transact } from '../../unit-of-work'
import { queueFailureNotice } from './queue-failure-notice'

export async function useHooksWithAdmins() {
  const hooks = await aWebhookReceiver()
  afterAll(() => hooks.close())

  /** A subscription in an organization with an owner, an admin and a member. */
  async function aHookWithAdmins(replies: ScriptedResponse[]) {
    const organizationId = await anOrganization({ name: 'Analytical Engines' })
    const owner = await aMember(organizationId, 'owner')
    const admin = await aMember(organizationId, 'admin')
    const member = await aMember(organizationId, 'member')
    const hook = await hooks.subscribe(['new_contact'], replies, organizationId)
    return { hook, owner, admin, member }
  }

  return { hooks, aHookWithAdmins }
}

export async function anExhaustedDelivery(hook: SubscribedWebhook): Promise<string> {
  const { id } = await aDelivery(hook.organizationId, hook.id)
  await hook.exhaust(id)
  return id
}

export const queueNotice = (hook: SubscribedWebhook) =>
  transact((work) => queueFailureNotice(work, hook.organizationId, hook.id))
export const listNotices = (hook: SubscribedWebhook, userId?: string) =>
  db.systemEmail.findMany({
    where: { subjectId: hook.id, ...(userId === undefined ? {} : { userId }) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

export async function sendQueuedNotices(hook: SubscribedWebhook): Promise<void> {
  for (const { id, endedAt } of await listNotices(hook)) if (endedAt === null) await sendSystemEmail(id)
}

export async function ageNotices(hook: SubscribedWebhook, ms: number): Promise<void> {
  const interval = `${ms} milliseconds`
  await db.$executeRaw`
    UPDATE system_email SET due_at = due_at - ${interval}::interval, sent_at = sent_at - ${interval}::interval, ended_at = ended_at - ${interval}::interval,
      claimed_at = claimed_at - ${interval}::interval, first_tried_at = first_tried_at - ${interval}::interval
    WHERE subject_id = ${hook.id}::uuid`
}
