import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import type { Message } from '../../messaging/message'
import { getOutboxChannels } from '../../messaging/outbox'
import { claimExpiresAt, decideLostClaimStatus } from '../../messaging/outcome/decide-message-status'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { sendsMessage } from '../constants'
import { findStepTemplateErrors } from '../find-step-template-errors'
import { takeDailyPlace } from '../rules/take-daily-place'
import { endSendingInMemory, endStepInMemory, keepAnsweredStatus, type MessageClaim } from './apply-outcome-in-memory'
import { type BatchContext, type CurrentSteps, versionKey } from './batch-context'
import { decideStep } from './decide-step'
import { findNextStep, type LoadedStep, STEP_DEFAULTS } from './find-next-step'
import type { InMemorySending, SendingStepRow, StepRef } from './in-memory-sending'

type SendingProgress = { state: 'ended' | 'waiting' | 'paused' }

export type SendableMessage = {
  state: 'sendable'
  sendingInMemory: InMemorySending
  stepRef: StepRef
  message: Message
}

type AdvanceResult = SendingProgress | SendableMessage | { state: 'unsendable'; sequenceId: string }

/**
 * Advances a sending without network access: up to a message, a future due time, or its end.
 * @param decide replaces `decideStep`, for forecasts
 */
export function advanceSendingInMemory(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  decide = decideStep,
): AdvanceResult {
  for (;;) {
    // Checkpoint: if a later step fails unexpectedly, the progress so far is kept.
    sendingInMemory.checkpoint()
    const { sending, stepRows } = sendingInMemory
    if (sending.endedAt !== null) return { state: 'ended' }
    const steps = currentSteps(context, sendingInMemory)
    if (steps === 'waits') return pauseSending(sendingInMemory)
    if (steps === undefined) endSendingInMemory(sendingInMemory, 'cancelled', makeReason('sequenceDeleted'))
    else {
      const claimed = stepRows.find((row) => row.claimedAt !== null && row.endedAt === null)
      if (!claimed && sending.pausedAt !== null) return pauseSending(sendingInMemory)
      const advanced = claimed?.claimedAt
        ? resolveClaim(sendingInMemory, claimed, claimed.claimedAt, steps)
        : processNextStep(context, sendingInMemory, steps, decide)
      if (advanced) return advanced
    }
  }
}

function processNextStep(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  steps: readonly LoadedStep[],
  decide: typeof decideStep,
): AdvanceResult | undefined {
  const { sending, stepRows } = sendingInMemory
  const step = findNextStep(steps, stepRows)
  if (!step) return endSendingInMemory(sendingInMemory)
  const row = stepRows.find(({ stepId }) => stepId === step.id)
  const dueAt = stepDueAt(sendingInMemory, step, row)
  if (dueAt > now()) return waitUntil(sendingInMemory, dueAt)
  if (sending.sequenceId !== null && sendsMessage(step.type) && hasTemplateErrors(steps))
    return { state: 'unsendable', sequenceId: sending.sequenceId }
  const stepRef = { step, position: steps.indexOf(step), sendingStepId: row?.id ?? uuidv7() }
  const decision = decide(context, sendingInMemory, step, stepRef.sendingStepId)
  switch (decision.do) {
    case 'complete':
      return endStepInMemory(sendingInMemory, stepRef, { status: 'completed', branch: decision.branch })
    case 'skip':
      endStepInMemory(sendingInMemory, stepRef, { status: 'skipped', reason: decision.reason })
      return decision.isContactGone ? endSendingInMemory(sendingInMemory, 'cancelled', decision.reason) : undefined
    case 'stop':
      return endSendingInMemory(sendingInMemory, 'cancelled', decision.reason)
    case 'postpone':
      return postponeStepInMemory(sendingInMemory, stepRef, decision.until, decision.reason)
    case 'pause':
      scheduleStep(sendingInMemory, stepRef, {
        reason: context.sendingRestriction && makeReason(context.sendingRestriction),
      })
      return pauseSending(sendingInMemory)
    case 'send':
      return sendOrStoreInOutbox(context, sendingInMemory, stepRef, decision.message)
  }
}

const cachedTemplateErrors = new WeakMap<readonly LoadedStep[], boolean>()

function hasTemplateErrors(steps: readonly LoadedStep[]): boolean {
  const cached = cachedTemplateErrors.get(steps)
  if (cached !== undefined) return cached
  const hasFaults = findStepTemplateErrors(steps).length > 0
  cachedTemplateErrors.set(steps, hasFaults)
  return hasFaults
}

