import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import type { Message } from '../../messaging/message'
import { getCapturingChannels } from '../../messaging/outbox'
import { claimExpiresAt, finalizeLostClaim } from '../../messaging/outcome/finalize-outcome'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { findTextFaults } from '../vocabulary'
import type { BatchContext, CurrentSteps } from './batch-context'
import { decideStep } from './decide-step'
import { findNextStep, type LoadedStep } from './next-step'
import { endSending, endStep, type MessageClaim, withAnsweredStatus } from './record-outcome'
import type { SendingDraft, StepRef, StepRow } from './sending-draft'

type SendingProgress = { state: 'ended' | 'waiting' | 'parked' }

export type SendableMessage = { state: 'sendable'; draft: SendingDraft; stepRef: StepRef; message: Message }

type AdvanceResult = SendingProgress | SendableMessage | { state: 'unsendable'; sequenceId: string }

/** Advances a sending without network access: up to a message, a future due time, or its end. */
export function advanceSending(context: BatchContext, draft: SendingDraft): AdvanceResult {
  for (;;) {
    // Checkpoint: if a later step fails unexpectedly, the progress so far is kept.
    draft.checkpoint()
    const { sending, stepRows } = draft
    if (sending.endedAt !== null) return { state: 'ended' }
    const steps = currentSteps(context, draft)
    if (steps === 'waits') return park(draft)
    if (steps === undefined) endSending(draft, 'cancelled', makeReason('sequenceDeleted'))
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
  if (!step) return endSending(draft)
  const row = stepRows.find(({ stepId }) => stepId === step.id)
  const dueAt = stepDueAt(draft, step, row)
  if (dueAt > now()) return wait(draft, dueAt)
  if (sending.sequenceId !== null && step.type !== 'wait' && hasTextFaults(steps))
    return { state: 'unsendable', sequenceId: sending.sequenceId }
  const stepRef = { step, position: steps.indexOf(step), sendingStepId: row?.id ?? uuidv7() }
  const decision = decideStep(context, draft, step, stepRef.sendingStepId)
  switch (decision.do) {
    case 'complete':
      return endStep(draft, stepRef, { status: 'completed' })
    case 'skip':
      endStep(draft, stepRef, { status: 'skipped', reason: decision.reason })
      return decision.isContactGone ? endSending(draft, 'cancelled', decision.reason) : undefined
    case 'postpone':
      return postpone(draft, stepRef, decision.until, decision.reason)
    case 'hold':
      schedule(draft, stepRef, { reason: context.hold && makeReason(context.hold) })
      return park(draft)
    case 'send':
      return send(draft, stepRef, decision.message)
  }
}

const textFaults = new WeakMap<readonly LoadedStep[], boolean>()

function hasTextFaults(steps: readonly LoadedStep[]): boolean {
  const cached = textFaults.get(steps)
  if (cached !== undefined) return cached
  const hasFaults = findTextFaults(steps).length > 0
  textFaults.set(steps, hasFaults)
  return hasFaults
}

function send(draft: SendingDraft, stepRef: StepRef, message: Message): AdvanceResult | undefined {
  if (!getCapturingChannels()[message.channel]) return { state: 'sendable', draft, stepRef, message }
  draft.capturedMessages.push(message)
  const reason = makeReason('captured', { channel: message.channel })
  return endStep(draft, stepRef, { ...messageFields(stepRef, message), status: 'captured', capturedAt: now(), reason })
}

/** Committed before the first byte is sent. The new due time is the end of the claim, when it is either completed or lost. */
export function claimMessage({ draft, stepRef, message }: SendableMessage): MessageClaim {
  const { sending, stepRows } = draft
  const claimedAt = now()
  const firstTriedAt = stepRows.find(({ id }) => id === stepRef.sendingStepId)?.firstTriedAt ?? claimedAt
  schedule(draft, stepRef, { ...messageFields(stepRef, message), claimedAt, firstTriedAt, reason: null })
  draft.updateSending({ status: 'running', dueAt: claimExpiresAt(claimedAt) })
  return { sendingId: sending.id, sendingStepId: stepRef.sendingStepId, step: stepRef.step, claimedAt, message }
}

export function postpone(draft: SendingDraft, stepRef: StepRef, until: Date, reason: Reason): SendingProgress {
  schedule(draft, stepRef, { dueAt: until, reason })
  return wait(draft, until)
}

function messageFields({ step }: StepRef, message: Message) {
  const recipient = message.channel === 'email' ? message.to.address : message.to
  return { channel: message.channel, recipient, surveyId: step.surveyId }
}

/** Another process is sending this message, or died while sending it: then the outcome is unknown, and it is not sent again. */
function resolveClaim(
  draft: SendingDraft,
  row: StepRow,
  claimedAt: Date,
  steps: readonly LoadedStep[],
): AdvanceResult | undefined {
  const lostAt = claimExpiresAt(claimedAt)
  if (lostAt > now()) return wait(draft, lostAt)
  const { stepId, surveyId } = row
  const removedStep = { ...STEP_DEFAULTS, id: stepId, type: row.type as LoadedStep['type'], surveyId }
  const step = steps.find(({ id }) => id === stepId) ?? removedStep
  const stepRef = { step, position: row.position, sendingStepId: row.id }
  return endStep(draft, stepRef, withAnsweredStatus(row, finalizeLostClaim(claimedAt)))
}

const STEP_DEFAULTS = { delay: 0, subject: null, body: null, webhookUrl: null, condition: 'always' } as const

/** Undefined if the sequence was deleted. A survey sent without a sequence counts as one step with the sending's own id. */
function currentSteps({ sequences }: BatchContext, { sending }: SendingDraft): CurrentSteps | undefined {
  const { id, sequenceId, surveyId } = sending
  if (sequenceId !== null) return sequences.get(sequenceId)
  return surveyId === null ? [] : [{ ...STEP_DEFAULTS, id, type: 'survey', surveyId }]
}

function stepDueAt({ sending }: SendingDraft, step: LoadedStep, row: StepRow | undefined): Date {
  if (row?.firstTriedAt && row.dueAt) return row.dueAt
  return new Date(sending.anchorAt.getTime() + step.delay * 1000)
}

function wait(draft: SendingDraft, until: Date): SendingProgress {
  const { status, dueAt } = draft.sending
  if (status !== 'running' || dueAt?.getTime() !== until.getTime())
    draft.updateSending({ status: 'running', dueAt: until })
  return { state: 'waiting' }
}

function park(draft: SendingDraft): SendingProgress {
  draft.updateSending({ dueAt: null })
  return { state: 'parked' }
}

function schedule(draft: SendingDraft, stepRef: StepRef, fields: Partial<StepRow>): void {
  draft.writeStep(stepRef, { status: 'scheduled', ...fields })
}
