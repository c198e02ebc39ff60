import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { HOUR_MS, now } from '../clock'
import { Prisma, type Tx } from '../db'
import { env } from '../env'
import { withLease } from '../jobs/lease'
import { log } from '../log'
import type { EmailMessage, MessageOutcome } from '../messaging/message'
import { buildMessageId } from '../messaging/message-id'
import { storeInOutbox } from '../messaging/outbox'
import { claimExpiresAt, decideLostClaimStatus, decideMessageStatus } from '../messaging/outcome/decide-message-status'
import { makeReason } from '../messaging/outcome/reasons'
import { reserveQuotaAndDecideSend } from '../messaging/outcome/reserve-quota-and-decide-sends'
import type { Reason } from '../messaging/outcome/schema'
import { recordOutcomesInDailyUsage } from '../organizations/daily-message-usage'
import { findOperatorHomeOrganizationId } from '../organizations/operator-home-organization'
import { lockAndReadSendingRestriction } from '../organizations/sending-restriction'
import { isLoopbackUrl } from '../outbound/allowed-networks'
import { toSenderFields } from '../sending-domains/organization-sender'
import { stopSendingIfUnhealthy } from '../sending-health/stop-sending'
import { transact } from '../unit-of-work'
import type { ComposedEmail, CustomerReplyHeaders, SystemEmailRow } from './composer-types'
import { EMAIL_COMPOSERS } from './composers'
import { countsTowardDailyLimit, getMinIntervalMs, SYSTEM_EMAIL_KINDS, type SystemEmailKind } from './kinds'
import { applyEarlyBounce } from './late-bounces'
import { ON_EMAIL_COMPLETED } from './on-email-completed'
import { loadLockedEmail, type NewSystemEmail } from './queries'
import { insertSystemEmails } from './queue-emails'

const INTERACTIVE_TIMEOUT_MS = 10_000
const CLAIMED_RECHECK_MS = 100

/** @property isClaimed another worker is sending it */
export type SystemEmailState =
  | { state: 'ended'; isSent: boolean }
  | { state: 'waiting'; until: Date; isClaimed?: boolean }

const ENDED_UNSENT: SystemEmailState = { state: 'ended', isSent: false }

/**
 * Sends a system email if it is due. Idempotent, and safe to call concurrently. The claim is committed before anything is sent, so that
 * the email is never sent twice; a crash before the claim loses nothing.
 */
export async function sendSystemEmail(id: string): Promise<SystemEmailState> {
  let state: SystemEmailState = ENDED_UNSENT
  await withLease({
    acquire: async () => {
      const claim = await claimEmail(id)
      if (claim.state === 'claimed') return claim
      state = claim
      return null
    },
    perform: ({ deliver }) => deliver(),
    complete: async ({ claimedAt }, outcome) => {
      state = await recordOutcome(id, claimedAt, outcome)
    },
  })
  return state
}

/** @returns null if the outcome is not known in time */
export async function sendSystemEmailImmediately(email: NewSystemEmail): Promise<SystemEmailState | null> {
  const [queued] = await transact(({ tx }) => insertSystemEmails(tx, [email]))
  return queued
    ? Promise.race([sendOrAwaitSystemEmail(queued.id), pause(INTERACTIVE_TIMEOUT_MS, null, { ref: false })])
    : ENDED_UNSENT
}

/** Sends a system email, or waits for the outcome if the queue, which may run at this moment, has claimed it. */
export async function sendOrAwaitSystemEmail(id: string): Promise<SystemEmailState> {
  const until = performance.now() + INTERACTIVE_TIMEOUT_MS
  for (;;) {
    const state = await sendSystemEmail(id)
    if (state.state === 'ended' || !state.isClaimed || performance.now() > until) return state
    await pause(CLAIMED_RECHECK_MS)
  }
}

type Claim = SystemEmailState | { state: 'claimed'; claimedAt: Date; deliver: () => Promise<MessageOutcome> }

