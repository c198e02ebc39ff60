import type { SendingStep, SequenceStep } from '@/prisma/generated/client'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import type { StepCondition, StepType } from '../schema'

export type LoadedStep = Pick<SequenceStep, 'id' | 'delay' | 'surveyId' | 'subject' | 'body' | 'webhookUrl'> & {
  type: StepType
  condition: StepCondition
}

export type StepProgress = Pick<
  SendingStep,
  'id' | 'stepId' | 'position' | 'status' | 'surveyId' | 'sentAt' | 'capturedAt' | 'endedAt'
>

/**
 * The next step: in the current order, the first unprocessed one after the last processed step that still exists. So steps can
 * be edited, moved and removed while sendings are running.
 */
export function findNextStep<S extends { id: string }>(
  steps: readonly S[],
  done: readonly StepProgress[],
): S | undefined {
  const ended = done.filter((row) => row.endedAt !== null)
  const processed = new Set(ended.map((row) => row.stepId))
  const positions = new Map(steps.map((step, index) => [step.id, index]))
  const lastProcessed = ended
    .toSorted((a, b) => (a.endedAt?.getTime() ?? 0) - (b.endedAt?.getTime() ?? 0) || a.position - b.position)
    .findLast((row) => positions.has(row.stepId))
  const start = lastProcessed === undefined ? 0 : (positions.get(lastProcessed.stepId) ?? -1) + 1
  return steps.slice(start).find((step) => !processed.has(step.id))
}

export function findLatestSentSurveyStep(done: readonly StepProgress[]): SurveyStep | undefined {
  return listSentSurveySteps(done).at(-1)
}

/** The row whose link opens this survey: a reminder repeats the first link, so that there is one response. */
export function findFirstSentSurveyStep(done: readonly StepProgress[], surveyId: string): StepProgress | undefined {
  return listSentSurveySteps(done).find((row) => row.surveyId === surveyId)
}

export function isReminder(step: LoadedStep, done: readonly StepProgress[]): boolean {
  const isRepeated = step.surveyId !== null && findFirstSentSurveyStep(done, step.surveyId) !== undefined
  return isRepeated || (step.condition === 'not_answered' && findLatestSentSurveyStep(done) !== undefined)
}

export type CompletedResponse = { surveyId: string; band: string | null }

export function findUnmetConditionReason(
  condition: StepCondition,
  done: readonly StepProgress[],
  answers: readonly CompletedResponse[],
): Reason | undefined {
  if (condition === 'always') return undefined
  const survey = findLatestSentSurveyStep(done)
  const answer = survey && answers.findLast(({ surveyId }) => surveyId === survey.surveyId)
  const isMet =
    survey !== undefined &&
    (condition === 'not_answered'
      ? answer === undefined
      : condition === 'answered'
        ? answer !== undefined
        : answer?.band === condition)
  return isMet ? undefined : makeReason('conditionNotMet', { condition })
}

type SurveyStep = StepProgress & { surveyId: string }

function listSentSurveySteps(done: readonly StepProgress[]): SurveyStep[] {
  const deliveredAt = ({ sentAt, capturedAt }: StepProgress) => (sentAt ?? capturedAt)?.getTime()
  return done
    .filter(
      (row): row is SurveyStep => row.surveyId !== null && deliveredAt(row) !== undefined && row.status !== 'bounced',
    )
    .toSorted((a, b) => (deliveredAt(a) ?? 0) - (deliveredAt(b) ?? 0))
}
