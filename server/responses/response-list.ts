import { caseConditions, type WhoseCase } from '../cases/list'
import { DAY_MS } from '../clock'
import { db, type Prisma } from '../db'
import { toInterval } from '../fields/schema'
import { idsFromMark } from '../page-marks'
import { fromNearerEnd, type ListReader, readSort } from '../paging'
import { readTotal } from '../totals'
import type { BrowseResponses } from './schema'
import { type CountQuestion, type Days, isoDay, readCount } from './tally'

/* Which responses a list has, how many they are, and where its pages far down begin. */

type Order = Prisma.ResponseOrderByWithRelationInput[]

const NEWEST_FIRST: Order = [{ createdAt: 'desc' }, { id: 'desc' }]

export function responseOrder(sort: ResponseSort): Order {
  const { key, direction } = readSort(sort)
  if (key === 'created') return [{ createdAt: direction }, { id: direction }]
  return [{ rating: { sort: direction, nulls: 'last' } }, ...NEWEST_FIRST]
}

export type ResponseSort = NonNullable<BrowseResponses['sort']>

/** Which responses somebody asks for, but for a search. */
export type ResponseFilter = Omit<
  BrowseResponses,
  'page' | 'limit' | 'sort' | 'search' | 'assignee' | 'tag_id' | 'new'
> & {
  assignee?: WhoseCase
  tag_id?: readonly string[]
  /** Those that came in later. */
  since?: Date
}

export function responseFilter(organizationId: string, input: ResponseFilter): Prisma.ResponseWhereInput {
  const { since } = input
  const conditions = [...caseConditions(input), ...(since === undefined ? [] : [{ createdAt: { gt: since } }])]
  const { survey_id: surveyId, contact_id: contactId, location_id: locationId, employee_id: employeeId } = input
  return {
    organizationId,
    status: input.status ?? 'completed',
    ...(surveyId === undefined ? {} : { surveyId }),
    ...(contactId === undefined ? {} : { contactId }),
    ...(locationId === undefined ? {} : { locationId }),
    ...(employeeId === undefined ? {} : { employeeId }),
    ...(input.band === undefined ? {} : { band: input.band }),
    ...withinBounds(input),
    ...(conditions.length === 0 ? {} : { AND: conditions }),
  }
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

/**
 * Of the whole list the length is kept, and pages far down begin at a mark; what responses are counted by is read off their tallies.
 * Anything else is counted through an index, and skipped there from the nearer end.
 */
export function responseLookup(
  organizationId: string,
  input: ResponseFilter,
  orderBy: Order = NEWEST_FIRST,
): Pick<ListReader<never>, 'ids' | 'length'> {
  const where = responseFilter(organizationId, input)
  const isWhole = Object.keys(where).length === 2 && where.status === 'completed'
  const question = tallied(input)
  return {
    ids:
      isWhole && orderBy[0]?.createdAt === 'desc'
        ? (window) => idsFromMark(organizationId, 'response', window)
        : fromNearerEnd(orderBy, (cut) => db.response.findMany({ where, select: { id: true }, ...cut })),
    length: async () => {
      if (isWhole) return readTotal(organizationId, 'response')
      const count = question && (await readCount(organizationId, question))
      return count ?? db.response.count({ where })
    },
  }
}

/** The filter as the tallies know it; null where they do not tell those responses apart. */
function tallied(input: ResponseFilter): CountQuestion | null {
  const { survey_id: surveyId, location_id: locationId, employee_id: employeeId, band, metric } = input
  const {
    contact_id: contactId,
    rating_min: least,
    rating_max: most,
    case: state,
    assignee,
    tag_id: tagIds,
    since,
  } = input
  const isOther = [contactId, state, assignee, tagIds, since].some((value) => value !== undefined)
  if (isOther || input.status === 'partial' || (locationId && employeeId)) return null
  // Scores are tallied by their metric, and apart from the bands.
  const isRanged = least !== undefined || most !== undefined
  if ((isRanged && metric === undefined) || (metric !== undefined && band !== undefined)) return null
  const days = wholeDays(input)
  if (days === undefined) return null
  const location = locationId ? { by: 'location' as const, id: locationId } : undefined
  const employee = employeeId ? { by: 'employee' as const, id: employeeId } : undefined
  const scores = metric && { metric, least, most }
  return { surveyId, about: location ?? employee, days: days && { ...days, clock: 'UTC' }, band, scores }
}

/** Longer ago and later than anything that is asked of. */
const [EARLIEST_MS, LATEST_MS] = [Date.parse('1970-01-01'), Date.parse('2999-12-31')]

/** Days of UTC, as everybody means them who gives dates alone; null for all time, undefined for anything else. */
function wholeDays({ start_date: start, end_date: end }: ResponseFilter): Days | null | undefined {
  const { from, before } = toInterval(start, end)
  if (!from && !before) return null
  const first = from?.getTime() ?? EARLIEST_MS
  const last = before === undefined ? LATEST_MS : before.getTime() - DAY_MS
  const isReadable = [first, last].every((at) => at % DAY_MS === 0 && at >= EARLIEST_MS && at <= LATEST_MS)
  return isReadable ? { from: isoDay(new Date(first)), to: isoDay(new Date(last)) } : undefined
}
