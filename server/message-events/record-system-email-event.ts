import { now } from '../clock'
import { optOut } from '../contacts/suppression'
import { db, type Tx } from '../db'
import { recordSpamComplaints } from '../organizations/operator-actions'
import type { SystemEmailRow } from '../system-emails/composer-types'
import { countsTowardDailyLimit, type SystemEmailKind } from '../system-emails/kinds'
import { recordLateEmailBounce, toLateOutcome } from '../system-emails/late-bounces'
import { loadLockedEmail } from '../system-emails/queries'
import { transact } from '../unit-of-work'
import { isEngagement, isRepeated, type RecordedEvent, UNKNOWN_MESSAGE } from './record-message-event'
import { type NewMessageEvent, ReportedMessageEvent } from './schema'

/**
 * Records what a provider reported about an email to a member, or about a reply of one to a customer. Only a bounce changes what became of
 * it; one that arrives before the mail server's reply is applied with that reply (applyEarlyBounce). A complaint about a reply is also
 * the customer's opt-out. Idempotent.
 * @param organizationId null for an email between the service and a user: its events are applied, and not stored
 */
export async function recordSystemEmailEvent(
  organizationId: string | null,
  systemEmailId: string,
  reported: NewMessageEvent,
): Promise<RecordedEvent> {
  const event = ReportedMessageEvent.parse(reported)
  return transact(async ({ tx }) => {
    const email = await loadLockedEmail(tx, systemEmailId)
    if (!email?.claimedAt || email.organizationId !== organizationId) return UNKNOWN_MESSAGE
    if (isEngagement(event)) return { result: 'untracked', previousStatus: 'sent' }
    const outcome = toLateOutcome(event)
    const isBeingSent = email.endedAt === null && organizationId !== null
    if (outcome && !isBeingSent) {
      const bounce = await recordLateEmailBounce(systemEmailId, outcome)
      if (bounce === 'never sent') return UNKNOWN_MESSAGE
      if (bounce === 'already bounced') return { result: 'repeated', previousStatus: 'bounced' }
    }
    if (organizationId !== null && !(await storeEvent(tx, organizationId, email, event)))
      return { result: 'repeated', previousStatus: 'sent' }
    return { result: 'recorded', previousStatus: 'sent' }
  })
}

/** @returns false if it is stored already */
async function storeEvent(
  tx: Tx,
  organizationId: string,
  email: SystemEmailRow,
  event: ReportedMessageEvent,
): Promise<boolean> {
  const stored = await tx.messageEvent.findMany({ where: { organizationId, systemEmailId: email.id } })
  if (isRepeated(stored, event)) return false
  await tx.messageEvent.create({ data: { ...event, organizationId, systemEmailId: email.id, receivedAt: now() } })
  if (event.kind === 'complained' && countsTowardDailyLimit(email.kind as SystemEmailKind)) {
    if (!stored.some(({ kind }) => kind === 'complained')) await recordSpamComplaints(organizationId, 1)
    await optOutRecipientOfReply(organizationId, email)
  }
  return true
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
