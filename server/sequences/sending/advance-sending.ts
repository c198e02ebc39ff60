import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import type { Message } from '../../messaging/message'
import { isCapturing } from '../../messaging/outbox'
import { claimEnds, settleLostClaim } from '../../messaging/outcome/finalize-outcome'
import { reasonFor } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { findTextFaults } from '../vocabulary'
import type { BatchContext, Steps } from './batch-context'
import { decideStep } from './decide-step'
import { nextStep, type Step } from './next-step'
import { arrivedIfAnswered, type Claim, completeSending, endStep } from './record-outcome'
import type { Place, SendingDraft, StepRow } from './sending-draft'

export type SendingState = { state: 'ended' } | { state: 'waiting'; until: Date } | { state: 'parked' }

export type Sendable = {
  state: 'sendable'
  person: SendingDraft
  place: Place
  message: Message
}

export type Advanced = SendingState | Sendable | { state: 'unsendable'; sequenceId: string }

/** Advances a sending without network access: up to a message, a future due time, or its end. */
export function advanceSending(context: BatchContext, draft: SendingDraft): Advanced {
  for (;;) {
    // Checkpoint: if a later step fails unexpectedly, the progress so far is kept.
    draft.keep()
    const { sending, done } = draft
    if (sending.endedAt !== null) return { state: 'ended' }
    const steps = currentSteps(context, draft)
    if (steps === 'waits') return park(draft)
    if (steps === undefined) completeSending(draft, 'cancelled', reasonFor('sequenceDeleted'))
    else {
      const claimed = done.find((row) => row.claimedAt !== null && row.endedAt === null)
      const advanced = claimed?.claimedAt
        ? resolveClaim(draft, claimed, claimed.claimedAt, steps)
        : processNextStep(context, draft, steps)
      if (advanced) return advanced
    }
  }
}

function processNextStep(context: BatchContext, draft: SendingDraft, steps: readonly Step[]): Advanced | undefined {
  const { sending, done } = draft
  const step = nextStep(steps, done)
  if (!step) return completeSending(draft)
  const row = done.find(({ stepId }) => stepId === step.id)
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
      return decision.isContactGone ? completeSending(draft, 'cancelled', decision.reason) : undefined
    case 'postpone':
      return postpone(draft, stepRef, decision.until, decision.reason)
    case 'hold':
      schedule(draft, stepRef, { reason: context.hold && reasonFor(context.hold) })
      return park(draft)
    case 'send':
      return send(draft, stepRef, decision.message)
  }
}

const textFaults = new WeakMap<readonly Step[], boolean>()

function hasTextFaults(steps: readonly Step[]): boolean {
  const cached = textFaults.get(steps)
  if (cached !== undefined) return cached
  const hasFaults = findTextFaults(steps).length > 0
  textFaults.set(steps, hasFaults)
  return hasFaults
}

function send(draft: SendingDraft, stepRef: Place, message: Message): Advanced | undefined {
  if (!isCapturing()[message.channel]) return { state: 'sendable', person: draft, place: stepRef, message }
  draft.captured.push(message)
  const reason = reasonFor('captured', { channel: message.channel })
  return endStep(draft, stepRef, { ...messageFields(stepRef, message), status: 'captured', capturedAt: now(), reason })
}

/** Committed before the first byte is sent. The new due time is the end of the claim, when it is either completed or lost. */
export function claimMessage({ person, place, message }: Sendable): Claim {
  const { sending, done } = person
  const claimedAt = now()
  const firstTriedAt = done.find(({ id }) => id === place.sendingStepId)?.firstTriedAt ?? claimedAt
  schedule(person, place, { ...messageFields(place, message), claimedAt, firstTriedAt, reason: null })
  person.move({ status: 'running', dueAt: claimEnds(claimedAt) })
  return { sendingId: sending.id, sendingStepId: place.sendingStepId, step: place.step, claimedAt, message }
}

export function postpone(draft: SendingDraft, stepRef: Place, until: Date, reason: Reason): SendingState {
  schedule(draft, stepRef, { dueAt: until, reason })
  return wait(draft, until)
}

function messageFields({ step }: Place, message: Message) {
  const recipient = message.channel === 'email' ? message.to.address : message.to
  return { channel: message.channel, recipient, surveyId: step.surveyId }
}

/** Another process is sending this message, or died while sending it: then the outcome is unknown, and it is not sent again. */
function resolveClaim(
  draft: SendingDraft,
  row: StepRow,
  claimedAt: Date,
  steps: readonly Step[],
): Advanced | undefined {
  const lostAt = claimEnds(claimedAt)
  if (lostAt > now()) return wait(draft, lostAt)
  const step = steps.find(({ id }) => id === row.stepId) ?? removedStep(row)
  const stepRef = { step, position: row.position, sendingStepId: row.id }
  return endStep(draft, stepRef, arrivedIfAnswered(row, settleLostClaim(claimedAt)))
}

function removedStep(row: StepRow): Step {
  const { stepId: id, surveyId } = row
  return { ...STEP_DEFAULTS, id, type: row.type as Step['type'], surveyId }
}

const STEP_DEFAULTS = { delay: 0, subject: null, body: null, webhookUrl: null, condition: 'always' } as const

/** Undefined if the sequence was deleted. A survey sent without a sequence counts as one step with the sending's own id. */
function currentSteps({ sequences }: BatchContext, { sending }: SendingDraft): Steps | undefined {
  const { id, sequenceId, surveyId } = sending
  if (sequenceId !== null) return sequences.get(sequenceId)
  return surveyId === null ? [] : [{ ...STEP_DEFAULTS, id, type: 'survey', surveyId }]
}

function stepDueAt({ sending }: SendingDraft, step: Step, row: StepRow | undefined): Date {
  if (row?.firstTriedAt && row.dueAt) return row.dueAt
  return new Date(sending.anchorAt.getTime() + step.delay * 1000)
}

function wait(draft: SendingDraft, until: Date): SendingState {
  const { status, dueAt } = draft.sending
  if (status !== 'running' || dueAt?.getTime() !== until.getTime()) draft.move({ status: 'running', dueAt: until })
  return { state: 'waiting', until }
}

function park(draft: SendingDraft): SendingState {
  draft.move({ dueAt: null })
  return { state: 'parked' }
}

function schedule(draft: SendingDraft, stepRef: Place, fields: Partial<StepRow>): void {
  draft.writeStep(stepRef, { status: 'scheduled', ...fields })
}
