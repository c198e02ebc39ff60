import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { HOUR_MS, now } from '../clock'
import { Prisma, type Tx } from '../db'
import { env } from '../env'
import { withLease } from '../jobs/lease'
import { log } from '../log'
import { captureMessages } from '../messaging/captured'
import type { EmailMessage, Outcome } from '../messaging/message'
import { messageIdOf } from '../messaging/message-id'
import { recordUse } from '../organizations/daily-use'
import { lockHold } from '../organizations/hold'
import { findHomeOrganization } from '../organizations/home'
import { isLoopbackUrl } from '../outbound/networks'
import { admitMessage } from '../outgoing/admit-messages'
import { reasonFor } from '../outgoing/reasons'
import type { Reason } from '../outgoing/schema'
import { claimEnds, settleLostClaim, settleOutcome } from '../outgoing/settle'
import { transact } from '../unit-of-work'
import type { Composed, Letter, SystemEmailRow } from './composed'
import { COMPOSERS } from './composers'
import { ENDINGS } from './endings'
import { countsAsMessage, pauseOf, SYSTEM_EMAILS, type SystemEmailKind } from './kinds'
import { lockSystemEmail } from './queries'
import { type NewSystemEmail, writeSystemEmails } from './queue'

/** How long an interactive request waits for the result; the email may still be sent later. */
const PATIENCE_MS = 10_000

/** @property isSent sent, or captured without a mail server. */
export type SystemEmailState = { state: 'ended'; isSent: boolean } | { state: 'waiting'; until: Date }

const GONE: SystemEmailState = { state: 'ended', isSent: false }

/**
 * Sends a system email if it is due. Idempotent, and safe to call concurrently. The claim is committed before anything is sent, so that
 * the email is never sent twice; a crash before the claim loses nothing.
 */
