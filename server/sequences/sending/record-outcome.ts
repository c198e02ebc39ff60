import { now } from '../../clock'
import { log } from '../../log'
import type { Message, Outcome } from '../../messaging/message'
import { readReason, reasonFor } from '../../outgoing/reasons'
import type { Reason } from '../../outgoing/schema'
import { type Settled, settleOutcome } from '../../outgoing/settle'
import type { Step } from './next-step'
import type { Place, SendingDraft } from './sending-draft'

export type Ended = {
  status: 'sent' | 'captured' | 'answered' | 'bounced' | 'skipped' | 'failed' | 'completed'
  reason?: Reason | null
  sentAt?: Date | null
  capturedAt?: Date
  channel?: string
  recipient?: string
  surveyId?: string | null
  messageId?: string
}

/** Completes a step, queues its webhook event, and makes the sending due for its next step. */
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

/** Ends a sending. Without a reason, steps that are still scheduled were removed from the sequence. */
export function completeSending(person: SendingDraft, status = 'completed', reason: Reason | null = null): undefined {
  const endedAt = now()
  for (const row of person.done)
    if (row.endedAt === null)
      person.rewrite(row, { status: 'skipped', reason: reason ?? reasonFor('stepRemoved'), dueAt: null, endedAt })
  person.move({ status, reason, dueAt: null, endedAt })
}

export type Claim = { sendingId: string; sendingStepId: string; step: Step; claimedAt: Date; message: Message }

export type Reported = { claim: Claim; outcome: Outcome }

/**
 * Completes the step of a message that was handed over, or schedules a retry. Ignores a claim that was given up meanwhile.
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
  const settled = settleOutcome({ claimedAt: claim.claimedAt, firstTriedAt: row.firstTriedAt }, outcome)
  if (settled.status === 'retry' && sending.endedAt === null) {
    person.writeStep(place, { claimedAt: null, dueAt: settled.dueAt, reason: settled.reason })
    person.move({ dueAt: settled.dueAt })
  } else {
    const ended = endedBy(settled, readReason(sending.reason))
    endStep(person, place, arrivedIfAnswered(row, { ...ended, ...nameOf(settled, claim, outcome) }))
  }
  return true
}

/** A response proves that the message arrived, whatever the provider reported. */
export function arrivedIfAnswered(row: { status: string; claimedAt: Date | null }, ended: Ended): Ended {
  if (row.status !== 'answered') return ended
  const { reason: _, ...rest } = ended
  return { ...rest, status: 'answered', sentAt: ended.sentAt ?? row.claimedAt ?? now() }
}

/** If the sending has ended, a retry becomes a skip with the reason that ended the sending. */
function endedBy(settled: Settled, whyOver: Reason | null): Ended {
  const { status, reason } = settled
  if (status === 'retry') return { status: 'skipped', reason: whyOver }
  return { status, reason, sentAt: settled.sentAt }
}

/** The message's id at the provider: a mail's own Message-ID, or the id that the SMS provider returned. */
function nameOf(settled: Settled, { message }: Claim, outcome: Outcome): Pick<Ended, 'messageId'> {
  if (message.channel === 'sms')
    return outcome.state === 'accepted' && outcome.messageId !== undefined ? { messageId: outcome.messageId } : {}
  const isKnownThere = settled.status !== 'retry' && (settled.status !== 'failed' || settled.sentAt !== null)
  return isKnownThere ? { messageId: message.messageId } : {}
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
