import { reasonFor } from '../../outgoing/reasons'
import type { Reason } from '../../outgoing/schema'
import type { StepCondition, StepType } from '../schema'

/** A step as it is now. */
export type Step = {
  id: string
  type: StepType
  /** Whole seconds. */
  delay: number
  surveyId: string | null
  subject: unknown
  body: unknown
  webhookUrl: string | null
  condition: StepCondition
}

/** What became of a step in one sending. */
export type Done = {
  id: string
  stepId: string
  position: number
  status: string
  surveyId: string | null
  sentAt: Date | null
  capturedAt: Date | null
  endedAt: Date | null
}

/**
 * The step that comes next: the first one, as the steps stand now, behind the last that was done and still exists, and
 * that was not done itself. So steps may be edited, moved and removed while people are under way.
 */
export function nextStep<S extends { id: string }>(steps: readonly S[], done: readonly Done[]): S | undefined {
  const ended = done.filter((row) => row.endedAt !== null)
  const processed = new Set(ended.map((row) => row.stepId))
  const places = new Map(steps.map((step, index) => [step.id, index]))
  const last = ended
    .toSorted((a, b) => (a.endedAt?.getTime() ?? 0) - (b.endedAt?.getTime() ?? 0) || a.position - b.position)
    .findLast((row) => places.has(row.stepId))
  const from = last === undefined ? 0 : (places.get(last.stepId) ?? -1) + 1
  return steps.slice(from).find((step) => !processed.has(step.id))
}

/** The survey that conditions speak of: the latest that this sending sent, or captured. */
export function latestSurvey(done: readonly Done[]): Asked | undefined {
  return askedSurveys(done).at(-1)
}

/** The row whose link asks this survey: a reminder repeats the first link, so that there is one answer. */
export function firstSending(done: readonly Done[], surveyId: string): Done | undefined {
  return askedSurveys(done).find((row) => row.surveyId === surveyId)
}

/** Throttles spare it: it asks again what this sending has asked already. */
export function isReminder(step: Step, done: readonly Done[]): boolean {
  const asked = step.surveyId !== null && firstSending(done, step.surveyId) !== undefined
  return asked || (step.condition === 'not_answered' && latestSurvey(done) !== undefined)
}

export type Answer = { surveyId: string; band: string | null }

/** Why the step's condition does not hold, or undefined when it does. */
export function unmetCondition(
  condition: StepCondition,
  done: readonly Done[],
  answers: readonly Answer[],
): Reason | undefined {
  if (condition === 'always') return undefined
  const survey = latestSurvey(done)
  const answer = survey && answers.findLast(({ surveyId }) => surveyId === survey.surveyId)
  const isMet =
    survey !== undefined &&
    (condition === 'not_answered'
      ? answer === undefined
      : condition === 'answered'
        ? answer !== undefined
        : answer?.band === condition)
  return isMet ? undefined : reasonFor('conditionNotMet', { condition })
}

type Asked = Done & { surveyId: string }

/** In the order in which they were asked. What was captured can be answered from the Outbox, so a sending goes on from it. */
function askedSurveys(done: readonly Done[]): Asked[] {
  const askedAt = ({ sentAt, capturedAt }: Done) => (sentAt ?? capturedAt)?.getTime()
  return done
    .filter((row): row is Asked => row.surveyId !== null && askedAt(row) !== undefined && row.status !== 'bounced')
    .toSorted((a, b) => (askedAt(a) ?? 0) - (askedAt(b) ?? 0))
}
