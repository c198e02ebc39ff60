import { now } from '../../clock'
import { log } from '../../log'
import type { Message, Outcome } from '../../messaging/message'
import { type Settled, settleOutcome } from '../../messaging/outcome/finalize-outcome'
import { readReason, reasonFor } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
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

export function endStep(draft: SendingDraft, stepRef: Place, ended: Ended): undefined {
  const { sending } = draft
  const { step } = stepRef
  const endedAt = now()
  draft.writeStep(stepRef, { reason: null, ...ended, dueAt: null, endedAt })
  if (sending.endedAt === null) draft.move({ status: 'running', anchorAt: endedAt, dueAt: endedAt })
  if (step.webhookUrl !== null)
    draft.completed.push({
      organizationId: sending.organizationId,
      hookUrl: step.webhookUrl,
      payload: stepCompletedPayload(draft, step, ended, endedAt),
    })
}

export function completeSending(draft: SendingDraft, status = 'completed', reason: Reason | null = null): undefined {
  const endedAt = now()
  for (const row of draft.done)
    if (row.endedAt === null)
      draft.rewrite(row, { status: 'skipped', reason: reason ?? reasonFor('stepRemoved'), dueAt: null, endedAt })
  draft.move({ status, reason, dueAt: null, endedAt })
}

export type Claim = { sendingId: string; sendingStepId: string; step: Step; claimedAt: Date; message: Message }

export type Reported = { claim: Claim; outcome: Outcome }

/**
 * Completes the step of a message that was handed over, or schedules a retry. Ignores a claim that was given up meanwhile.
 * @returns whether the outcome counts.
 */
export function applyOutcome(draft: SendingDraft | undefined, { claim, outcome }: Reported): boolean {
  const row = draft?.done.find(({ id }) => id === claim.sendingStepId)
  if (!draft || !row || row.endedAt !== null || row.claimedAt?.getTime() !== claim.claimedAt.getTime()) {
    log.warn({ sendingStepId: claim.sendingStepId, outcome: outcome.state }, 'a message was reported too late')
    return false
  }
  const { sending } = draft
  const stepRef = { step: claim.step, position: row.position, sendingStepId: row.id }
  const finalized = settleOutcome({ claimedAt: claim.claimedAt, firstTriedAt: row.firstTriedAt }, outcome)
  if (finalized.status === 'retry' && sending.endedAt === null) {
    draft.writeStep(stepRef, { claimedAt: null, dueAt: finalized.dueAt, reason: finalized.reason })
    draft.move({ dueAt: finalized.dueAt })
  } else {
    const ended = toStepResult(finalized, readReason(sending.reason))
    endStep(draft, stepRef, arrivedIfAnswered(row, { ...ended, ...findProviderMessageId(finalized, claim, outcome) }))
  }
  return true
}

/** A response proves that the message arrived, whatever the provider reported. */
export function arrivedIfAnswered(row: { status: string; claimedAt: Date | null }, ended: Ended): Ended {
  if (row.status !== 'answered') return ended
  const { reason: _, ...rest } = ended
  return { ...rest, status: 'answered', sentAt: ended.sentAt ?? row.claimedAt ?? now() }
}

function toStepResult(finalized: Settled, endReason: Reason | null): Ended {
  const { status, reason } = finalized
  if (status === 'retry') return { status: 'skipped', reason: endReason }
  return { status, reason, sentAt: finalized.sentAt }
}

function findProviderMessageId(finalized: Settled, { message }: Claim, outcome: Outcome): Pick<Ended, 'messageId'> {
  if (message.channel === 'sms')
    return outcome.state === 'accepted' && outcome.messageId !== undefined ? { messageId: outcome.messageId } : {}
  const isKnownToProvider = finalized.status !== 'retry' && (finalized.status !== 'failed' || finalized.sentAt !== null)
  return isKnownToProvider ? { messageId: message.messageId } : {}
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
