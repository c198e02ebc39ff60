import type { SendingStep, SequenceStep } from '@/prisma/generated/client'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import type { AnswerValue } from '../../responses/schema'
import type { Branch } from '../conditions/constants'
import type { StepConditions } from '../conditions/schema'
import type { StepCondition, StepType } from '../schema'

export type LoadedStep = Pick<SequenceStep, 'id' | 'delay' | 'surveyId' | 'subject' | 'body' | 'webhookUrl'> & {
  type: StepType
  condition: StepCondition
  conditions: StepConditions | null
  branch: Branch | null
}

/** A step with neither texts nor conditions. */
export const STEP_DEFAULTS = {
  delay: 0,
  subject: null,
  body: null,
  webhookUrl: null,
  condition: 'always',
  conditions: null,
  branch: null,
} as const

export type StepProgress = Pick<
  SendingStep,
  'id' | 'stepId' | 'position' | 'status' | 'surveyId' | 'sentAt' | 'capturedAt' | 'endedAt' | 'branch'
>

/** A step as far as its place in the sequence goes. */
type PlacedStep = { id: string; type: string; branch: string | null }

/**
 * The next step: in the current order, the first unprocessed one after the last processed step that still exists. So steps can
 * be edited, moved and removed while sendings are running. Leaves out steps in branches that were not taken.
 */
export function findNextStep<S extends PlacedStep>(steps: readonly S[], done: readonly StepProgress[]): S | undefined {
  const ended = done.filter((row) => row.endedAt !== null)
  const processed = new Set(ended.map((row) => row.stepId))
  const positions = new Map(steps.map((step, index) => [step.id, index]))
  const lastProcessed = ended
    .toSorted((a, b) => (a.endedAt?.getTime() ?? 0) - (b.endedAt?.getTime() ?? 0) || a.position - b.position)
    .findLast((row) => positions.has(row.stepId))
  const start = lastProcessed === undefined ? 0 : (positions.get(lastProcessed.stepId) ?? -1) + 1
  const untaken = listUntakenStepIds(steps, done)
  return steps.slice(start).find((step) => !processed.has(step.id) && !untaken.has(step.id))
}

/** Steps in branches that their fork, the nearest one before them, has not chosen, or not yet. */
export function listUntakenStepIds(steps: readonly PlacedStep[], done: readonly StepProgress[]): Set<string> {
  const chosen = new Map(done.map(({ stepId, branch }) => [stepId, branch]))
  const untaken = new Set<string>()
  let forkId: string | undefined
  for (const { id, type, branch } of steps) {
    if (type === 'fork') forkId = id
    if (branch !== null && (forkId === undefined || chosen.get(forkId) !== branch)) untaken.add(id)
  }
  return untaken
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

/** @property answers loaded only if a condition is about one */
export type CompletedResponse = {
  surveyId: string
  band: string | null
  answers?: readonly { questionId: string; value: AnswerValue }[]
}

export function findUnmetConditionReason(
  condition: StepCondition,
  done: readonly StepProgress[],
  answers: readonly CompletedResponse[],
): Reason | undefined {
  return isConditionMet(condition, done, answers) ? undefined : makeReason('conditionNotMet', { condition })
}

export function isConditionMet(
  condition: StepCondition,
  done: readonly StepProgress[],
  answers: readonly CompletedResponse[],
): boolean {
  if (condition === 'always') return true
  const survey = findLatestSentSurveyStep(done)
  const answer = survey && answers.findLast(({ surveyId }) => surveyId === survey.surveyId)
  if (survey === undefined) return false
  if (condition === 'not_answered') return answer === undefined
  return condition === 'answered' ? answer !== undefined : answer?.band === condition
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
