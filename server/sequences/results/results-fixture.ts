import { v7 as uuidv7 } from 'uuid'
import { db, type Prisma } from '../../db'
import { makeReason } from '../../messaging/outcome/reasons'
import { aSurvey } from '../../testing/factories/basics'
import { aResponseToStep, aSending, aSequence } from '../../testing/factories/sequences'
import { browseSendings } from './browse-sendings'
import { getSequenceResults } from './results'
import type { BrowseSendings, SequenceResults } from './schema'

type StepRow = Partial<Prisma.SendingStepUncheckedCreateInput>
type SequenceWithSteps = Awaited<ReturnType<typeof aSequence>>

/** A survey, its reminder by email that asks the same survey, a text message with another survey, and a webhook. */
export async function aSequenceOfEveryType(organizationId: string): Promise<SequenceWithSteps> {
  const [survey, other] = [await aSurvey(organizationId, { name: 'Visit' }), await aSurvey(organizationId)]
  return aSequence(organizationId, [
    { type: 'survey', surveyId: survey.id },
    { type: 'survey', surveyId: survey.id, condition: 'not_answered' },
    { type: 'sms', surveyId: other.id },
    { type: 'email' },
    { type: 'wait' },
  ])
}

/** A sending with the outcomes of its first steps, one minute apart. */
export async function aSendingWithSteps(
  { organizationId, id: sequenceId, steps }: SequenceWithSteps,
  rows: readonly StepRow[],
  data: Partial<Prisma.SendingUncheckedCreateInput> = {},
) {
  const sending = await aSending(organizationId, sequenceId, data)
  const written = []
  for (const [position, row] of rows.entries()) {
    const step = steps[position]
    if (!step) throw new Error('more outcomes than steps')
    const at = new Date(Date.UTC(2026, 0, 1, 12, position))
    written.push(
      await db.sendingStep.create({
        data: {
          id: uuidv7(),
          organizationId,
          sendingId: sending.id,
          stepId: step.id,
          position,
          type: step.type,
          surveyId: row.status === 'skipped' || row.status === 'scheduled' ? null : step.surveyId,
          channel: step.type === 'sms' ? 'sms' : 'email',
          status: 'sent',
          endedAt: row.status === 'scheduled' ? null : at,
          sentAt: ['skipped', 'scheduled', 'captured', 'completed'].includes(row.status ?? 'sent') ? null : at,
          capturedAt: row.status === 'captured' ? at : null,
          ...row,
        },
      }),
    )
  }
  return { sending, steps: written }
}

export const skippedStepFields = (code: 'unsubscribed' | 'noPhone' | 'cancelled') => ({
  status: 'skipped',
  reason: makeReason(code),
})

export async function answerStep(
  { sending, steps }: Awaited<ReturnType<typeof aSendingWithSteps>>,
  position: number,
  data: Partial<Prisma.ResponseUncheckedCreateInput> = {},
): Promise<void> {
  const step = steps[position]
  if (!step) throw new Error('no such step')
  await aResponseToStep(step, sending.contactId, { sequenceId: sending.sequenceId, ...data })
}

export type CountedFilter = Pick<BrowseSendings, 'step_id' | 'state' | 'reason' | 'status'>

/** Every number of the results, with the filter that its link has. */
export function listCountedFilters({ funnel, steps }: SequenceResults): [filter: CountedFilter, count: number][] {
  return [
    [{}, funnel.enrolled],
    [{ state: 'sent' }, funnel.sent],
    [{ state: 'delivered' }, funnel.delivered],
    [{ state: 'answered' }, funnel.answered],
    [{ status: 'completed' }, funnel.completed],
    ...steps.flatMap(({ stepId: step_id, counts, reasons }): [CountedFilter, number][] => [
      ...Object.entries(counts).map(([state, count]): [CountedFilter, number] => [
        { step_id, state: state as keyof typeof counts },
        count,
      ]),
      ...reasons.map(({ state, code, count }): [CountedFilter, number] => [{ step_id, state, reason: code }, count]),
    ]),
  ]
}

export async function countPeople(organizationId: string, sequenceId: string, filter: Partial<BrowseSendings>) {
  const { data, meta } = await browseSendings(organizationId, {
    sequence_id: sequenceId,
    page: 1,
    limit: 100,
    ...filter,
  })
  return { total: meta.total, ids: data.map(({ id }) => id) }
}

export async function readCounts(organizationId: string, sequenceId: string) {
  const results = await getSequenceResults(organizationId, sequenceId)
  const stepCounts = results.steps.map(({ counts }) =>
    Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  )
  return { results, stepCounts }
}
