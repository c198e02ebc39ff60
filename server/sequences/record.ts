import type { Sending as SendingRow } from '../../prisma/generated/client'
import { now } from '../clock'
import { suppress } from '../contacts/suppression'
import type { Tx } from '../db'
import { log } from '../log'
import type { Message, Outcome } from '../messaging/message'
import { recordUse } from '../organizations/daily-use'
import { transact, type Work } from '../webhooks/outbox'
import { emitStepCompleted } from '../webhooks/step-subscriptions'
import type { Step } from './plan'
import { reasonText } from './reasons'

const MINUTE_MS = 60_000
const MAX_PAUSE_MS = 60 * MINUTE_MS
const GIVE_UP_MS = 24 * 60 * MINUTE_MS

/** How a step ended. */
export type Ended = {
  status: 'sent' | 'captured' | 'answered' | 'bounced' | 'skipped' | 'failed' | 'completed'
  reason?: string
  sentAt?: Date
  capturedAt?: Date
  channel?: string
  recipient?: string
  surveyId?: string | null
  messageId?: string
}

type Place = { step: Step; position: number; sendingStepId: string }

/** Closes a step, tells its webhook, and lets the run go on from now; all in the caller's transaction. */
export async function endStep(work: Work, sending: SendingRow, place: Place, ended: Ended) {
  const { tx } = work
  const { organizationId, id: sendingId } = sending
  const { step, position, sendingStepId: id } = place
  const endedAt = now()
  const data = { position, type: step.type, reason: null, ...ended, dueAt: null, endedAt }
  await tx.sendingStep.upsert({
    where: { id },
    create: { id, organizationId, sendingId, stepId: step.id, createdAt: endedAt, ...data },
    update: data,
  })
  if (sending.endedAt === null)
    await tx.sending.update({
      where: { id: sendingId },
      data: { status: 'running', anchorAt: endedAt, dueAt: endedAt },
    })
  if (step.webhookUrl !== null)
    await emitStepCompleted(work, {
      organizationId,
      hookUrl: step.webhookUrl,
      payload: payloadOf(sending, step, ended, endedAt),
    })
  return { state: 'went on' as const }
}

/** The last word on a sending. What was still scheduled had left the sequence. */
export async function completeSending(tx: Tx, sending: SendingRow, status = 'completed', reason: string | null = null) {
  const { organizationId, id: sendingId } = sending
  await tx.sendingStep.updateMany({
    where: { organizationId, sendingId, endedAt: null },
    data: { status: 'skipped', reason: reason ?? reasonText('stepRemoved'), dueAt: null, endedAt: now() },
  })
  await tx.sending.update({ where: { id: sending.id }, data: { status, reason, dueAt: null, endedAt: now() } })
  return { state: 'ended' as const }
}

/** A message on its way out, and the row that says so. */
export type Claim = { sendingId: string; sendingStepId: string; step: Step; claimedAt: Date; message: Message }

/** Writes down what became of a message that was handed over. A claim that was given up meanwhile stays as it was closed. */
export async function recordOutcome(organizationId: string, claim: Claim, outcome: Outcome): Promise<void> {
  await transact(async (work) => {
    const { tx } = work
    await tx.$queryRaw`SELECT id FROM sending WHERE id = ${claim.sendingId}::uuid FOR UPDATE`
    const sending = await tx.sending.findFirst({ where: { id: claim.sendingId, organizationId } })
    const row = await tx.sendingStep.findFirst({ where: { id: claim.sendingStepId, organizationId } })
    if (!sending || row?.endedAt !== null || row.claimedAt?.getTime() !== claim.claimedAt.getTime()) {
      log.warn({ sendingStepId: claim.sendingStepId, outcome: outcome.state }, 'a message was reported too late')
      return
    }
    await recordUse(tx, organizationId, claim.claimedAt, outcome.state)
    if (outcome.state === 'bounced' && outcome.isGone && row.recipient !== null)
      await suppress(tx, organizationId, row.recipient, 'bounced')
    const triedForMs = now().getTime() - (row.firstTriedAt ?? claim.claimedAt).getTime()
    if (outcome.state === 'postponed' && triedForMs < GIVE_UP_MS && sending.endedAt === null)
      return release(tx, sending, claim, outcome.words, triedForMs)
    const place = { step: claim.step, position: row.position, sendingStepId: row.id }
    const isCancelled = outcome.state === 'postponed' && sending.endedAt !== null
    const ended = isCancelled ? { status: 'skipped' as const, reason: sending.reason ?? '' } : endOf(outcome, claim)
    await endStep(work, sending, place, arrivedIfAnswered(row, ended))
  })
}

/** Who answered got the message, whatever the provider said, or did not live to say. */
export function arrivedIfAnswered(row: { status: string; claimedAt: Date | null }, ended: Ended): Ended {
  if (row.status !== 'answered') return ended
  const { reason: _, ...rest } = ended
  return { ...rest, status: 'answered', sentAt: ended.sentAt ?? row.claimedAt ?? now() }
}

/** Pauses double, from a minute to an hour: the next one is as long as all that came before. */
async function release(tx: Tx, sending: SendingRow, claim: Claim, words: string, triedForMs: number): Promise<void> {
  const pauseMs = Math.min(Math.max(triedForMs, MINUTE_MS), MAX_PAUSE_MS)
  const dueAt = new Date(now().getTime() + pauseMs)
  const reason = reasonText('retrying', { until: dueAt.toISOString(), words })
  await tx.sendingStep.update({ where: { id: claim.sendingStepId }, data: { claimedAt: null, dueAt, reason } })
  await tx.sending.update({ where: { id: sending.id }, data: { dueAt } })
}

function endOf(outcome: Outcome, { message, claimedAt }: Claim): Ended {
  const sent = message.channel === 'email' ? { messageId: message.messageId } : {}
  switch (outcome.state) {
    case 'accepted':
      return { status: 'sent', sentAt: now(), ...sent }
    case 'bounced':
      return { status: 'bounced', reason: reasonText('refused', { words: outcome.words }), sentAt: now(), ...sent }
    case 'unconfirmed':
      // It may have arrived: whatever asks when this person was last written to must count it.
      return {
        status: 'failed',
        reason: reasonText('unconfirmed', { words: outcome.words }),
        sentAt: claimedAt,
        ...sent,
      }
    case 'refused':
      return { status: 'failed', reason: reasonText('refused', { words: outcome.words }) }
    case 'postponed':
      return { status: 'failed', reason: reasonText('givenUp', { words: outcome.words }) }
  }
}

function payloadOf(sending: SendingRow, step: Step, { status }: Ended, occurredAt: Date) {
  return {
    event: 'step.completed',
    occurredAt: occurredAt.toISOString(),
    sequenceId: sending.sequenceId,
    stepId: step.id,
    stepType: step.type,
    sendingId: sending.id,
    contactId: sending.contactId,
    email: sending.email,
    status,
    ...(step.surveyId === null ? {} : { surveyId: step.surveyId }),
  }
}
