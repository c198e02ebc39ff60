import type { Response as ResponseRecord } from '@/prisma/generated/client'
import { loadMemberNames, presentCase } from '../cases/case-filters'
import { findTagIdsByName } from '../cases/response-tags'
import { contactName } from '../contacts/contact-name'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { loadResolvedIdAndName } from '../master-data/resolve-merged-ids'
import { type Page, type PageRequest, pageOffset, readRowsAndTotal, toPage } from '../paging'
import { asStoredFieldValues } from '../surveys/fields/fields'
import { ScoreBand } from '../surveys/schema'
import { Language } from '../validation/schema'
import { parseCommentQuery, selectCommentExcerpts } from './comment-query'
import {
  countResponses,
  type ResponseFilter,
  type ResponseSort,
  resolveMasterDataFilters,
  responseOrderBy,
  responseWhere,
} from './response-filter'
import {
  type Answer,
  type AnswerWithOptionLabels,
  type ListResponses,
  type Response,
  ResponseChannel,
  ResponseDetail,
  type ResponseListItem,
  type ResponseStatus,
  type ResponseTableRow,
} from './schema'
import { getResponseRatingMetric } from './scores'
import { type CommentQuery, type ResponseSearch, searchResponseIds } from './search-queries'

/** Newest first. By default only responses that count in scores. `total` is exact. */
export async function listResponses(
  organizationId: string,
  { include, ...input }: ListResponses & { include?: 'answers' },
): Promise<Page<ResponseListItem>> {
  const { filter, search } = await resolveListFilter(organizationId, input)
  const query = { filter, search, sort: '-created' } as const
  if (include === 'answers') {
    const read = (window: Prisma.ResponseFindManyArgs) => db.response.findMany(window)
    const [rows, total] = await readRows(organizationId, input, { ...query, read })
    return toPage(rows.map(presentListItemWithAnswers), total, input)
  }
  const read = (window: Prisma.ResponseFindManyArgs) => db.response.findMany({ ...window, omit: { answers: true } })
  const [rows, total] = await readRows(organizationId, input, { ...query, read })
  return toPage(rows.map(presentListItem), total, input)
}

type ListFilters = Omit<ListResponses, 'page' | 'limit'>

export async function resolveListFilter(
  organizationId: string,
  { search, tag, location_id, employee_id, contact_organization_id, ...input }: ListFilters,
): Promise<{ filter: ResponseFilter; search: ResponseSearch | undefined }> {
  const [subjects, tagIds, commentQuery] = await Promise.all([
    resolveMasterDataFilters(organizationId, { location_id, employee_id, contact_organization_id }),
    tag === undefined ? undefined : findTagIdsByName(organizationId, tag),
    search ? parseCommentQuery(organizationId, search) : undefined,
  ])
  return {
    filter: { ...input, ...subjects, ...(tagIds ? { tag_id: tagIds } : {}) },
    search: commentQuery === undefined ? undefined : { commentQuery, contactIds: [] },
  }
}

/** @throws {NotFound} if it is not in the organization. */
export async function getResponse(organizationId: string, id: string): Promise<Response> {
  const row = await db.response.findFirst({ where: { id, organizationId } })
  if (!row) throw new NotFound('response')
  return presentResponse(row)
}

export async function browseResponses(
  organizationId: string,
  { sort = '-created', ...input }: ResponseFilter & PageRequest & { sort?: ResponseSort },
  search?: ResponseSearch,
): Promise<Page<ResponseTableRow>> {
  const [rows, total] = await readRows(organizationId, input, {
    filter: input,
    search,
    sort,
    read: (query) =>
      db.response.findMany({ ...query, include: { survey: { select: { id: true, name: true, type: true } } } }),
  })
  return toPage(await presentResponseTableRows(organizationId, rows, search?.commentQuery), total, input)
}

type ListQuery<Row> = {
  filter: ResponseFilter
  search: ResponseSearch | undefined
  sort: ResponseSort
  read: (query: Prisma.ResponseFindManyArgs) => Promise<Row[]>
}

async function readRows<Row>(
  organizationId: string,
  request: PageRequest,
  { filter, search, sort, read }: ListQuery<Row>,
): Promise<[Row[], number]> {
  const where = responseWhere(organizationId, filter)
  const orderBy = responseOrderBy(sort)
  if (!search)
    return readRowsAndTotal(request, {
      where,
      orderBy,
      findRows: read,
      findIds: (query) => db.response.findMany({ ...query, select: { id: true } }),
      count: () => countResponses(organizationId, filter),
    })
  const window = { skip: pageOffset(request), take: request.limit, sort }
  const { ids, total } = await searchResponseIds(organizationId, filter, search, window)
  return [ids.length === 0 ? [] : await read({ where: { ...where, id: { in: ids } }, orderBy }), total]
}

