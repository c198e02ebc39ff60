import { caseFilterConditions, type ResolvedAssigneeFilter } from '../cases/case-filters'
import { DAY_MS } from '../clock'
import type { FilterQuery } from '../contacts/filters/filter-terms'
import { db, type Prisma } from '../db'
import { readListTotal } from '../list-totals'
import { MASTER_DATA_KINDS, type MasterDataKind } from '../master-data/constants'
import { listEquivalentIds } from '../master-data/resolve-merged-ids'
import { parseSortParameter } from '../paging'
import { parseFieldCondition } from '../surveys/fields/constants'
import type { LocalDayRange } from '../time-zones'
import { toInterval } from '../validation/schema'
import { listStoredAnswerPatterns, parseAnswerKey } from './constants'
import { toIsoDay } from './response-stats'
import { countResponsesFromStats, type StatsCountQuery } from './response-stats-queries'
import type { BrowseResponses } from './schema'

type Order = Prisma.ResponseOrderByWithRelationInput[]

const NEWEST_FIRST: Order = [{ createdAt: 'desc' }, { id: 'desc' }]

export function responseOrderBy(sort: ResponseSort): Order {
  const { key, direction } = parseSortParameter(sort)
  if (key === 'created') return [{ createdAt: direction }, { id: direction }]
  return [{ rating: { sort: direction, nulls: 'last' } }, ...NEWEST_FIRST]
}

export type ResponseSort = NonNullable<BrowseResponses['sort']>

export type ResponseFilter = Omit<
  BrowseResponses,
  | 'page'
  | 'limit'
  | 'sort'
  | 'search'
  | 'assignee'
  | 'tag_id'
  | 'new'
  | 'segment_id'
  | 'property'
  | keyof MasterDataFilter
> & {
  assignee?: ResolvedAssigneeFilter
  tag_id?: readonly string[]
  location_id?: readonly string[]
  employee_id?: readonly string[]
  contact_organization_id?: readonly string[]
  days?: LocalDayRange
  since?: Date
  except?: readonly string[]
  /** Only in SQL: requires a search ({@link ResponseSearch}). */
  contacts?: FilterQuery
}

export const SUBJECT_FILTER_BY_KIND = {
  location: 'location_id',
  employee: 'employee_id',
  contact_organization: 'contact_organization_id',
} as const satisfies Record<MasterDataKind, string>

export type MasterDataFilter = Partial<Record<(typeof SUBJECT_FILTER_BY_KIND)[MasterDataKind], string | undefined>>

/** Replaces the id of each location, employee and company by all ids that its responses may have (listEquivalentIds). */
export async function resolveMasterDataFilters(
  organizationId: string,
  filter: MasterDataFilter,
): Promise<Pick<ResponseFilter, keyof MasterDataFilter>> {
  const resolved = await Promise.all(
    MASTER_DATA_KINDS.map(async (kind) => {
      const param = SUBJECT_FILTER_BY_KIND[kind]
      const id = filter[param]
      return id === undefined ? [] : [[param, await listEquivalentIds(kind, organizationId, id)] as const]
    }),
  )
  return Object.fromEntries(resolved.flat())
}

/**
 * In the column, `completed` means that a response counts in scores: it was submitted, or it has a score and was started 24 hours ago
 * (add-unfinished-responses-to-scores.ts).
 */
const STATUS_CONDITIONS = {
  counting: { status: 'completed' },
  completed: { status: 'completed', submittedAt: { not: null } },
  partial: { submittedAt: null },
  flagged: { status: 'flagged' },
} satisfies Record<string, Prisma.ResponseWhereInput>

export function responseWhere(organizationId: string, input: ResponseFilter): Prisma.ResponseWhereInput {
  const { since, except = [] } = input
  const conditions = [
    ...caseFilterConditions(input),
    ...(since === undefined ? [] : [{ createdAt: { gt: since }, importId: null }]),
    ...(except.length === 0 ? [] : [{ id: { notIn: [...except] } }]),
    ...(input.answer === undefined ? [] : [{ OR: answerConditions(input.answer) }]),
  ]
  const { survey_id: surveyId, contact_id: contactId } = input
  const { location_id: locations, employee_id: employees, contact_organization_id: companies } = input
  return {
    organizationId,
    ...STATUS_CONDITIONS[input.status ?? 'counting'],
    ...(surveyId === undefined ? {} : { surveyId }),
    ...(contactId === undefined ? {} : { contactId }),
    ...(locations === undefined ? {} : { locationId: idFilter(locations) }),
    ...(employees === undefined ? {} : { employeeId: idFilter(employees) }),
    ...(companies === undefined ? {} : { contactOrganizationId: idFilter(companies) }),
    ...originWhere(input),
    ...withinBounds(input),
    ...(conditions.length === 0 ? {} : { AND: conditions }),
  }
}

