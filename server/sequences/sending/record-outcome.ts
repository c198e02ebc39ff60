import { now } from '../../clock'
import { log } from '../../log'
import type { Message, Outcome } from '../../messaging/message'
import { readReason, reasonFor } from '../../outgoing/reasons'
import type { Reason } from '../../outgoing/schema'
import { type Settled, settleOutcome } from '../../outgoing/settle'
import type { Step } from './next-step'
import type { Place, SendingDraft } from './sending-draft'

/** How a step ended. */
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

/** Closes a step, tells its webhook, and lets the sending go on from now. */
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

/** The last word on a sending. What was still scheduled had left the sequence. */
export function completeSending(person: SendingDraft, status = 'completed', reason: Reason | null = null): undefined {
  const endedAt = now()
  for (const row of person.done)
    if (row.endedAt === null)
      person.rewrite(row, { status: 'skipped', reason: reason ?? reasonFor('stepRemoved'), dueAt: null, endedAt })
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

/** Who answered got the message, whatever the provider said, or did not live to say. */
export function arrivedIfAnswered(row: { status: string; claimedAt: Date | null }, ended: Ended): Ended {
  if (row.status !== 'answered') return ended
  const { reason: _, ...rest } = ended
  return { ...rest, status: 'answered', sentAt: ended.sentAt ?? row.claimedAt ?? now() }
}

/** One that could be tried again, were its sending not over, is skipped for the reason that ended the sending. */
function endedBy(settled: Settled, whyOver: Reason | null): Ended {
  const { status, reason } = settled
  if (status === 'retry') return { status: 'skipped', reason: whyOver }
  return { status, reason, sentAt: settled.sentAt }
}

/** What the message is called there: a mail by the name that it bears, a text message by the one that its provider gave it. */
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
