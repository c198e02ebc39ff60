import { v7 as uuidv7 } from 'uuid'
import type { WebhookNotice as NoticeRow } from '@/prisma/generated/client'
import { MINUTE_MS, now } from '../../clock'
import { db, type Tx } from '../../db'
import { log } from '../../log'
import { captureMessages } from '../../messaging/captured'
import { bindDelivery } from '../../messaging/channels'
import type { Outcome } from '../../messaging/message'
import { HOLD_SENTENCES, lockHold } from '../../organizations/hold'
import { transact } from '../../unit-of-work'
import { composeNotice } from './compose-notice'
import { NOTICE_PAUSE_MS } from './note-failure'

/** A claim is older than this only if its process died: no offer to a mail server lasts longer than a minute. */
export const NOTICE_CLAIM_MS = 2 * 60_000
const OVERDUE_MS = 30_000
const DUE_PER_ORGANIZATION = 100
const MAX_PAUSE_MS = 60 * MINUTE_MS
const GIVE_UP_MS = 24 * 60 * MINUTE_MS

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
      const lostAt = new Date(row.claimedAt.getTime() + NOTICE_CLAIM_MS)
      if (lostAt > now()) return { state: 'waiting', until: lostAt }
      return end(tx, row, { sentAt: row.claimedAt, reason: 'The service stopped while it was sent.' })
    }
    if (row.dueAt > now()) return { state: 'waiting', until: row.dueAt }
    const hold = await lockHold(tx, organizationId)
    if (hold) return keepBack(tx, row, HOLD_SENTENCES[hold])
    const message = await composeNotice(tx, row)
    if (!message) return end(tx, row, { sentAt: null, reason: 'The person is no longer an owner or admin.' })

    const deliver = bindDelivery(message)
    const told = { ...row, toldCount: row.failedCount }
    if (!deliver) {
      await captureMessages(tx, organizationId, [{ message, contactId: null }])
      return end(tx, told, { sentAt: now(), reason: 'Kept in the Outbox: no mail server is configured.' })
    }
    const claimedAt = now()
    await tx.webhookNotice.update({
      where: { id: row.id, organizationId },
      data: {
        claimedAt,
        firstTriedAt: row.firstTriedAt ?? claimedAt,
        toldCount: told.toldCount,
        dueAt: new Date(claimedAt.getTime() + NOTICE_CLAIM_MS),
      },
    })
    return { state: 'claimed', claimedAt, deliver }
  })
}

/** Lifting the hold wakes it; should that be lost, it looks again after an hour. */
async function keepBack(tx: Tx, { id, organizationId }: NoticeRow, reason: string): Promise<NoticeState> {
  const until = new Date(now().getTime() + MAX_PAUSE_MS)
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
    if (outcome.state === 'accepted') return end(tx, row, { sentAt: now(), reason: null })
    const { words } = outcome
    if (outcome.state === 'unconfirmed') return end(tx, row, { sentAt: now(), reason: words })
    const triedForMs = now().getTime() - (row.firstTriedAt ?? claimedAt).getTime()
    if (outcome.state === 'postponed' && triedForMs < GIVE_UP_MS) return release(tx, row, words, triedForMs)
    log.warn({ organizationId, noticeId, words }, 'an owner could not be told of failed webhooks')
    return end(tx, row, { sentAt: null, reason: words })
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
  { sentAt, reason }: Pick<NoticeRow, 'sentAt' | 'reason'>,
): Promise<NoticeState> {
  const { id, organizationId, subscriptionId, userId, failedCount, toldCount } = row
  const endedAt = now()
  await tx.webhookNotice.update({ where: { id, organizationId }, data: { endedAt, sentAt, reason, toldCount } })
  const untold = sentAt === null ? 0 : failedCount - toldCount
  if (untold > 0) {
    const dueAt = new Date((sentAt ?? endedAt).getTime() + NOTICE_PAUSE_MS)
    await tx.webhookNotice.create({
      data: { id: uuidv7(), organizationId, subscriptionId, userId, failedCount: untold, dueAt, createdAt: endedAt },
    })
  }
  return { state: 'ended' }
}

/** Nothing was handed over. Pauses double, from a minute to an hour; the next try tells of everything until then. */
async function release(tx: Tx, row: NoticeRow, reason: string, triedForMs: number): Promise<NoticeState> {
  const until = new Date(now().getTime() + Math.min(Math.max(triedForMs, MINUTE_MS), MAX_PAUSE_MS))
  await tx.webhookNotice.update({
    where: { id: row.id, organizationId: row.organizationId },
    data: { claimedAt: null, toldCount: 0, dueAt: until, reason },
  })
  return { state: 'waiting', until }
}
