import type {
  Prisma,
  Sending as SendingRow,
  SendingStep as SendingStepRow,
  SequenceStep,
} from '@/prisma/generated/client'
import { type ChangeFeedRequest, type Changes, findInChangeOrder, listChanges } from '../change-feed/list-changes'
import { contactName } from '../contacts/contact-name'
import { db } from '../db'
import { NotFound } from '../errors'
import { readListTotal } from '../list-totals'
import { loadResolvedIdAndName } from '../master-data/resolve-merged-ids'
import { castReason } from '../messaging/outcome/reasons'
import { type Page, readRowsAndTotal, toPage } from '../paging'
import { SendingStatus, type SequenceStatus } from './schema'
import { findNextStep, listUntakenStepIds, type StepProgress } from './sending/find-next-step'
import type { ListSendings, SendingDetail, SendingTableRow, TimelineStep } from './sending/schema'
import { loadEarlierSteps } from './versions/versions'

const STEPS_IN_ORDER: Prisma.SendingStepOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }]

const NEWEST_FIRST: Prisma.SendingOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'desc' }]

type SendingFilter = Omit<ListSendings, 'page' | 'limit'>

/** Newest first. */
export async function listSendings(organizationId: string, input: ListSendings): Promise<Page<SendingTableRow>> {
  const { page: _page, limit: _limit, ...filter } = input
  const where = sendingWhere(organizationId, filter)
  const [rows, total] = await readRowsAndTotal(input, {
    where,
    orderBy: NEWEST_FIRST,
    findRows: (query) => db.sending.findMany({ ...query, include: STEPS_OF_ROW }),
    findIds: (query) => db.sending.findMany({ ...query, select: { id: true } }),
    count: () => countSendings(organizationId, filter),
  })
  return toPage(await presentTableRows(organizationId, rows), total, input)
}

/** Newest first. @param stepId of the only step to present as the last one */
export async function listSendingsByIds(
  organizationId: string,
  ids: readonly string[],
  stepId?: string,
): Promise<SendingTableRow[]> {
  const rows = await db.sending.findMany({
    where: { organizationId, id: { in: [...ids] } },
    orderBy: NEWEST_FIRST,
    include: stepId === undefined ? STEPS_OF_ROW : { steps: { where: { stepId } } },
  })
  return presentTableRows(organizationId, rows)
}

/** Sendings in the order of the last change of themselves or of one of their steps (the triggers of advance_updated_at_of_sending). */
export async function listChangedSendings(
  organizationId: string,
  filter: SendingFilter,
  request: ChangeFeedRequest,
): Promise<Changes<SendingTableRow>> {
  const where = sendingWhere(organizationId, filter)
  return listChanges(organizationId, request, {
    kind: 'sending',
    total: await countSendings(organizationId, filter),
    read: async (range, limit) => {
      const rows = await findInChangeOrder(range, limit, ({ at, id }, take) =>
        db.sending.findMany({
          where: { ...where, updatedAt: at, ...(id && { id }) },
          orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
          include: STEPS_OF_ROW,
          take,
        }),
      )
      const items = await presentTableRows(organizationId, rows)
      return items.map((item) => ({ at: new Date(item.updatedAt), id: item.id, item }))
    },
  })
}

function sendingWhere(
  organizationId: string,
  { contact_id: contactId, sequence_id: sequenceId, survey_id: surveyId, status, paused }: SendingFilter,
): Prisma.SendingWhereInput {
  return {
    organizationId,
    ...(contactId === undefined ? {} : { contactId }),
    ...(sequenceId === undefined ? {} : { sequenceId }),
    ...(surveyId === undefined ? {} : { surveyId }),
    ...(status === undefined ? {} : { status }),
    ...(paused === undefined ? {} : paused ? IS_PAUSED : { NOT: IS_PAUSED }),
  }
}

const IS_PAUSED = { pausedAt: { not: null }, endedAt: null } satisfies Prisma.SendingWhereInput

async function countSendings(organizationId: string, filter: SendingFilter): Promise<number> {
  if (Object.keys(filter).length === 0) return readListTotal(organizationId, 'sending')
  return db.sending.count({ where: sendingWhere(organizationId, filter) })
}

const STEPS_OF_ROW = { steps: { orderBy: STEPS_IN_ORDER } } satisfies Prisma.SendingInclude

async function presentTableRows(
  organizationId: string,
  rows: readonly (SendingRow & { steps: SendingStepRow[] })[],
): Promise<SendingTableRow[]> {
  const names = await contactNames(organizationId, rows)
  return rows.map((row) => ({ ...present(row, names), lastStep: presentLastStep(row.steps) }))
}

export async function countSendingsByStatus(
  organizationId: string,
  sequenceIds: readonly string[],
): Promise<{ sequenceId: string; status: SendingStatus; count: number }[]> {
  const groups = await db.sending.groupBy({
    by: ['sequenceId', 'status'],
    where: { organizationId, sequenceId: { in: [...sequenceIds] } },
    _count: true,
  })
  return groups.flatMap(({ sequenceId, status, _count }) =>
    sequenceId === null ? [] : [{ sequenceId, status: SendingStatus.parse(status), count: _count }],
  )
}