/** @throws {NotFound} */
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
  const idAndName = { select: { id: true, name: true } }
  const [[presented], contact, sequence, surveyLink, location, employee, company] = await Promise.all([
    presentResponseTableRows(organizationId, [row]),
    row.contactId
      ? db.contact.findFirst({ where: { id: row.contactId, organizationId }, select: { email: true } })
      : null,
    row.sequenceId ? db.sequence.findFirst({ where: { id: row.sequenceId, organizationId }, ...idAndName }) : null,
    row.surveyLinkId
      ? db.surveyLink.findFirst({ where: { id: row.surveyLinkId, organizationId }, ...idAndName })
      : null,
    loadResolvedIdAndName('location', organizationId, row.locationId),
    loadResolvedIdAndName('employee', organizationId, row.employeeId),
    loadResolvedIdAndName('contact_organization', organizationId, row.contactOrganizationId),
  ])
  if (!presented) throw new NotFound('response')
  const { comment: _comment, choices: _choices, marks: _marks, ...rest } = presented
  return {
    ...rest,
    surveyExists: row.survey.deletedAt === null,
    language: Language.parse(row.language),
    npsScore: row.npsScore,
    csatScore: row.csatScore,
    cesScore: row.cesScore,
    answers: asStoredAnswers(row.answers).map((answer) => ({ ...answer, labels: answer.labels ?? [] })),
    fields: asStoredFieldValues(row.fields),
    tags: row.taggings.map(({ tag }) => tag).toSorted((one, other) => one.name.localeCompare(other.name)),
    contactId: row.contactId,
    contactEmail: contact?.email ?? null,
    sequence,
    location,
    employee,
    company,
    channel: ResponseChannel.nullable().parse(row.channel),
    surveyLink,
    flag: ResponseDetail.shape.flag.parse(row.flag),
    sending: row.sending && {
      id: row.sending.id,
      email: row.sending.email,
      sentAt: row.sendingStep?.sentAt?.toISOString() ?? null,
    },
    submittedAt: row.submittedAt?.toISOString() ?? null,
  }
}

export async function presentResponseTableRows(
  organizationId: string,
  rows: readonly (ResponseRecord & { survey: { id: string; name: string; type: string } })[],
  commentQuery: CommentQuery | null = null,
): Promise<ResponseTableRow[]> {
  const assigneeIds = rows.map(({ assigneeId }) => assigneeId)
  const sources = rows.map(({ language, answers }) => ({
    language,
    texts: asStoredAnswers(answers).flatMap(({ type, value }) => (type === 'text' ? [value.toString()] : [])),
  }))
  const [contacts, assignees, comments] = await Promise.all([
    db.contact.findMany({
      where: { organizationId, id: { in: [...new Set(rows.flatMap(({ contactId }) => contactId ?? []))] } },
      select: { id: true, firstName: true, lastName: true, email: true },
    }),
    loadMemberNames(organizationId, assigneeIds),
    selectCommentExcerpts(sources, commentQuery),
  ])
  const nameById = new Map(contacts.map((contact) => [contact.id, contactName(contact)]))
  return rows.map((row, index) => {
    const { contactId } = row
    const answers = asStoredAnswers(row.answers)
    const { comment = null, marks = [] } = comments[index] ?? {}
    return {
      id: row.id,
      survey: { id: row.survey.id, name: row.survey.name },
      contact: contactId === null ? null : presentContact(contactId, nameById.get(contactId)),
      isAnonymous: contactId === null,
      status: presentStatus(row),
      counts: row.status === 'completed',
      metric: getResponseRatingMetric(row.survey.type, row, answers),
      rating: row.rating,
      band: ScoreBand.nullable().parse(row.band),
      comment,
      choices: answers.find(({ labels = [] }) => labels.length > 0)?.labels?.join(', ') ?? null,
      marks,
      case: presentCase(row, assignees),
      importId: row.importId,
      createdAt: row.createdAt.toISOString(),
    }
  })
}

function presentContact(id: string, name: string | undefined): ResponseTableRow['contact'] {
  return name === undefined ? null : { id, name }
}

type StoredAnswer = Omit<AnswerWithOptionLabels, 'labels'> & { labels?: string[] }

export function asStoredAnswers(json: unknown): StoredAnswer[] {
  return json as StoredAnswer[]
}

type ListItemRow = Pick<
  ResponseRecord,
  'id' | 'surveyId' | 'contactId' | 'npsScore' | 'isPromoter' | 'status' | 'submittedAt' | 'createdAt'
>

function presentStatus({ status, submittedAt }: Pick<ResponseRecord, 'status' | 'submittedAt'>): ResponseStatus {
  if (status === 'flagged') return status
  return submittedAt === null ? 'partial' : 'completed'
}

export function presentListItem(row: ListItemRow) {
  return {
    id: row.id,
    surveyId: row.surveyId,
    contactId: row.contactId,
    npsScore: row.npsScore,
    isPromoter: row.isPromoter,
    status: presentStatus(row),
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentListItemWithAnswers(row: ListItemRow & Pick<ResponseRecord, 'answers' | 'fields'>) {
  return { ...presentListItem(row), answers: presentAnswers(row.answers), fields: asStoredFieldValues(row.fields) }
}

export function presentResponse(row: ResponseRecord): Response {
  return {
    ...presentListItem(row),
    surveyVersion: row.surveyVersion,
    changedAt: row.changedAt?.toISOString() ?? null,
    csatScore: row.csatScore,
    cesScore: row.cesScore,
    isDetractor: row.isDetractor,
    locationId: row.locationId,
    employeeId: row.employeeId,
    contactOrganizationId: row.contactOrganizationId,
    sequenceId: row.sequenceId,
    channel: ResponseChannel.nullable().parse(row.channel),
    surveyLinkId: row.surveyLinkId,
    language: Language.parse(row.language),
    answers: presentAnswers(row.answers),
    fields: asStoredFieldValues(row.fields),
  }
}

function presentAnswers(json: unknown): Answer[] {
  return asStoredAnswers(json).map(({ questionId, type, text, value }) => ({ questionId, type, text, value }))
}
