import { now } from '../../clock'
import { log } from '../../log'
import type { Message, MessageOutcome } from '../../messaging/message'
import { decideMessageStatus, type NewMessageStatus } from '../../messaging/outcome/decide-message-status'
import { castReason, makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import type { LoadedStep } from './find-next-step'
import type { InMemorySending, SendingStepRow, StepRef } from './in-memory-sending'

export type StepResult = {
  status: 'sent' | 'captured' | 'answered' | 'bounced' | 'skipped' | 'failed' | 'completed'
  reason?: Reason | null
} & Partial<
  Pick<SendingStepRow, 'sentAt' | 'capturedAt' | 'channel' | 'recipient' | 'surveyId' | 'messageId' | 'branch'>
>

export function endStepInMemory(sendingInMemory: InMemorySending, stepRef: StepRef, ended: StepResult): undefined {
  const { sending } = sendingInMemory
  const { step } = stepRef
  const endedAt = now()
  sendingInMemory.writeStep(stepRef, { reason: null, ...ended, dueAt: null, endedAt })
  if (sending.endedAt === null) sendingInMemory.updateSending({ status: 'running', anchorAt: endedAt, dueAt: endedAt })
  if (step.webhookUrl !== null)
    sendingInMemory.completedEvents.push({
      organizationId: sending.organizationId,
      hookUrl: step.webhookUrl,
      payload: stepCompletedPayload(sendingInMemory, step, ended, endedAt),
    })
}

export function endSendingInMemory(
  sendingInMemory: InMemorySending,
  status = 'completed',
  reason: Reason | null = null,
): undefined {
  const endedAt = now()
  for (const row of sendingInMemory.stepRows)
    if (row.endedAt === null)
      sendingInMemory.updateStep(row, {
        status: 'skipped',
        reason: reason ?? makeReason('stepRemoved'),
        dueAt: null,
        endedAt,
      })
  sendingInMemory.updateSending({ status, reason, dueAt: null, endedAt })
}

export type MessageClaim = {
  sendingId: string
  sendingStepId: string
  step: LoadedStep
  claimedAt: Date
  message: Message
}

export type ReportedOutcome = { claim: MessageClaim; outcome: MessageOutcome }

/**
 * Completes the step of a message that was handed over, or schedules a retry. Ignores a claim that was given up meanwhile.
 * @returns whether the outcome counts.
 */
export function applyOutcomeInMemory(
  sendingInMemory: InMemorySending | undefined,
  { claim, outcome }: ReportedOutcome,
): boolean {
  const row = sendingInMemory?.stepRows.find(({ id }) => id === claim.sendingStepId)
  if (!sendingInMemory || !row || row.endedAt !== null || row.claimedAt?.getTime() !== claim.claimedAt.getTime()) {
    log.warn({ sendingStepId: claim.sendingStepId, outcome: outcome.state }, 'a message was reported too late')
    return false
  }
  const { sending } = sendingInMemory
  const stepRef = { step: claim.step, position: row.position, sendingStepId: row.id }
  const finalized = decideMessageStatus({ claimedAt: claim.claimedAt, firstTriedAt: row.firstTriedAt }, outcome)
  if (finalized.status === 'retry' && sending.endedAt === null) {
    sendingInMemory.writeStep(stepRef, { claimedAt: null, dueAt: finalized.dueAt, reason: finalized.reason })
    sendingInMemory.updateSending({ dueAt: finalized.dueAt })
  } else {
    const ended = toStepResult(finalized, castReason(sending.reason))
    endStepInMemory(
      sendingInMemory,
      stepRef,
      keepAnsweredStatus(row, { ...ended, ...findProviderMessageId(finalized, claim, outcome) }),
    )
  }
  return true
}

/** A response proves that the message arrived, whatever the provider reported. */
export function keepAnsweredStatus(row: { status: string; claimedAt: Date | null }, ended: StepResult): StepResult {
  if (row.status !== 'answered') return ended
  const { reason: _, ...rest } = ended
  return { ...rest, status: 'answered', sentAt: ended.sentAt ?? row.claimedAt ?? now() }
}

function toStepResult(finalized: NewMessageStatus, endReason: Reason | null): StepResult {
  const { status, reason } = finalized
  if (status === 'retry') return { status: 'skipped', reason: endReason }
  return { status, reason, sentAt: finalized.sentAt }
}

function findProviderMessageId(
  finalized: NewMessageStatus,
  { message }: MessageClaim,
  outcome: MessageOutcome,
): Pick<StepResult, 'messageId'> {
  if (message.channel === 'sms')
    return outcome.state === 'accepted' && outcome.messageId !== undefined ? { messageId: outcome.messageId } : {}
  const isKnownToProvider = finalized.status !== 'retry' && (finalized.status !== 'failed' || finalized.sentAt !== null)
  return isKnownToProvider ? { messageId: message.messageId } : {}
}

function stepCompletedPayload(
  { sending }: InMemorySending,
  step: LoadedStep,
  { status }: StepResult,
  occurredAt: Date,
) {
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