export async function getSending(organizationId: string, id: string): Promise<SendingDetail> {
  const row = await db.sending.findFirst({ where: { id, organizationId }, include: SENDING_STEPS })
  if (!row) throw new NotFound('sending')
  const { sequenceId, locationId, employeeId } = row
  const [names, sequence, earlierSteps, location, employee] = await Promise.all([
    contactNames(organizationId, [row]),
    sequenceId === null
      ? null
      : db.sequence.findFirst({ where: { id: sequenceId, organizationId }, include: PLANNED_STEPS }),
    sequenceId === null ? null : loadEarlierPlannedSteps(organizationId, sequenceId, row.sequenceVersion),
    loadResolvedIdAndName('location', organizationId, locationId),
    loadResolvedIdAndName('employee', organizationId, employeeId),
  ])
  return {
    ...present(row, names),
    sequence: sequence && { id: sequence.id, name: sequence.name, status: sequence.status as SequenceStatus },
    locationName: location?.name ?? null,
    employeeName: employee?.name ?? null,
    steps: buildTimeline(row, sequence ? (earlierSteps ?? sequence.steps) : []),
  }
}

const SENDING_STEPS = {
  steps: {
    orderBy: STEPS_IN_ORDER,
    include: { survey: { select: { id: true, name: true } }, response: true },
  },
} satisfies Prisma.SendingInclude

const PLANNED_STEPS = {
  steps: { orderBy: { position: 'asc' }, include: { survey: { select: { id: true, name: true } } } },
} satisfies Prisma.SequenceInclude

type SendingWithSteps = Prisma.SendingGetPayload<{ include: typeof SENDING_STEPS }>
type PlannedStep = Pick<SequenceStep, 'id' | 'position' | 'type' | 'condition' | 'delay' | 'branch'> & {
  survey: { id: string; name: string } | null
}

async function loadEarlierPlannedSteps(
  organizationId: string,
  sequenceId: string,
  version: number,
): Promise<PlannedStep[] | null> {
  const steps = await loadEarlierSteps(db, organizationId, { sequenceId, version })
  if (steps === null) return null
  const surveys = await db.survey.findMany({
    where: { organizationId, id: { in: steps.flatMap(({ surveyId }) => surveyId ?? []) } },
    select: { id: true, name: true },
  })
  return steps.map((step) => ({ ...step, survey: surveys.find(({ id }) => id === step.surveyId) ?? null }))
}

function buildTimeline(row: SendingWithSteps, steps: readonly PlannedStep[]): TimelineStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const past = row.steps.map((done) => presentPastStep(done, byId.get(done.stepId)))
  return row.endedAt === null ? [...past, ...presentUpcomingSteps(row, steps)] : past
}

function presentPastStep(done: SendingWithSteps['steps'][number], step: PlannedStep | undefined): TimelineStep {
  const { response } = done
  return {
    stepId: done.stepId,
    position: done.position,
    type: done.type as TimelineStep['type'],
    status: done.status as TimelineStep['status'],
    reason: castReason(done.reason),
    condition: (step?.condition as TimelineStep['condition']) ?? null,
    delay: step?.delay ?? null,
    survey: done.survey,
    channel: done.channel as TimelineStep['channel'],
    recipient: done.recipient,
    dueAt: done.dueAt?.toISOString() ?? null,
    sentAt: done.sentAt?.toISOString() ?? null,
    endedAt: done.endedAt?.toISOString() ?? null,
    response: response && {
      id: response.id,
      status: response.submittedAt === null ? 'partial' : 'completed',
      counts: response.status === 'completed',
      rating: response.rating,
      band: response.band as NonNullable<TimelineStep['response']>['band'],
    },
  }
}

function presentUpcomingSteps(row: SendingWithSteps, steps: readonly PlannedStep[]): TimelineStep[] {
  const next = findNextStep(steps, row.steps satisfies StepProgress[])
  if (!next) return []
  const startedStepIds = new Set(row.steps.map(({ stepId }) => stepId))
  const untaken = listUntakenStepIds(steps, row.steps)
  return steps
    .slice(steps.indexOf(next))
    .filter((step) => !startedStepIds.has(step.id) && !untaken.has(step.id))
    .map((step) => ({
      stepId: step.id,
      position: step.position,
      type: step.type as TimelineStep['type'],
      status: 'upcoming',
      reason: null,
      condition: step.condition as TimelineStep['condition'],
      delay: step.delay,
      survey: step.survey,
      channel: null,
      recipient: null,
      dueAt:
        step === next && row.pausedAt === null
          ? new Date(row.anchorAt.getTime() + step.delay * 1000).toISOString()
          : null,
      sentAt: null,
      endedAt: null,
      response: null,
    }))
}

function presentLastStep(steps: SendingStepRow[]): SendingTableRow['lastStep'] {
  const last = steps.findLast((step) => step.endedAt !== null || step.claimedAt !== null || step.reason !== null)
  if (!last) return null
  return {
    type: last.type as TimelineStep['type'],
    position: last.position,
    status: last.status as TimelineStep['status'],
    reason: castReason(last.reason),
  }
}

async function contactNames(organizationId: string, rows: readonly { contactId: string }[]) {
  const contacts = await db.contact.findMany({
    where: { organizationId, id: { in: [...new Set(rows.map((row) => row.contactId))] } },
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  return new Map(contacts.map((contact) => [contact.id, contactName(contact)]))
}

function present(row: SendingRow, names: ReadonlyMap<string, string>): Omit<SendingTableRow, 'lastStep'> {
  return {
    id: row.id,
    sequenceId: row.sequenceId,
    surveyId: row.surveyId,
    contactId: row.contactId,
    email: row.email,
    locationId: row.locationId,
    employeeId: row.employeeId,
    contactName: names.get(row.contactId) ?? null,
    status: SendingStatus.parse(row.status),
    reason: castReason(row.reason),
    dueAt: row.dueAt?.toISOString() ?? null,
    pausedAt: row.endedAt === null ? (row.pausedAt?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
