import { db } from '../../db'
import { NotFound } from '../../errors'
import { computeAnsweredShare } from '../../responses/scores'
import type { Branch } from '../conditions/constants'
import type { StepType } from '../schema'
import { countSendingsByStatus } from '../sendings'
import { RESULT_STATES, STATES_WITH_REASON } from './constants'
import {
  countByBranch,
  countByStep,
  countMessagedSendings,
  countRequestsBySequence,
  countWaitingByStep,
  listRemovedSteps,
  readAnswerTimes,
  type StepCountsRow,
} from './queries'
import type { AnsweredRate, SequenceRate, SequenceResults, StepResults } from './schema'

/**
 * What became of everyone in a sequence: the funnel of sendings, and the numbers of each step, also of steps that were removed. Each number
 * equals the total of `browseSendings` with the same step, state and reason.
 * @throws {NotFound}
 */
export async function getSequenceResults(organizationId: string, id: string): Promise<SequenceResults> {
  const sequence = await db.sequence.findFirst({
    where: { id, organizationId },
    include: { steps: { orderBy: { position: 'asc' } }, organization: { select: { tracksOpensAndClicks: true } } },
  })
  if (!sequence) throw new NotFound('sequence')
  const removed = await listRemovedSteps(organizationId, id)
  const steps = [
    ...sequence.steps.map((step) => ({ ...step, isRemoved: false })),
    ...removed.map((step) => ({ ...step, branch: null, isRemoved: true })),
  ]
  const stepIds = steps.map((step) => step.id)
  const forkIds = steps.flatMap(({ id: stepId, type }) => (type === 'fork' ? stepId : []))
  const [{ rows, messaged }, waiting, branchCounts, answers, rates, statuses, surveyNames] = await Promise.all([
    loadStepCounts(organizationId, stepIds),
    countWaitingByStep(organizationId, id),
    forkIds.length === 0 ? [] : countByBranch(organizationId, forkIds),
    readAnswerTimes(organizationId, id),
    listSequenceRates(organizationId, [id]),
    countSendingsByStatus(organizationId, [id]),
    loadSurveyNames(organizationId, steps),
  ])
  return {
    funnel: {
      enrolled: statuses.reduce((sum, { count }) => sum + count, 0),
      ...messaged,
      answered: answers?.sendings ?? 0,
      completed: statuses.find(({ status }) => status === 'completed')?.count ?? 0,
    },
    rate: rates[0]?.rate ?? toAnsweredRate({ delivered: 0, answered: 0 }),
    medianSecondsToAnswer: answers?.seconds ?? null,
    tracksOpens: sequence.organization.tracksOpensAndClicks,
    steps: steps.map((step, index) => ({
      ...presentStep(step, rows, waiting.get(step.id) ?? 0),
      branches: step.type === 'fork' ? sumBranches(branchCounts, step.id) : null,
      surveyName: surveyNames.get(step.surveyId ?? '') ?? null,
      medianSecondsToAnswer:
        step.surveyId === null || steps.findIndex(({ surveyId }) => surveyId === step.surveyId) < index
          ? null
          : (answers?.secondsBySurvey?.[step.surveyId] ?? null),
    })),
  }
}

function sumBranches(counts: Awaited<ReturnType<typeof countByBranch>>, forkId: string): StepResults['branches'] {
  const count = (branch: Branch) => counts.find((one) => one.stepId === forkId && one.branch === branch)?.count ?? 0
  return { yes: count('yes'), no: count('no') }
}

/** Sendings are counted one by one only where several steps sent messages: if one did, its numbers are those of the funnel. */
async function loadStepCounts(organizationId: string, stepIds: readonly string[]) {
  const rows = await countByStep(organizationId, stepIds)
  const messages = rows.filter(({ sent }) => sent > 0)
  if (new Set(messages.map(({ stepId }) => stepId)).size > 1)
    return { rows, messaged: await countMessagedSendings(organizationId, stepIds) }
  const sum = (state: 'sent' | 'delivered') => messages.reduce((total, row) => total + row[state], 0)
  return { rows, messaged: { sent: sum('sent'), delivered: sum('delivered') } }
}

/** Sequences without a delivered survey have none. */
export async function listSequenceRates(
  organizationId: string,
  sequenceIds: readonly string[],
): Promise<SequenceRate[]> {
  const counts = await countRequestsBySequence(organizationId, sequenceIds)
  return counts.map(({ sequenceId, ...count }) => ({ sequenceId, rate: toAnsweredRate(count) }))
}

function toAnsweredRate(counts: { delivered: number; answered: number }): AnsweredRate {
  const { n, value, interval } = computeAnsweredShare(counts)
  return { n, value, interval, answered: counts.answered }
}

type ListedStep = { id: string; type: string; surveyId: string | null; branch: string | null; isRemoved: boolean }

function presentStep(
  { id, type, surveyId, branch, isRemoved }: ListedStep,
  allRows: readonly StepCountsRow[],
  waiting: number,
): Omit<StepResults, 'surveyName' | 'medianSecondsToAnswer' | 'branches'> {
  const rows = allRows.filter(({ stepId }) => stepId === id)
  const sum = (name: Exclude<keyof StepCountsRow, 'stepId' | 'reason'>) =>
    rows.reduce((total, row) => total + row[name], 0)
  const counts = Object.fromEntries(
    RESULT_STATES.map((state) => [state, state === 'waiting' ? waiting : sum(state)]),
  ) as StepResults['counts']
  const surveyed = sum('surveyed')
  return {
    stepId: id,
    type: type as StepType,
    isRemoved,
    branch: branch as Branch | null,
    counts,
    reasons: STATES_WITH_REASON.flatMap((state) => countReasons(rows, state)),
    rate:
      surveyId === null && surveyed === 0 ? null : toAnsweredRate({ delivered: surveyed, answered: counts.answered }),
  }
}

/** The most frequent first. */
function countReasons(rows: readonly StepCountsRow[], state: (typeof STATES_WITH_REASON)[number]) {
  const counts = new Map<StepCountsRow['reason'], number>()
  for (const row of rows) counts.set(row.reason, (counts.get(row.reason) ?? 0) + row[state])
  return [...counts]
    .flatMap(([code, count]) => (code === null || count === 0 ? [] : [{ state, code, count }]))
    .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
}

async function loadSurveyNames(
  organizationId: string,
  steps: readonly { surveyId: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(steps.flatMap(({ surveyId }) => surveyId ?? []))]
  const surveys = await db.survey.findMany({
    where: { organizationId, id: { in: ids } },
    select: { id: true, name: true },
  })
  return new Map(surveys.map(({ id, name }) => [id, name]))
}