export async function sendSystemEmail(id: string): Promise<SystemEmailState> {
  let state: SystemEmailState = GONE
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

/**
 * Queues an email and sends it for an interactive caller. If sending is postponed, a job continues.
 * @returns the state within {@link PATIENCE_MS}, or null if it is not known by then.
 */
export async function sendAtOnce(email: NewSystemEmail): Promise<SystemEmailState | null> {
  const [written] = await transact(({ tx }) => writeSystemEmails(tx, [email]))
  return written ? Promise.race([sendSystemEmail(written.id), pause(PATIENCE_MS, null, { ref: false })]) : GONE
}

type Claim = SystemEmailState | { state: 'claimed'; claimedAt: Date; deliver: () => Promise<Outcome> }

async function claimEmail(id: string): Promise<Claim> {
  return transact(async ({ tx }) => {
    const row = await lockEmail(tx, id)
    if (!row) return GONE
    if (row.endedAt !== null) return { state: 'ended', isSent: row.sentAt !== null }
    if (row.claimedAt) {
      const lostAt = claimEnds(row.claimedAt)
      if (lostAt > now()) return { state: 'waiting', until: lostAt }
      return end(tx, row, settleLostClaim(row.claimedAt))
    }
    if (row.dueAt > now()) return { state: 'waiting', until: row.dueAt }
    const hold = row.organizationId === null ? null : await lockHold(tx, row.organizationId)
    if (hold) return keepBack(tx, row, reasonFor(hold))
    const composed = await COMPOSERS[row.kind as SystemEmailKind](tx, row)
    if ('reason' in composed) return end(tx, row, { sentAt: null, reason: composed.reason })

    const told = { ...row, reportedCount: row.count }
    const message = messageOf(row.id, composed)
    const claimedAt = now()
    const isCounted = countsAsMessage(row.kind as SystemEmailKind)
    const admission = await admitMessage(tx, row.organizationId, message, { at: claimedAt, isCounted })
    if (admission.state === 'captured') {
      await keep(tx, row, message, composed)
      return end(tx, told, { sentAt: claimedAt, reason: admission.reason })
    }
    if (admission.state === 'postponed') return keepBack(tx, row, admission.reason, admission.until)
    await tx.systemEmail.update({
      where: { id },
      data: {
        claimedAt,
        firstTriedAt: row.firstTriedAt ?? claimedAt,
        reportedCount: told.reportedCount,
        dueAt: claimEnds(claimedAt),
      },
    })
    return { state: 'claimed', claimedAt, deliver: admission.deliver }
  })
}

function messageOf(id: string, { to, rendered, headers, letter }: Composed): EmailMessage {
  const from = env.mailFrom
  if (letter) return letterFrom(from.address, { to, rendered }, letter)
  return {
    channel: 'email',
    from,
    to,
    ...rendered,
    // Stable across retries, so that mail clients recognize duplicates.
    messageId: messageIdOf(id),
    // RFC 3834: suppresses out-of-office replies.
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
  }
}

/** Written by a person, so no Auto-Submitted header. */
function letterFrom(
  address: string,
  { to, rendered }: Pick<Composed, 'to' | 'rendered'>,
  letter: Letter,
): EmailMessage {
  const { fromName, replyTo, messageId, references } = letter
  const last = references.at(-1)
  const headers = last === undefined ? {} : { 'In-Reply-To': last, References: references.join(' ') }
  return { channel: 'email', from: { name: fromName, address }, to, replyTo, ...rendered, messageId, headers }
}

/**
 * Without a mail server, captures the message in its organization's Outbox, or in the operator's (server/organizations/home.ts) if it
 * has none. In that case the link is also logged if the service is only reachable from this machine.
 */
async function keep(tx: Tx, row: SystemEmailRow, message: EmailMessage, composed: Composed): Promise<void> {
  const { visibleTo } = SYSTEM_EMAILS[row.kind as SystemEmailKind]
  const organizationId = row.organizationId ?? (await findHomeOrganization())
  const { opens = null, letter, contactIds: named = [] } = composed
  const contactId = letter?.contactId ?? null
  if (organizationId !== null) await captureMessages(tx, organizationId, [{ message, contactId, named, visibleTo }])
  if (row.organizationId !== null) return
  // The log of a public service must not contain links that open an account (OWASP ASVS 16.2.5).
  const about = isLoopbackUrl(env.baseUrl) ? { to: message.to.address, opens } : {}
  log.warn({ emailId: row.id, kind: row.kind, ...about }, 'no mail server is configured: this message was not sent')
}

/** Postpones. Releasing the hold signals the job; the hourly retry covers a lost signal. */
async function keepBack(
  tx: Tx,
  { id }: SystemEmailRow,
  reason: Reason,
  until = new Date(now().getTime() + HOUR_MS),
): Promise<SystemEmailState> {
  await tx.systemEmail.update({ where: { id }, data: { dueAt: until, reason } })
  return { state: 'waiting', until }
}

async function recordOutcome(id: string, claimedAt: Date, outcome: Outcome): Promise<SystemEmailState> {
  return transact(async ({ tx }) => {
    const row = await lockEmail(tx, id)
    if (!row || row.endedAt !== null || row.claimedAt?.getTime() !== claimedAt.getTime()) {
      log.warn({ emailId: id, outcome: outcome.state }, 'a mail was reported too late')
      return GONE
    }
    const settled = settleOutcome({ claimedAt, firstTriedAt: row.firstTriedAt }, outcome)
    const toCustomer = countsAsMessage(row.kind as SystemEmailKind)
    if (toCustomer && row.organizationId !== null)
      await recordUse(tx, row.organizationId, [{ claimedAt, state: outcome.state, units: 1 }])
    if (settled.status === 'retry') return release(tx, row, settled.dueAt, settled.reason)
    const { organizationId, kind } = row
    if (!toCustomer && (settled.status === 'bounced' || settled.sentAt === null))
      log.warn({ organizationId, kind, emailId: id, ...settled.reason }, 'a mail of our own could not be delivered')
    const sentAt = settled.status === 'bounced' ? null : settled.sentAt
    return end(tx, row, { sentAt, reason: settled.reason, isGone: outcome.state === 'bounced' && outcome.isGone })
  })
}

/** The row lock serializes with inserts that increment the counter. */
async function lockEmail(tx: Tx, id: string): Promise<SystemEmailRow | null> {
  await lockSystemEmail(tx, id)
  return tx.systemEmail.findUnique({ where: { id } })
}

/** Completes an email. Events counted while it was being sent go into a new pending email, due after the minimum interval. */
async function end(
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
  await ENDINGS[kind as SystemEmailKind]?.(tx, row, { sentAt, reason, isGone })
  const untold = sentAt === null || groupKey === null ? 0 : count - reportedCount
  if (untold > 0) {
    const dueAt = new Date((sentAt ?? endedAt).getTime() + pauseOf(kind as SystemEmailKind))
    const next = { kind, organizationId, userId, address, language, subjectId, groupKey, values: row.values ?? {} }
    await tx.systemEmail.create({ data: { ...next, id: uuidv7(), count: untold, dueAt, createdAt: endedAt } })
  }
  return { state: 'ended', isSent: sentAt !== null }
}

/** Releases the claim for a retry, which will include events counted by then. */
async function release(tx: Tx, { id }: SystemEmailRow, until: Date, reason: Reason): Promise<SystemEmailState> {
  await tx.systemEmail.update({ where: { id }, data: { claimedAt: null, reportedCount: 0, dueAt: until, reason } })
  return { state: 'waiting', until }
}
