import type { Response as ResponseRecord } from '@/prisma/generated/client'
import { presentCase, readAssignees } from '../cases/list'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { Language } from '../fields/schema'
import { cutOut, type Page, type PageRequest, readSort, rowsAndTotal, toPage } from '../paging'
import { readRecordName } from '../records/meant-record'
import { Band } from '../surveys/schema'
import { type Asked, askedConditions, NEWEST_FIRST, responseFilter, responseLookup } from './response-list'
import {
  type ListResponses,
  type Response,
  type ResponseDetail,
  type ResponseListItem,
  type ResponseRow,
  ResponseStatus,
  type ShownAnswer,
} from './schema'
import { ratedMetric } from './scores'

/** Newest first; completed ones unless `status` asks otherwise. `total` is exact. */
export async function listResponses(organizationId: string, input: ListResponses): Promise<Page<ResponseListItem>> {
  const where = responseFilter(organizationId, input)
  const [rows, total] = await rowsAndTotal(input, {
    ...responseLookup(organizationId, input),
    rows: (cut) => db.response.findMany({ ...cutOut(where, cut), orderBy: NEWEST_FIRST, omit: { answers: true } }),
  })
  return toPage(rows.map(presentListItem), total, input)
}

/** @throws {NotFound} when it is not in the organization. */
export async function getResponse(organizationId: string, id: string): Promise<Response> {
  const row = await db.response.findFirst({ where: { id, organizationId } })
  if (!row) throw new NotFound('response')
  return presentResponse(row)
}

/**
 * The same list with the names that a reader looks for.
 * @param among these alone, where a search found them.
 */
export async function browseResponses(
  organizationId: string,
  input: Asked & PageRequest,
  among?: readonly string[],
): Promise<Page<ResponseRow>> {
  const conditions = askedConditions(input, among)
  const where = responseFilter(organizationId, input, conditions)
  const { key, direction } = readSort(input.sort ?? '-created')
  const orderBy: Prisma.ResponseOrderByWithRelationInput[] =
    key === 'created'
      ? [{ createdAt: direction }, { id: direction }]
      : [{ rating: { sort: direction, nulls: 'last' } }, { createdAt: 'desc' }, { id: 'desc' }]
  const [rows, total] = await rowsAndTotal(input, {
    ...responseLookup(organizationId, input, { conditions, orderBy }),
    rows: (cut) =>
      db.response.findMany({
        ...cutOut(where, cut),
        orderBy,
        include: { survey: { select: { id: true, name: true, type: true } } },
      }),
  })
  return toPage(await presentRows(organizationId, rows), total, input)
}

/** One response with everything around it: whom, when and why it was asked. @throws {NotFound} */
export async function getResponseDetail(organizationId: string, id: string): Promise<ResponseDetail> {
  const row = await db.response.findFirst({
    where: { id, organizationId },
    include: {
      survey: { select: { id: true, name: true, type: true, deletedAt: true } },
      taggings: { select: { tag: { select: { id: true, name: true } } } },
      sending: true,
      sendingStep: true,
    },
  })
  if (!row) throw new NotFound('response')
  const nameOf = { select: { id: true, name: true } }
  const [[shown], contact, sequence, location, employee] = await Promise.all([
    presentRows(organizationId, [row]),
    db.contact.findFirst({ where: { id: row.contactId, organizationId }, select: { email: true } }),
    row.sequenceId ? db.sequence.findFirst({ where: { id: row.sequenceId, organizationId }, ...nameOf }) : null,
    readRecordName('location', organizationId, row.locationId),
    readRecordName('employee', organizationId, row.employeeId),
  ])
  if (!shown) throw new NotFound('response')
  const { comment: _comment, ...known } = shown
  return {
    ...known,
    surveyExists: row.survey.deletedAt === null,
    language: Language.parse(row.language),
    npsScore: row.npsScore,
    csatScore: row.csatScore,
    cesScore: row.cesScore,
    answers: storedAnswers(row.answers).map((answer) => ({ ...answer, labels: answer.labels ?? [] })),
    tags: row.taggings.map(({ tag }) => tag).toSorted((one, other) => one.name.localeCompare(other.name)),
    contactId: row.contactId,
    contactEmail: contact?.email ?? null,
    sequence,
    location,
    employee,
    sending: row.sending && {
      id: row.sending.id,
      email: row.sending.email,
      sentAt: row.sendingStep?.sentAt?.toISOString() ?? null,
    },
    submittedAt: row.submittedAt?.toISOString() ?? null,
  }
}

type Listed = ResponseRecord & { survey: { id: string; name: string; type: string } }

/** Rows with the names of their contacts, and of who takes care of them, which are read once: a response keeps only their ids. */
export async function presentRows(organizationId: string, rows: readonly Listed[]): Promise<ResponseRow[]> {
  const [contacts, assignees] = await Promise.all([
    db.contact.findMany({
      where: { organizationId, id: { in: [...new Set(rows.map(({ contactId }) => contactId))] } },
      select: { id: true, firstName: true, lastName: true, email: true },
    }),
    readAssignees(
      organizationId,
      rows.map(({ assigneeId }) => assigneeId),
    ),
  ])
  const nameOf = new Map(
    contacts.map(({ id, firstName, lastName, email }) => [id, [firstName, lastName].join(' ').trim() || email]),
  )
  return rows.map((row) => {
    const name = nameOf.get(row.contactId)
    const answers = storedAnswers(row.answers)
    return {
      id: row.id,
      survey: { id: row.survey.id, name: row.survey.name },
      contact: name === undefined ? null : { id: row.contactId, name },
      status: ResponseStatus.parse(row.status),
      metric: ratedMetric(row.survey.type, row, answers),
      rating: row.rating,
      band: Band.nullable().parse(row.band),
      comment: answers.find(({ type }) => type === 'text')?.value.toString() ?? null,
      case: presentCase(row, assignees),
      createdAt: row.createdAt.toISOString(),
    }
  })
}

type StoredAnswer = Omit<ShownAnswer, 'labels'> & { labels?: string[] }

/** Written from checked answers alone. */
export function storedAnswers(json: unknown): StoredAnswer[] {
  return json as StoredAnswer[]
}

function presentListItem(row: Omit<ResponseRecord, 'answers'>): ResponseListItem {
  return {
    id: row.id,
    surveyId: row.surveyId,
    contactId: row.contactId,
    npsScore: row.npsScore,
    isPromoter: row.isPromoter,
    status: ResponseStatus.parse(row.status),
    createdAt: row.createdAt.toISOString(),
  }
}

/** The fields that leave; also what the events carry. */
export function presentResponse(row: ResponseRecord): Response {
  return {
    ...presentListItem(row),
    csatScore: row.csatScore,
    cesScore: row.cesScore,
    isDetractor: row.isDetractor,
    locationId: row.locationId,
    employeeId: row.employeeId,
    sequenceId: row.sequenceId,
    language: Language.parse(row.language),
    answers: storedAnswers(row.answers).map(({ questionId, type, text, value }) => ({ questionId, type, text, value })),
  }
}
