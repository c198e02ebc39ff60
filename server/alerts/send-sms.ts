import type { AlertMessage } from '@/prisma/generated/client'
import { getVerifiedPhone } from '../auth/is-phone-verified'
import { now } from '../clock'
import type { Tx } from '../db'
import { signToken } from '../encryption'
import { withLease } from '../jobs/lease'
import { lockUser } from '../locks'
import { log } from '../log'
import type { MessageOutcome, SmsMessage } from '../messaging/message'
import { storeInOutbox } from '../messaging/outbox'
import { claimExpiresAt, decideLostClaimStatus, decideMessageStatus } from '../messaging/outcome/decide-message-status'
import { reserveQuotaAndDecideSend } from '../messaging/outcome/reserve-quota-and-decide-sends'
import { toSingleLine } from '../messaging/templates/sanitize-name'
import { recordOutcomesInDailyUsage } from '../organizations/daily-message-usage'
import { lockAndReadSendingRestriction } from '../organizations/sending-restriction'
import { transact } from '../unit-of-work'
import { Language } from '../validation/schema'
import { loadNotificationAndLockContacts } from './load-notification'
import { lockMessageIfDue, lockMessageIfStillClaimed, postponeForSendingRestriction } from './message-lease'
import { recordAlertMessageOutcome, toAlertStateReason } from './record-alert-message-outcome'
import { renderSms } from './render-sms'
import type { AlertStateReason } from './schema'

type ClaimedSms = AlertMessage & { claimedAt: Date; units: number; deliver: () => Promise<MessageOutcome> }

/**
 * Sends a text message of an alert, if it is due. The claim is committed before the message is handed to the provider, so it is never sent
 * twice; a message claimed by a process that died is not retried. Without an SMS provider it is kept in the Outbox.
 */
export async function sendAlertSms(organizationId: string, id: string): Promise<void> {
  await withLease({
    acquire: () => claimSms(organizationId, id),
    perform: ({ deliver }) => deliver(),
    complete: (claim, outcome) => transact(({ tx }) => recordOutcome(tx, organizationId, claim, outcome)),
  })
}

async function claimSms(organizationId: string, id: string): Promise<ClaimedSms | null> {
  return transact(async ({ tx }) => {
    const claimedAt = now()
    const hold = await lockAndReadSendingRestriction(tx, organizationId)
    const message = await lockMessageIfDue(tx, organizationId, id)
    if (message?.kind !== 'sms') return null
    const where = { organizationId, id }
    const end = async (outcome: Parameters<typeof recordAlertMessageOutcome>[3]) => {
      await recordAlertMessageOutcome(tx, organizationId, message, outcome)
      return null
    }
    if (message.claimedAt !== null) {
      const { sentAt, reason } = decideLostClaimStatus(message.claimedAt)
      return end({ state: 'failed', sentAt, reason: toAlertStateReason(reason) })
    }
    if (hold) return postponeForSendingRestriction(tx, organizationId, id, hold)
    const composed = await composeSms(tx, organizationId, message)
    if ('code' in composed) return end({ state: 'skipped', reason: composed })
    const { userId, contactIds } = composed
    const admission = await reserveQuotaAndDecideSend(tx, organizationId, composed.message, { at: claimedAt })
    if (admission.state === 'captured') {
      await storeInOutbox(tx, organizationId, [
        { message: composed.message, contactId: null, userId, mentionedContactIds: contactIds },
      ])
      return end({ state: 'sent', sentAt: claimedAt, reason: toAlertStateReason(admission.reason) })
    }
    if (admission.state === 'postponed') {
      const { until: nextAttemptAt, reason } = admission
      await tx.alertMessage.update({ where, data: { nextAttemptAt, reason } })
      return null
    }
    const { units, deliver } = admission
    const { attempts, firstTriedAt } = message
    const claim = { claimedAt, firstTriedAt: firstTriedAt ?? claimedAt, attempts: attempts + 1 }
    await tx.alertMessage.update({ where, data: { ...claim, nextAttemptAt: claimExpiresAt(claimedAt) } })
    return { ...message, ...claim, units, deliver }
  })
}

type Composed = { message: SmsMessage; userId: string; contactIds: string[] }

async function composeSms(tx: Tx, organizationId: string, message: AlertMessage): Promise<Composed | AlertStateReason> {
  const { userId } = message
  const member =
    userId && (await tx.membership.findFirst({ where: { organizationId, userId }, include: { user: true } }))
  if (!member || member.user.deletesAt !== null) return { code: 'notMember', values: {} }
  // A concurrent removal of the number also erases the copy stored here.
  await lockUser(tx, member.userId, 'SHARE')
  const user = await tx.user.findUnique({ where: { id: member.userId }, select: { phone: true, phoneReached: true } })
  const phone = user ? getVerifiedPhone(user) : null
  if (phone === null) return { code: 'noPhone', values: {} }
  const notification = await loadNotificationAndLockContacts(tx, organizationId, message)
  if (!notification) return { code: 'obsolete', values: {} }
  const text = renderSms(Language.catch('en').parse(member.user.language), notification)
  return {
    message: {
      channel: 'sms',
      from: toSingleLine(notification.organization.name),
      to: phone,
      text,
      statusToken: signToken('alert-sms-status', message.id),
    },
    userId: member.userId,
    contactIds: notification.contactIds,
  }
}

async function recordOutcome(
  tx: Tx,
  organizationId: string,
  claim: ClaimedSms,
  outcome: MessageOutcome,
): Promise<void> {
  const { id, claimedAt, units } = claim
  if (!(await lockMessageIfStillClaimed(tx, organizationId, claim)))
    return log.warn({ organizationId, messageId: id, outcome: outcome.state }, 'a text message was reported too late')
  await recordOutcomesInDailyUsage(tx, organizationId, [{ claimedAt, state: outcome.state, units }])
  const result = decideMessageStatus(claim, outcome)
  const reason = toAlertStateReason(result.reason)
  if (result.status === 'retry') {
    const data = { claimedAt: null, nextAttemptAt: result.dueAt, ...(reason === null ? {} : { reason }) }
    await tx.alertMessage.update({ where: { organizationId, id }, data })
    return
  }
  if (result.status !== 'sent')
    log.warn({ organizationId, messageId: id, reason: result.reason }, 'an alert could not be sent by SMS')
  const sentAt = result.status === 'bounced' ? null : result.sentAt
  const state = result.status === 'sent' ? 'sent' : 'failed'
  const messageId = outcome.state === 'accepted' ? (outcome.messageId ?? null) : null
  await recordAlertMessageOutcome(tx, organizationId, claim, { state, sentAt, reason, messageId })
}