async function claimEmail(id: string): Promise<Claim> {
  return transact(async ({ tx }) => {
    const row = await loadLockedEmail(tx, id)
    if (!row) return ENDED_UNSENT
    if (row.endedAt !== null) return { state: 'ended', isSent: row.sentAt !== null }
    if (row.claimedAt) {
      const lostAt = claimExpiresAt(row.claimedAt)
      if (lostAt > now()) return { state: 'waiting', until: lostAt, isClaimed: true }
      return completeEmail(tx, row, decideLostClaimStatus(row.claimedAt))
    }
    if (row.dueAt > now()) return { state: 'waiting', until: row.dueAt }
    const hold = row.organizationId === null ? null : await lockAndReadSendingRestriction(tx, row.organizationId)
    if (hold) return postpone(tx, row, makeReason(hold))
    const composed = await EMAIL_COMPOSERS[row.kind as SystemEmailKind](tx, row)
    if ('reason' in composed) return completeEmail(tx, row, { sentAt: null, reason: composed.reason })

    const counted = { ...row, reportedCount: row.count }
    const message = buildMessage(row.id, composed)
    const claimedAt = now()
    const isCounted = countsTowardDailyLimit(row.kind as SystemEmailKind)
    const admission = await reserveQuotaAndDecideSend(tx, row.organizationId, message, {
      at: claimedAt,
      countsTowardQuota: isCounted,
    })
    if (admission.state === 'captured') {
      await captureEmail(tx, row, message, composed)
      return completeEmail(tx, counted, { sentAt: claimedAt, reason: admission.reason })
    }
    if (admission.state === 'postponed') return postpone(tx, row, admission.reason, admission.until)
    await tx.systemEmail.update({
      where: { id },
      data: {
        claimedAt,
        firstTriedAt: row.firstTriedAt ?? claimedAt,
        reportedCount: counted.reportedCount,
        dueAt: claimExpiresAt(claimedAt),
      },
    })
    return { state: 'claimed', claimedAt, deliver: admission.deliver }
  })
}

function buildMessage(id: string, { to, rendered, sender, headers, replyHeaders }: ComposedEmail): EmailMessage {
  if (replyHeaders) return buildCustomerReplyMessage({ to, rendered }, replyHeaders)
  return {
    channel: 'email',
    ...buildFrom(sender),
    to,
    ...rendered,
    // Stable across retries, so that mail clients recognize duplicates.
    messageId: buildMessageId(id, sender?.domain),
    // RFC 3834: suppresses out-of-office replies.
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
  }
}

function buildCustomerReplyMessage(
  { to, rendered }: Pick<ComposedEmail, 'to' | 'rendered'>,
  { sender, feedbackId, replyTo, messageId, references }: CustomerReplyHeaders,
): EmailMessage {
  const lastReference = references.at(-1)
  const thread = lastReference === undefined ? {} : { 'In-Reply-To': lastReference, References: references.join(' ') }
  const headers = { ...thread, 'Feedback-ID': feedbackId }
  return { channel: 'email', ...buildFrom(sender), to, replyTo, ...rendered, messageId, headers }
}

function buildFrom(
  sender: ComposedEmail['sender'],
): Pick<EmailMessage, 'from' | 'envelopeFrom' | 'returnPathDomain' | 'dkimKey'> {
  if (!sender) return { from: env.mailFrom }
  return { from: { name: sender.name, address: sender.address }, ...toSenderFields(sender) }
}

/**
 * Without a mail server, captures the message in its organization's Outbox, or in the operator's (server/organizations/operator-home-organization.ts) if it
 * has none. In that case the link is also logged if the service is only reachable from this machine.
 */
