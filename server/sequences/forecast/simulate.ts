import { now, runAt } from '../../clock'
import type { Message } from '../../messaging/message'
import { castReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { takeDailyPlace } from '../rules/take-daily-place'
import { advanceSendingInMemory, postponeStepInMemory } from '../sending/advance-sending-in-memory'
import { endStepInMemory } from '../sending/apply-outcome-in-memory'
import type { BatchContext } from '../sending/batch-context'
import { findStepObstacle, type StepDecision } from '../sending/decide-step'
import type { LoadedStep } from '../sending/find-next-step'
import type { InMemorySending, SendingStepRow } from '../sending/in-memory-sending'

/** @property until when it looks again, if it waits for something else than its delay */
export type SimulatedEvent = {
  at: Date
  stepId: string
  position: number
  type: string
  surveyId: string | null
  status: 'sent' | 'skipped' | 'completed' | 'waiting'
  reason: Reason | null
  branch: string | null
  until: Date | null
}

/** @property end why the run ended early, or why it stands still; null if it went through, or is still under way at the end */
export type Journey = {
  sending: InMemorySending
  events: SimulatedEvent[]
  end: { at: Date; reason: Reason | null } | null
}

/** Of one run: hours that never overlap would make it wait without end. */
const EVENTS_MAX = 200

/**
 * Lets the sendings of a context go on until a time, by the code that decides steps, without writing anything. Assumes that every message is
 * delivered, that no one answers, and that contacts and settings stay as they are. All go on in the order of time, so that they see each
 * other: one survey within the days of the settings, places under a daily cap.
 */
export function simulateJourneys(context: BatchContext, until: Date): Journey[] {
  const journeys = context.sendingsInMemory.map((sending): Journey => ({ sending, events: [], end: null }))
  const queue = journeys
    .filter((one) => dueAtOf(one) <= until.getTime())
    .toSorted((one, other) => dueAtOf(one) - dueAtOf(other))
  for (let journey = queue.shift(); journey; journey = queue.shift()) {
    advance(context, journey)
    const goesOn = journey.end === null && journey.events.length < EVENTS_MAX
    if (goesOn && dueAtOf(journey) <= until.getTime()) insertByDueAt(queue, journey)
  }
  return journeys
}

function dueAtOf({ sending: { sending } }: Journey): number {
  return sending.endedAt === null ? (sending.dueAt?.getTime() ?? Infinity) : Infinity
}

function insertByDueAt(queue: Journey[], journey: Journey): void {
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (dueAtOf(queue[middle] ?? journey) <= dueAtOf(journey)) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, journey)
}

function advance(context: BatchContext, journey: Journey): void {
  const { sending } = journey
  const at = new Date(Math.max(dueAtOf(journey), now().getTime()))
  runAt(at, () => {
    const before = new Map(sending.stepRows.map((row) => [row, describeRow(row)]))
    const advanced = advanceSendingInMemory(context, sending, decideWithoutMessage)
    if (advanced.state === 'sendable') {
      const later = takeDailyPlace(context, sending, advanced.stepRef)
      if (later) postponeStepInMemory(sending, advanced.stepRef, later.until, later.reason)
      else {
        const { step } = advanced.stepRef
        endStepInMemory(sending, advanced.stepRef, { status: 'sent', sentAt: at, surveyId: step.surveyId })
      }
    }
    const changed = sending.stepRows.filter((row) => before.get(row) !== describeRow(row))
    journey.events.push(...changed.map((row) => toEvent(row, at)))
    if (advanced.state === 'unsendable' || advanced.state === 'paused')
      journey.end = { at, reason: findEndReason(sending) }
    if (sending.sending.endedAt !== null) journey.end = { at, reason: castReason(sending.sending.reason) }
  })
}

const describeRow = ({ status, reason, dueAt }: SendingStepRow) => JSON.stringify([status, reason, dueAt])

/** Of a run that stands still, such as by a hold of the organization. */
function findEndReason({ stepRows }: InMemorySending): Reason | null {
  return castReason(stepRows.findLast(({ endedAt }) => endedAt === null)?.reason ?? null)
}

/** As `decideStep`, without composing the message. */
function decideWithoutMessage(context: BatchContext, sending: InMemorySending, step: LoadedStep): StepDecision {
  const channel = step.type === 'sms' ? 'sms' : 'email'
  return findStepObstacle(context, sending, step) ?? { do: 'send', message: { channel, to: {} } as Message }
}

function toEvent(row: SendingStepRow, at: Date): SimulatedEvent {
  const isSent = row.status === 'sent' || row.status === 'captured'
  return {
    at,
    stepId: row.stepId,
    position: row.position,
    type: row.type,
    surveyId: row.surveyId,
    status: isSent
      ? 'sent'
      : row.status === 'scheduled'
        ? 'waiting'
        : row.status === 'completed'
          ? 'completed'
          : 'skipped',
    reason: isSent ? null : castReason(row.reason),
    branch: row.branch,
    until: row.status === 'scheduled' ? row.dueAt : null,
  }
}
