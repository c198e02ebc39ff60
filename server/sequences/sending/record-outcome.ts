import { MINUTE_MS, now } from '../../clock'
import { log } from '../../log'
import type { Message, Outcome } from '../../messaging/message'
import { reasonText } from '../reasons'
import type { Step } from './next-step'
import type { Place, SendingDraft } from './sending-draft'

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

/** Closes a step, tells its webhook, and lets the run go on from now. */
export function endStep(person: SendingDraft, place: Place, ended: Ended): undefined {
  const { sending } = person
  const { step } = place
  const endedAt = now()
  person.writeStep(place, { reason: null, ...ended, dueAt: null, endedAt })
  if (sending.endedAt === null) person.move({ status: 'running', anchorAt: endedAt, dueAt: endedAt })
  if (step.webhookUrl !== null)
    person.completed.push({
      organizationId: sending.organizationId,
      hookUrl: step.webhookUrl,
      payload: stepCompletedPayload(person, step, ended, endedAt),
    })
}

/** The last word on a run. What was still scheduled had left the sequence. */
export function completeSending(person: SendingDraft, status = 'completed', reason: string | null = null): undefined {
  const endedAt = now()
  for (const row of person.done)
    if (row.endedAt === null)
      person.rewrite(row, { status: 'skipped', reason: reason ?? reasonText('stepRemoved'), dueAt: null, endedAt })
  person.move({ status, reason, dueAt: null, endedAt })
}

/** A message on its way out, and the row that says so. */
export type Claim = { sendingId: string; sendingStepId: string; step: Step; claimedAt: Date; message: Message }

/** A message that was handed over, and what became of it, which is not written down. */
export type Reported = { claim: Claim; outcome: Outcome }

/**
 * Closes the step whose message was handed over, or has it tried again. A claim that was given up meanwhile stays as it was
 * closed.
 * @returns whether the outcome counts.
 */
export function applyOutcome(person: SendingDraft | undefined, { claim, outcome }: Reported): boolean {
  const row = person?.done.find(({ id }) => id === claim.sendingStepId)
  if (!person || !row || row.endedAt !== null || row.claimedAt?.getTime() !== claim.claimedAt.getTime()) {
    log.warn({ sendingStepId: claim.sendingStepId, outcome: outcome.state }, 'a message was reported too late')
    return false
  }
  const { sending } = person
  const place = { step: claim.step, position: row.position, sendingStepId: row.id }
  const triedForMs = now().getTime() - (row.firstTriedAt ?? claim.claimedAt).getTime()
  if (outcome.state === 'postponed' && triedForMs < GIVE_UP_MS && sending.endedAt === null)
    release(person, place, outcome.words, triedForMs)
  else {
    const isCancelled = outcome.state === 'postponed' && sending.endedAt !== null
    const ended = isCancelled
      ? { status: 'skipped' as const, reason: sending.reason ?? '' }
      : endFromOutcome(outcome, claim)
    endStep(person, place, arrivedIfAnswered(row, ended))
  }
  return true
}

/** Who answered got the message, whatever the provider said, or did not live to say. */
export function arrivedIfAnswered(row: { status: string; claimedAt: Date | null }, ended: Ended): Ended {
  if (row.status !== 'answered') return ended
  const { reason: _, ...rest } = ended
  return { ...rest, status: 'answered', sentAt: ended.sentAt ?? row.claimedAt ?? now() }
}

/** Pauses double, from a minute to an hour: the next one is as long as all that came before. */
function release(person: SendingDraft, place: Place, words: string, triedForMs: number): void {
  const pauseMs = Math.min(Math.max(triedForMs, MINUTE_MS), MAX_PAUSE_MS)
  const dueAt = new Date(now().getTime() + pauseMs)
  person.writeStep(place, {
    claimedAt: null,
    dueAt,
    reason: reasonText('retrying', { until: dueAt.toISOString(), words }),
  })
  person.move({ dueAt })
}

function endFromOutcome(outcome: Outcome, { message, claimedAt }: Claim): Ended {
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

function stepCompletedPayload({ sending }: SendingDraft, step: Step, { status }: Ended, occurredAt: Date) {
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