async function captureEmail(tx: Tx, row: SystemEmailRow, message: EmailMessage, composed: ComposedEmail) {
  const { visibleTo } = SYSTEM_EMAIL_KINDS[row.kind as SystemEmailKind]
  const organizationId = row.organizationId ?? (await findOperatorHomeOrganizationId())
  const { opens = null, replyHeaders, contactIds: mentionedContactIds = [] } = composed
  const contactId = replyHeaders?.contactId ?? null
  if (organizationId !== null)
    await storeInOutbox(tx, organizationId, [{ message, contactId, mentionedContactIds, visibleTo }])
  if (row.organizationId !== null) return
  // The log of a public service must not contain links that open an account (OWASP ASVS 16.2.5).
  const recipientDetails = isLoopbackUrl(env.baseUrl) ? { to: message.to.address, opens } : {}
  log.warn(
    { emailId: row.id, kind: row.kind, ...recipientDetails },
    'no mail server is configured: this message was not sent',
  )
}

async function postpone(
  tx: Tx,
  { id }: SystemEmailRow,
  reason: Reason,
  until = new Date(now().getTime() + HOUR_MS),
): Promise<SystemEmailState> {
  await tx.systemEmail.update({ where: { id }, data: { dueAt: until, reason } })
  return { state: 'waiting', until }
}

async function recordOutcome(id: string, claimedAt: Date, outcome: MessageOutcome): Promise<SystemEmailState> {
  return transact(async ({ tx }) => {
    const row = await loadLockedEmail(tx, id)
    if (!row || row.endedAt !== null || row.claimedAt?.getTime() !== claimedAt.getTime()) {
      log.warn({ emailId: id, outcome: outcome.state }, 'a mail was reported too late')
      return ENDED_UNSENT
    }
    const result = decideMessageStatus({ claimedAt, firstTriedAt: row.firstTriedAt }, outcome)
    const isCounted = countsTowardDailyLimit(row.kind as SystemEmailKind)
    if (isCounted && row.organizationId !== null)
      await recordOutcomesInDailyUsage(tx, row.organizationId, [{ claimedAt, state: outcome.state, units: 1 }])
    if (isCounted && row.organizationId !== null && outcome.state === 'bounced')
      await stopSendingIfUnhealthy(row.organizationId)
    if (result.status === 'retry') return releaseClaim(tx, row, result.dueAt, result.reason)
    const { organizationId, kind } = row
    if (!isCounted && (result.status === 'bounced' || result.sentAt === null))
      log.warn({ organizationId, kind, emailId: id, ...result.reason }, 'a mail of our own could not be delivered')
    const sentAt = result.status === 'bounced' ? null : result.sentAt
    const isGone = outcome.state === 'bounced' && outcome.isGone
    return completeEmail(tx, row, { sentAt, reason: result.reason, isGone })
  })
}

/** Completes an email. Events counted while it was being sent go into a new pending email, due after the minimum interval. */
async function completeEmail(
  tx: Tx,
  row: SystemEmailRow,
  { sentAt, reason, isGone = false }: { sentAt: Date | null; reason: Reason | null; isGone?: boolean },
): Promise<SystemEmailState> {
  const { id, kind, organizationId, userId, address, language, subjectId, groupKey, count, reportedCount } = row
  const endedAt = now()
  await tx.systemEmail.update({
    where: { id },
    data: { endedAt, sentAt, reason: reason ?? Prisma.DbNull, reportedCount },
  })
  await ON_EMAIL_COMPLETED[kind as SystemEmailKind]?.(tx, row, { sentAt, reason, isGone })
  if (sentAt !== null) await applyEarlyBounce(tx, id)
  const unreported = sentAt === null || groupKey === null ? 0 : count - reportedCount
  if (unreported > 0) {
    const dueAt = new Date((sentAt ?? endedAt).getTime() + getMinIntervalMs(kind as SystemEmailKind))
    const next = { kind, organizationId, userId, address, language, subjectId, groupKey, values: row.values ?? {} }
    await tx.systemEmail.create({ data: { ...next, id: uuidv7(), count: unreported, dueAt, createdAt: endedAt } })
  }
  return { state: 'ended', isSent: sentAt !== null }
}

async function releaseClaim(tx: Tx, { id }: SystemEmailRow, until: Date, reason: Reason): Promise<SystemEmailState> {
  await tx.systemEmail.update({ where: { id }, data: { claimedAt: null, reportedCount: 0, dueAt: until, reason } })
  return { state: 'waiting', until }
}
