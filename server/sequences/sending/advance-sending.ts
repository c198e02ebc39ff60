import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { isCapturing } from '../../messaging/captured'
import type { Message } from '../../messaging/message'
import { reasonFor } from '../../outgoing/reasons'
import type { Reason } from '../../outgoing/schema'
import { claimEnds, settleLostClaim } from '../../outgoing/settle'
import { findTextFaults } from '../vocabulary'
import type { BatchContext, Steps } from './batch-context'
import { decideStep } from './eligibility'
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

export type Advanced =
  | SendingState
  | Sendable
  /** A text of the sequence cannot be sent as written: the sequence must be paused. */
  | { state: 'unsendable'; sequenceId: string }

/** Advances a sending without network access: up to a message, a future due time, or its end. */
export function advanceSending(context: BatchContext, person: SendingDraft): Advanced {
  for (;;) {
    // Checkpoint: if a later step fails unexpectedly, the progress so far is kept.
    person.keep()
    const { sending, done } = person
    if (sending.endedAt !== null) return { state: 'ended' }
    const steps = currentSteps(context, person)
    if (steps === 'waits') return park(person)
    if (steps === undefined) completeSending(person, 'cancelled', reasonFor('sequenceDeleted'))
    else {
      const claimed = done.find((row) => row.claimedAt !== null && row.endedAt === null)
      const advanced = claimed?.claimedAt
        ? settleClaim(person, claimed, claimed.claimedAt, steps)
        : takeStep(context, person, steps)
      if (advanced) return advanced
    }
  }
}

/** @returns undefined if there may be more to do. */
function takeStep(context: BatchContext, person: SendingDraft, steps: readonly Step[]): Advanced | undefined {
  const { sending, done } = person
  const step = nextStep(steps, done)
  if (!step) return completeSending(person)
  const row = done.find(({ stepId }) => stepId === step.id)
  const dueAt = stepDueAt(person, step, row)
  if (dueAt > now()) return wait(person, dueAt)
  if (sending.sequenceId !== null && step.type !== 'wait' && hasTextFaults(steps))
    return { state: 'unsendable', sequenceId: sending.sequenceId }
  const place = { step, position: steps.indexOf(step), sendingStepId: row?.id ?? uuidv7() }
  const decision = decideStep(context, person, step, place.sendingStepId)
  switch (decision.do) {
    case 'complete':
      return endStep(person, place, { status: 'completed' })
    case 'skip':
      endStep(person, place, { status: 'skipped', reason: decision.reason })
      return decision.isContactGone ? completeSending(person, 'cancelled', decision.reason) : undefined
    case 'postpone':
      return postpone(person, place, decision.until, decision.reason)
    case 'hold':
      schedule(person, place, { reason: context.hold && reasonFor(context.hold) })
      return park(person)
    case 'send':
      return send(person, place, decision.message)
  }
}

/** Keyed by the steps array that all sendings of a batch share, so that long texts are parsed once. */
const textFaults = new WeakMap<readonly Step[], boolean>()

function hasTextFaults(steps: readonly Step[]): boolean {
  const known = textFaults.get(steps)
  if (known !== undefined) return known
  const found = findTextFaults(steps).length > 0
  textFaults.set(steps, found)
  return found
}

function send(person: SendingDraft, place: Place, message: Message): Advanced | undefined {
  if (!isCapturing()[message.channel]) return { state: 'sendable', person, place, message }
  person.captured.push(message)
  const reason = reasonFor('captured', { channel: message.channel })
  return endStep(person, place, { ...messageFields(place, message), status: 'captured', capturedAt: now(), reason })
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

export function postpone(person: SendingDraft, place: Place, until: Date, reason: Reason): SendingState {
  schedule(person, place, { dueAt: until, reason })
  return wait(person, until)
}

function messageFields({ step }: Place, message: Message) {
  const recipient = message.channel === 'email' ? message.to.address : message.to
  return { channel: message.channel, recipient, surveyId: step.surveyId }
}

/** Another process is sending this message, or died while sending it: then the outcome is unknown, and it is not sent again. */
function settleClaim(
  person: SendingDraft,
  row: StepRow,
  claimedAt: Date,
  steps: readonly Step[],
): Advanced | undefined {
  const lostAt = claimEnds(claimedAt)
  if (lostAt > now()) return wait(person, lostAt)
  const step = steps.find(({ id }) => id === row.stepId) ?? removedStep(row)
  const place = { step, position: row.position, sendingStepId: row.id }
  return endStep(person, place, arrivedIfAnswered(row, settleLostClaim(claimedAt)))
}

function removedStep(row: StepRow): Step {
  const { stepId: id, surveyId } = row
  return { ...EMPTY, id, type: row.type as Step['type'], surveyId }
}

const EMPTY = { delay: 0, subject: null, body: null, webhookUrl: null, condition: 'always' } as const

/** Undefined if the sequence was deleted. A survey sent without a sequence counts as one step with the sending's own id. */
function currentSteps({ sequences }: BatchContext, { sending }: SendingDraft): Steps | undefined {
  const { id, sequenceId, surveyId } = sending
  if (sequenceId !== null) return sequences.get(sequenceId)
  return surveyId === null ? [] : [{ ...EMPTY, id, type: 'survey', surveyId }]
}

/** Delays count from the end of the previous step; between retries the row's `dueAt` applies. */
function stepDueAt({ sending }: SendingDraft, step: Step, row: StepRow | undefined): Date {
  if (row?.firstTriedAt && row.dueAt) return row.dueAt
  return new Date(sending.anchorAt.getTime() + step.delay * 1000)
}

function wait(person: SendingDraft, until: Date): SendingState {
  const { status, dueAt } = person.sending
  if (status !== 'running' || dueAt?.getTime() !== until.getTime()) person.move({ status: 'running', dueAt: until })
  return { state: 'waiting', until }
}

/** No due time until the sequence is resumed or the hold is lifted. */
function park(person: SendingDraft): SendingState {
  person.move({ dueAt: null })
  return { state: 'parked' }
}

function schedule(person: SendingDraft, place: Place, fields: Partial<StepRow>): void {
  person.writeStep(place, { status: 'scheduled', ...fields })
}
