import { reasonFor } from '../../outgoing/reasons'
import type { Reason } from '../../outgoing/schema'
import type { StepCondition, StepType } from '../schema'

export type Step = {
  id: string
  type: StepType
  /** In whole seconds. */
  delay: number
  surveyId: string | null
  subject: unknown
  body: unknown
  webhookUrl: string | null
  condition: StepCondition
}

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
 * The next step: in the current order, the first unprocessed one after the last processed step that still exists. So steps can
 * be edited, moved and removed while sendings are running.
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

/** The survey that conditions refer to: the latest one that this sending sent or captured. */
export function latestSurvey(done: readonly Done[]): Asked | undefined {
  return askedSurveys(done).at(-1)
}

/** The row whose link opens this survey: a reminder repeats the first link, so that there is one response. */
export function firstSending(done: readonly Done[], surveyId: string): Done | undefined {
  return askedSurveys(done).find((row) => row.surveyId === surveyId)
}

/** Exempt from the throttle: it repeats a survey that this sending has already sent. */
export function isReminder(step: Step, done: readonly Done[]): boolean {
  const asked = step.surveyId !== null && firstSending(done, step.surveyId) !== undefined
  return asked || (step.condition === 'not_answered' && latestSurvey(done) !== undefined)
}

export type Answer = { surveyId: string; band: string | null }

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

/** In the order of sending. Captured surveys count, because they can be answered from the Outbox. */
function askedSurveys(done: readonly Done[]): Asked[] {
  const askedAt = ({ sentAt, capturedAt }: Done) => (sentAt ?? capturedAt)?.getTime()
  return done
    .filter((row): row is Asked => row.surveyId !== null && askedAt(row) !== undefined && row.status !== 'bounced')
    .toSorted((a, b) => (askedAt(a) ?? 0) - (askedAt(b) ?? 0))
}
