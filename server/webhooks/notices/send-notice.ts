import { v7 as uuidv7 } from 'uuid'
import type { WebhookNotice as NoticeRow } from '@/prisma/generated/client'
import { HOUR_MS, now } from '../../clock'
import { db, Prisma, type Tx } from '../../db'
import { log } from '../../log'
import { captureMessages } from '../../messaging/captured'
import { bindDelivery } from '../../messaging/channels'
import type { Outcome } from '../../messaging/message'
import { lockHold } from '../../organizations/hold'
import { reasonFor } from '../../outgoing/reasons'
import type { Reason } from '../../outgoing/schema'
import { claimEnds, settleLostClaim, settleOutcome } from '../../outgoing/settle'
import { transact } from '../../unit-of-work'
import { composeNotice } from './compose-notice'
import { NOTICE_PAUSE_MS } from './note-failure'

const OVERDUE_MS = 30_000
const DUE_PER_ORGANIZATION = 100
export type NoticeState = { state: 'ended' } | { state: 'waiting'; until: Date }

/**
 * Sends a notice if it is due, and says what is left. The row decides: safe to call at any time, any number of times and
 * at once. It is claimed in a committed transaction before its first byte leaves, so that it never leaves twice; a crash
 * before the claim loses nothing.
 */
export async function sendNotice(organizationId: string, noticeId: string): Promise<NoticeState> {
  const turn = await takeNotice(organizationId, noticeId)
  if (turn.state !== 'claimed') return turn
  return recordOutcome(organizationId, noticeId, turn.claimedAt, await turn.deliver())
}

/**
 * Notices that are due for half a minute and that nobody has taken up: their wake-up was lost, or they had to wait a day. A
 * few of each organization, so that one with many does not crowd out the others.
 */
export async function listDueNotices(limit: number): Promise<{ organizationId: string; noticeId: string }[]> {
  return db.$queryRaw`
    SELECT organization_id AS "organizationId", id AS "noticeId" FROM (
      SELECT organization_id, id, due_at, row_number() OVER (PARTITION BY organization_id ORDER BY due_at) AS place
      FROM webhook_notice WHERE ended_at IS NULL AND due_at < ${new Date(now().getTime() - OVERDUE_MS)}) due
    WHERE place <= ${DUE_PER_ORGANIZATION} ORDER BY due_at LIMIT ${limit}`
}

type Turn = NoticeState | { state: 'claimed'; claimedAt: Date; deliver: () => Promise<Outcome> }

async function takeNotice(organizationId: string, noticeId: string): Promise<Turn> {
  return transact(async ({ tx }) => {
    const row = await lockNotice(tx, organizationId, noticeId)
    if (!row || row.endedAt !== null) return { state: 'ended' }
    if (row.claimedAt) {
      const lostAt = claimEnds(row.claimedAt)
      if (lostAt > now()) return { state: 'waiting', until: lostAt }
      return end(tx, row, settleLostClaim(row.claimedAt))
    }
    if (row.dueAt > now()) return { state: 'waiting', until: row.dueAt }
    const hold = await lockHold(tx, organizationId)
    if (hold) return keepBack(tx, row, reasonFor(hold))
    const message = await composeNotice(tx, row)
    if (!message) return end(tx, row, { sentAt: null, reason: reasonFor('notAdministrator') })

    const deliver = bindDelivery(message)
    const told = { ...row, toldCount: row.failedCount }
    if (!deliver) {
      await captureMessages(tx, organizationId, [{ message, contactId: null }])
      return end(tx, told, { sentAt: now(), reason: reasonFor('captured', { channel: message.channel }) })
    }
    const claimedAt = now()
    await tx.webhookNotice.update({
      where: { id: row.id, organizationId },
      data: {
        claimedAt,
        firstTriedAt: row.firstTriedAt ?? claimedAt,
        toldCount: told.toldCount,
        dueAt: claimEnds(claimedAt),
      },
    })
    return { state: 'claimed', claimedAt, deliver }
  })
}

/** Lifting the hold wakes it; should that be lost, it looks again after an hour. */
async function keepBack(tx: Tx, { id, organizationId }: NoticeRow, reason: Reason): Promise<NoticeState> {
  const until = new Date(now().getTime() + HOUR_MS)
  await tx.webhookNotice.update({ where: { id, organizationId }, data: { dueAt: until, reason } })
  return { state: 'waiting', until }
}

async function recordOutcome(
  organizationId: string,
  noticeId: string,
  claimedAt: Date,
  outcome: Outcome,
): Promise<NoticeState> {
  return transact(async ({ tx }) => {
    const row = await lockNotice(tx, organizationId, noticeId)
    if (!row || row.endedAt !== null || row.claimedAt?.getTime() !== claimedAt.getTime()) {
      log.warn({ noticeId, outcome: outcome.state }, 'a notice was reported too late')
      return { state: 'ended' }
    }
    const settled = settleOutcome({ claimedAt, firstTriedAt: row.firstTriedAt }, outcome)
    if (settled.status === 'retry') return release(tx, row, settled.dueAt, settled.reason)
    if (settled.status === 'bounced' || settled.sentAt === null)
      log.warn({ organizationId, noticeId, ...settled.reason }, 'an owner could not be told of failed webhooks')
    // A mailbox that refused it got nothing.
    return end(tx, row, { ...settled, sentAt: settled.status === 'bounced' ? null : settled.sentAt })
  })
}

/** Locked first: whoever counts another failure waits, or is counted. */
async function lockNotice(tx: Tx, organizationId: string, id: string): Promise<NoticeRow | null> {
  await tx.$queryRaw`SELECT id FROM webhook_notice WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
  return tx.webhookNotice.findFirst({ where: { id, organizationId } })
}

/** What failed since it was written is told a day later. */
async function end(
  tx: Tx,
  row: NoticeRow,
  { sentAt, reason }: { sentAt: Date | null; reason: Reason | null },
): Promise<NoticeState> {
  const { id, organizationId, subscriptionId, userId, failedCount, toldCount } = row
  const endedAt = now()
  await tx.webhookNotice.update({
    where: { id, organizationId },
    data: { endedAt, sentAt, reason: reason ?? Prisma.DbNull, toldCount },
  })
  const untold = sentAt === null ? 0 : failedCount - toldCount
  if (untold > 0) {
    const dueAt = new Date((sentAt ?? endedAt).getTime() + NOTICE_PAUSE_MS)
    await tx.webhookNotice.create({
      data: { id: uuidv7(), organizationId, subscriptionId, userId, failedCount: untold, dueAt, createdAt: endedAt },
    })
  }
  return { state: 'ended' }
}

/** Nothing was handed over; the next try tells of everything until then. */
async function release(tx: Tx, row: NoticeRow, until: Date, reason: Reason): Promise<NoticeState> {
  await tx.webhookNotice.update({
    where: { id: row.id, organizationId: row.organizationId },
    data: { claimedAt: null, toldCount: 0, dueAt: until, reason },
  })
  return { state: 'waiting', until }
}