function sendOrStoreInOutbox(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  stepRef: StepRef,
  message: Message,
): AdvanceResult | undefined {
  const isCaptured = context.organization.isTest || getOutboxChannels()[message.channel]
  if (!isCaptured) return { state: 'sendable', sendingInMemory, stepRef, message }
  const later = takeDailyPlace(context, sendingInMemory, stepRef)
  if (later) return postponeStepInMemory(sendingInMemory, stepRef, later.until, later.reason)
  sendingInMemory.outboxMessages.push(message)
  const reason = makeReason('captured', { channel: message.channel })
  return endStepInMemory(sendingInMemory, stepRef, {
    ...messageFields(stepRef, message),
    status: 'captured',
    capturedAt: now(),
    reason,
  })
}

/** Committed before the first byte is sent. The new due time is the end of the claim, when it is either completed or lost. */
export function claimMessageInMemory({ sendingInMemory, stepRef, message }: SendableMessage): MessageClaim {
  const { sending, stepRows } = sendingInMemory
  const claimedAt = now()
  const firstTriedAt = stepRows.find(({ id }) => id === stepRef.sendingStepId)?.firstTriedAt ?? claimedAt
  scheduleStep(sendingInMemory, stepRef, { ...messageFields(stepRef, message), claimedAt, firstTriedAt, reason: null })
  sendingInMemory.updateSending({ status: 'running', dueAt: claimExpiresAt(claimedAt) })
  return { sendingId: sending.id, sendingStepId: stepRef.sendingStepId, step: stepRef.step, claimedAt, message }
}

export function postponeStepInMemory(
  sendingInMemory: InMemorySending,
  stepRef: StepRef,
  until: Date,
  reason: Reason,
): SendingProgress {
  scheduleStep(sendingInMemory, stepRef, { dueAt: until, reason })
  return waitUntil(sendingInMemory, until)
}

function messageFields({ step }: StepRef, message: Message) {
  const recipient = message.channel === 'email' ? message.to.address : message.to
  return { channel: message.channel, recipient, surveyId: step.surveyId }
}

/** Another process is sending this message, or died while sending it: then the outcome is unknown, and it is not sent again. */
function resolveClaim(
  sendingInMemory: InMemorySending,
  row: SendingStepRow,
  claimedAt: Date,
  steps: readonly LoadedStep[],
): AdvanceResult | undefined {
  const lostAt = claimExpiresAt(claimedAt)
  if (lostAt > now()) return waitUntil(sendingInMemory, lostAt)
  const { stepId, surveyId } = row
  const removedStep = { ...STEP_DEFAULTS, id: stepId, type: row.type as LoadedStep['type'], surveyId }
  const step = steps.find(({ id }) => id === stepId) ?? removedStep
  const stepRef = { step, position: row.position, sendingStepId: row.id }
  return endStepInMemory(sendingInMemory, stepRef, keepAnsweredStatus(row, decideLostClaimStatus(claimedAt)))
}

/** The steps of the version that the sending takes. Undefined if the sequence was deleted. A survey sent without a sequence counts as one step with the sending's own id. */
export function currentSteps({ sequences }: BatchContext, { sending }: InMemorySending): CurrentSteps | undefined {
  const { id, sequenceId, surveyId, stepsVersion } = sending
  if (sequenceId !== null) return sequences.get(versionKey(sequenceId, stepsVersion))
  return surveyId === null ? [] : [{ ...STEP_DEFAULTS, id, type: 'survey', surveyId }]
}

/** When a step is due, whether or not the sending is paused. */
export function stepDueAt({ sending }: InMemorySending, step: LoadedStep, row: SendingStepRow | undefined): Date {
  if (row?.firstTriedAt && row.dueAt) return row.dueAt
  return new Date(sending.anchorAt.getTime() + step.delay * 1000)
}

function waitUntil(sendingInMemory: InMemorySending, until: Date): SendingProgress {
  const { status, dueAt } = sendingInMemory.sending
  if (status !== 'running' || dueAt?.getTime() !== until.getTime())
    sendingInMemory.updateSending({ status: 'running', dueAt: until })
  return { state: 'waiting' }
}

function pauseSending(sendingInMemory: InMemorySending): SendingProgress {
  sendingInMemory.updateSending({ dueAt: null })
  return { state: 'paused' }
}

function scheduleStep(sendingInMemory: InMemorySending, stepRef: StepRef, fields: Partial<SendingStepRow>): void {
  sendingInMemory.writeStep(stepRef, { status: 'scheduled', ...fields })
}
