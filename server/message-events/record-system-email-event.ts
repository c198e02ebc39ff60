import { now } from '../clock'
import { optOut } from '../contacts/suppression'
import { db } from '../db'
import { recordSpamComplaints } from '../organizations/operator-actions'
import { countsTowardDailyLimit, type SystemEmailKind } from '../system-emails/kinds'
import { recordLateEmailBounce } from '../system-emails/send-system-email'
import { transact } from '../unit-of-work'
import { isEngagement, isRepeated, type RecordedEvent, UNKNOWN_MESSAGE } from './record-message-event'
import { type NewMessageEvent, ReportedMessageEvent } from './schema'

/**
 * Records what a provider reported about an email to a member, or about a reply of one to a customer. Only a bounce changes what became of
 * it. A complaint about a reply is also the customer's opt-out. Idempotent.
 * @param organizationId null for an email between the service and a user: its events are applied, and not stored
 */
export async function recordSystemEmailEvent(
  organizationId: string | null,
  systemEmailId: string,
  reported: NewMessageEvent,
): Promise<RecordedEvent> {
  const event = ReportedMessageEvent.parse(reported)
  return transact(async ({ tx }) => {
    if (event.kind === 'bounced' || event.kind === 'rejected') {
      const words = event.words || event.code || event.kind
      const outcome = { state: 'bounced' as const, words, isGone: event.bounceType === 'hard' }
      const bounce = await recordLateEmailBounce(systemEmailId, outcome)
      if (bounce === 'never sent') return UNKNOWN_MESSAGE
      if (bounce === 'already bounced') return { result: 'repeated', previousStatus: 'bounced' }
    }
    const email = await tx.systemEmail.findFirst({ where: { id: systemEmailId, organizationId } })
    if (!email?.claimedAt) return UNKNOWN_MESSAGE
    if (isEngagement(event)) return { result: 'untracked', previousStatus: 'sent' }
    if (organizationId === null) return { result: 'recorded', previousStatus: 'sent' }
    const stored = await tx.messageEvent.findMany({ where: { organizationId, systemEmailId } })
    if (isRepeated(stored, event)) return { result: 'repeated', previousStatus: 'sent' }
    await tx.messageEvent.create({ data: { ...event, organizationId, systemEmailId, receivedAt: now() } })
    if (event.kind === 'complained' && countsTowardDailyLimit(email.kind as SystemEmailKind)) {
      if (!stored.some(({ kind }) => kind === 'complained')) await recordSpamComplaints(organizationId, 1)
      await optOutRecipientOfReply(organizationId, email)
    }
    return { result: 'recorded', previousStatus: 'sent' }
  })
}

async function optOutRecipientOfReply(
  organizationId: string,
  { kind, subjectId }: { kind: string; subjectId: string | null },
): Promise<void> {
  if (kind !== ('caseReply' satisfies SystemEmailKind) || subjectId === null) return
  const reply = await db.responseReply.findFirst({
    where: { organizationId, id: subjectId },
    select: { recipient: true, response: { select: { contactId: true } } },
  })
  if (reply?.response.contactId && reply.recipient !== '')
    await optOut(organizationId, reply.response.contactId, reply.recipient, { isComplaint: true })
}
