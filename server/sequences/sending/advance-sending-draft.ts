import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import type { Message } from '../../messaging/message'
import { getOutboxChannels } from '../../messaging/outbox'
import { claimExpiresAt, decideLostClaimStatus } from '../../messaging/outcome/decide-message-status'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { findStepTemplateErrors } from '../constants'
import { endSendingInDraft, endStepInDraft, keepAnsweredStatus, type MessageClaim } from './apply-outcome-to-draft'
import type { BatchContext, CurrentSteps } from './batch-context'
import { decideStep } from './decide-step'
import { findNextStep, type LoadedStep } from './find-next-step'
import type { SendingDraft, SendingStepRow, StepRef } from './sending-draft'

type SendingProgress = { state: 'ended' | 'waiting' | 'paused' }

export type SendableMessage = { state: 'sendable'; draft: SendingDraft; stepRef: StepRef; message: Message }

type AdvanceResult = SendingProgress | SendableMessage | { state: 'unsendable'; sequenceId: string }

/** Advances a sending without network access: up to a message, a future due time, or its end. */
export function advanceSendingDraft(context: BatchContext, draft: SendingDraft): AdvanceResult {
  for (;;) {
    // Checkpoint: if a later step fails unexpectedly, the progress so far is kept.
    draft.checkpoint()
    const { sending, stepRows } = draft
    if (sending.endedAt !== null) return { state: 'ended' }
    const steps = currentSteps(context, draft)
    if (steps === 'waits') return pauseSending(draft)
    if (steps === undefined) endSendingInDraft(draft, 'cancelled', makeReason('sequenceDeleted'))
    else {
      const claimed = stepRows.find((row) => row.claimedAt !== null && row.endedAt === null)
      const advanced = claimed?.claimedAt
        ? resolveClaim(draft, claimed, claimed.claimedAt, steps)
        : processNextStep(context, draft, steps)
      if (advanced) return advanced
    }
  }
}

function processNextStep(
  context: BatchContext,
  draft: SendingDraft,
  steps: readonly LoadedStep[],
): AdvanceResult | undefined {
  const { sending, stepRows } = draft
  const step = findNextStep(steps, stepRows)
  if (!step) return endSendingInDraft(draft)
  const row = stepRows.find(({ stepId }) => stepId === step.id)
  const dueAt = stepDueAt(draft, step, row)
  if (dueAt > now()) return waitUntil(draft, dueAt)
  if (sending.sequenceId !== null && step.type !== 'wait' && hasTemplateErrors(steps))
    return { state: 'unsendable', sequenceId: sending.sequenceId }
  const stepRef = { step, position: steps.indexOf(step), sendingStepId: row?.id ?? uuidv7() }
  const decision = decideStep(context, draft, step, stepRef.sendingStepId)
  switch (decision.do) {
    case 'complete':
      return endStepInDraft(draft, stepRef, { status: 'completed' })
    case 'skip':
      endStepInDraft(draft, stepRef, { status: 'skipped', reason: decision.reason })
      return decision.isContactGone ? endSendingInDraft(draft, 'cancelled', decision.reason) : undefined
    case 'postpone':
      return postponeStepInDraft(draft, stepRef, decision.until, decision.reason)
    case 'pause':
      scheduleStep(draft, stepRef, { reason: context.sendingRestriction && makeReason(context.sendingRestriction) })
      return pauseSending(draft)
    case 'send':
      return sendOrStoreInOutbox(draft, stepRef, decision.message)
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

function sendOrStoreInOutbox(draft: SendingDraft, stepRef: StepRef, message: Message): AdvanceResult | undefined {
  if (!getOutboxChannels()[message.channel]) return { state: 'sendable', draft, stepRef, message }
  draft.outboxMessages.push(message)
  const reason = makeReason('captured', { channel: message.channel })
  return endStepInDraft(draft, stepRef, {
    ...messageFields(stepRef, message),
    status: 'captured',
    capturedAt: now(),
    reason,
  })
}

/** Committed before the first byte is sent. The new due time is the end of the claim, when it is either completed or lost. */
export function claimMessageInDraft({ draft, stepRef, message }: SendableMessage): MessageClaim {
  const { sending, stepRows } = draft
  const claimedAt = now()
  const firstTriedAt = stepRows.find(({ id }) => id === stepRef.sendingStepId)?.firstTriedAt ?? claimedAt
  scheduleStep(draft, stepRef, { ...messageFields(stepRef, message), claimedAt, firstTriedAt, reason: null })
  draft.updateSending({ status: 'running', dueAt: claimExpiresAt(claimedAt) })
  return { sendingId: sending.id, sendingStepId: stepRef.sendingStepId, step: stepRef.step, claimedAt, message }
}

export function postponeStepInDraft(
  draft: SendingDraft,
  stepRef: StepRef,
  until: Date,
  reason: Reason,
): SendingProgress {
  scheduleStep(draft, stepRef, { dueAt: until, reason })
  return waitUntil(draft, until)
}

function messageFields({ step }: StepRef, message: Message) {
  const recipient = message.channel === 'email' ? message.to.address : message.to
  return { channel: message.channel, recipient, surveyId: step.surveyId }
}

/** Another process is sending this message, or died while sending it: then the outcome is unknown, and it is not sent again. */
function resolveClaim(
  draft: SendingDraft,
  row: SendingStepRow,
  claimedAt: Date,
  steps: readonly LoadedStep[],
): AdvanceResult | undefined {
  const lostAt = claimExpiresAt(claimedAt)
  if (lostAt > now()) return waitUntil(draft, lostAt)
  const { stepId, surveyId } = row
  const removedStep = { ...STEP_DEFAULTS, id: stepId, type: row.type as LoadedStep['type'], surveyId }
  const step = steps.find(({ id }) => id === stepId) ?? removedStep
  const stepRef = { step, position: row.position, sendingStepId: row.id }
  return endStepInDraft(draft, stepRef, keepAnsweredStatus(row, decideLostClaimStatus(claimedAt)))
}

const STEP_DEFAULTS = { delay: 0, subject: null, body: null, webhookUrl: null, condition: 'always' } as const

/** Undefined if the sequence was deleted. A survey sent without a sequence counts as one step with the sending's own id. */
function currentSteps({ sequences }: BatchContext, { sending }: SendingDraft): CurrentSteps | undefined {
  const { id, sequenceId, surveyId } = sending
  if (sequenceId !== null) return sequences.get(sequenceId)
  return surveyId === null ? [] : [{ ...STEP_DEFAULTS, id, type: 'survey', surveyId }]
}

function stepDueAt({ sending }: SendingDraft, step: LoadedStep, row: SendingStepRow | undefined): Date {
  if (row?.firstTriedAt && row.dueAt) return row.dueAt
  return new Date(sending.anchorAt.getTime() + step.delay * 1000)
}

function waitUntil(draft: SendingDraft, until: Date): SendingProgress {
  const { status, dueAt } = draft.sending
  if (status !== 'running' || dueAt?.getTime() !== until.getTime())
    draft.updateSending({ status: 'running', dueAt: until })
  return { state: 'waiting' }
}

function pauseSending(draft: SendingDraft): SendingProgress {
  draft.updateSending({ dueAt: null })
  return { state: 'paused' }
}

function scheduleStep(draft: SendingDraft, stepRef: StepRef, fields: Partial<SendingStepRow>): void {
  draft.writeStep(stepRef, { status: 'scheduled', ...fields })
}