function originWhere({ band, survey_link_id, channel, language, survey_version, field }: ResponseFilter) {
  const condition = field === undefined ? null : parseFieldCondition(field)
  return {
    ...(band === undefined ? {} : { band }),
    ...(survey_link_id === undefined ? {} : { surveyLinkId: survey_link_id }),
    ...(channel === undefined ? {} : { channel }),
    ...(language === undefined ? {} : { language }),
    ...(survey_version === undefined ? {} : { surveyVersion: survey_version }),
    ...(condition ? { fields: { path: [condition.key], equals: condition.value } } : {}),
  }
}

function answerConditions(key: string): Prisma.ResponseWhereInput[] {
  const answer = parseAnswerKey(key)
  const patterns = answer ? listStoredAnswerPatterns(answer) : []
  return patterns.map((pattern) => ({ answers: { array_contains: pattern as Prisma.InputJsonValue } }))
}

function idFilter(ids: readonly string[]): string | { in: string[] } {
  const [only] = ids
  return only !== undefined && ids.length === 1 ? only : { in: [...ids] }
}

function withinBounds({ rating_min: least, rating_max: most, ...input }: ResponseFilter): Prisma.ResponseWhereInput {
  const { from, before } = toInterval(input.start_date, input.end_date)
  const isRated = least !== undefined || most !== undefined || input.metric !== undefined
  const score = {
    ...(input.metric === undefined ? {} : { not: null }),
    ...(least === undefined ? {} : { gte: least }),
    ...(most === undefined ? {} : { lte: most }),
  }
  const createdAt = { ...(from ? { gte: from } : {}), ...(before ? { lt: before } : {}) }
  return {
    ...(isRated ? { [input.metric === undefined ? 'rating' : `${input.metric}Score`]: score } : {}),
    ...(from || before ? { createdAt } : {}),
  }
}

export async function countResponses(organizationId: string, input: ResponseFilter): Promise<number> {
  const where = responseWhere(organizationId, input)
  const isUnfiltered = Object.keys(where).length === 2 && where.status === 'completed'
  if (isUnfiltered) return readListTotal(organizationId, 'response')
  const query = toCountQuery(input)
  return (query && (await countResponsesFromStats(organizationId, query))) ?? db.response.count({ where })
}

function toCountQuery(input: ResponseFilter): StatsCountQuery | null {
  const { survey_id: surveyId, band, metric } = input
  const subjects = MASTER_DATA_KINDS.flatMap((by) => {
    const ids = input[SUBJECT_FILTER_BY_KIND[by]]
    return ids === undefined ? [] : [{ by, ids }]
  })
  const { rating_min: least, rating_max: most } = input
  const otherFilters = [
    input.contact_id,
    input.status,
    input.case,
    input.assignee,
    input.tag_id,
    input.since,
    input.channel,
    input.survey_link_id,
    input.language,
    input.survey_version,
    input.field,
    input.answer,
  ]
  if (otherFilters.some((value) => value !== undefined) || subjects.length > 1) return null
  // The stats count scores by metric, independently of bands.
  const isRanged = least !== undefined || most !== undefined
  if ((isRanged && metric === undefined) || (metric !== undefined && band !== undefined)) return null
  const days = wholeDays(input)
  if (days === undefined) return null
  return { surveyId, subject: subjects[0], days, band, scores: metric && { metric, least, most } }
}

const [EARLIEST, LATEST] = ['1970-01-01', '2999-12-31']

/** The filter's whole days; null for all time, undefined for anything else. Plain dates are UTC days, except in the dashboard (`days`). */
function wholeDays({ start_date: start, end_date: end, days }: ResponseFilter): StatsCountQuery['days'] | undefined {
  if (days) return { from: days.from ?? EARLIEST, to: days.to ?? LATEST, clock: days.timeZone }
  const { from, before } = toInterval(start, end)
  if (!from && !before) return null
  const first = from?.getTime() ?? Date.parse(EARLIEST)
  const last = before === undefined ? Date.parse(LATEST) : before.getTime() - DAY_MS
  const isWholeDays = [first, last].every(
    (at) => at % DAY_MS === 0 && at >= Date.parse(EARLIEST) && at <= Date.parse(LATEST),
  )
  return isWholeDays ? { from: toIsoDay(new Date(first)), to: toIsoDay(new Date(last)), clock: 'UTC' } : undefined
}
