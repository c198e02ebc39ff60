import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { readSort, type SortDirection } from '../paging'
import { countResponses, type ResponseFilter, type ResponseSort, responseWhere } from './response-filter'
import type { AdjacentResponses } from './schema'
import { type ResponseSearch, searchAdjacentResponses } from './search-queries'

export const POSITION_MAX = 10_000

type Where = Prisma.ResponseWhereInput
type SortPosition = { id: string; createdAt: Date; rating: number | null }
type Side = 'before' | 'after'
type TimeDirection = 'newer' | 'older'

/**
 * The previous and next response in the list with this filter and order. They are found by the response's own sort key, so
 * navigation still works after it has left the list, for example because its case was resolved.
 * @throws {NotFound} if it is not in the organization.
 */
export async function getAdjacentResponses(
  organizationId: string,
  id: string,
  { sort = '-created', ...filter }: ResponseFilter & { sort?: ResponseSort },
  search?: ResponseSearch,
): Promise<AdjacentResponses> {
  const current = await db.response.findFirst({
    where: { id, organizationId },
    select: { id: true, createdAt: true, rating: true },
  })
  if (!current) throw new NotFound('response')
  if (search) {
    const { before: preceding, ...adjacent } = await searchAdjacentResponses(organizationId, filter, search, {
      id,
      sort,
    })
    return { ...adjacent, place: preceding < POSITION_MAX ? preceding + 1 : null }
  }
  const filterWhere = responseWhere(organizationId, filter)
  const within = (...more: Where[]): Where => ({ AND: [filterWhere, ...more] })
  const { key, direction } = readSort(sort)
  const order = key === 'created' ? byTime(current, direction) : byScore(current, direction)
  const [previous, next, preceding, match, total] = await Promise.all([
    order.nearest('before', within),
    order.nearest('after', within),
    countUpTo(
      POSITION_MAX,
      order.before.map((part) => within(part)),
    ),
    db.response.findFirst({ where: within({ id }), select: { id: true } }),
    countResponses(organizationId, filter),
  ])
  return {
    previous,
    next,
    place: preceding < POSITION_MAX ? preceding + 1 : null,
    isListed: match !== null,
    // The queries above do not share a snapshot.
    total: Math.max(total, preceding < POSITION_MAX && match ? preceding + 1 : 0),
  }
}

type Within = (...more: Where[]) => Where
type Order = {
  nearest: (side: Side, within: Within) => Promise<string | null>
  before: Where[]
}

function byTime(current: SortPosition, direction: SortDirection): Order {
  const directionTo = (side: Side): TimeDirection => ((side === 'after') === (direction === 'desc') ? 'older' : 'newer')
  return {
    nearest: (side, within) => findNearest(within(beyond(current, directionTo(side))), directionTo(side)),
    before: [beyond(current, directionTo('before'))],
  }
}

function byScore(current: SortPosition, direction: SortDirection): Order {
  const { rating } = current
  const isAscending = direction === 'asc'
  const directionTo = (side: Side): TimeDirection => (side === 'after' ? 'older' : 'newer')

  async function nextScore(side: Side, within: Within): Promise<number | null | undefined> {
    if (rating === null && side === 'after') return undefined
    const isUpward = (side === 'after') === isAscending
    const scoreBound = rating === null ? { not: null } : isUpward ? { gt: rating } : { lt: rating }
    const row = await db.response.findFirst({
      where: within({ rating: scoreBound }),
      orderBy: { rating: isUpward ? 'asc' : 'desc' },
      select: { rating: true },
    })
    return row ? row.rating : side === 'after' ? null : undefined
  }

  async function nearest(side: Side, within: Within): Promise<string | null> {
    const inSameScore = await findNearest(within({ rating }, beyond(current, directionTo(side))), directionTo(side))
    if (inSameScore !== null) return inSameScore
    const score = await nextScore(side, within)
    return score === undefined ? null : findNearest(within({ rating: score }), directionTo(side))
  }

  const betterScores: Where = {
    rating: rating === null ? { not: null } : isAscending ? { lt: rating } : { gt: rating },
  }
  return { nearest, before: [{ rating, ...beyond(current, 'newer') }, betterScores] }
}

/** The separate bound on createdAt is the condition that the index can use. */
function beyond({ createdAt, id }: SortPosition, timeDirection: TimeDirection): Where {
  return timeDirection === 'older'
    ? { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] }
    : { createdAt: { gte: createdAt }, OR: [{ createdAt: { gt: createdAt } }, { id: { gt: id } }] }
}

async function findNearest(where: Where, timeDirection: TimeDirection): Promise<string | null> {
  const direction = timeDirection === 'older' ? 'desc' : 'asc'
  const row = await db.response.findFirst({
    where,
    orderBy: [{ createdAt: direction }, { id: direction }],
    select: { id: true },
  })
  return row?.id ?? null
}

async function countUpTo(most: number, parts: readonly Where[]): Promise<number> {
  const counts = await Promise.all(parts.map((where) => db.response.count({ where, take: most })))
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    most,
  )
}
