import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { parseSortParameter } from '../paging'
import { countResponses, type ResponseFilter, type ResponseSort, responseWhere } from './response-filter'
import type { AdjacentResponses } from './schema'
import { type ResponseSearch, searchAdjacentResponses } from './search-queries'

export const POSITION_MAX = 10_000

type Where = Prisma.ResponseWhereInput
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
    const { before, ...adjacent } = await searchAdjacentResponses(organizationId, filter, search, { id, sort })
    return { ...adjacent, position: toPlace(before) }
  }
  const filterWhere = responseWhere(organizationId, filter)
  const within = (...more: Where[]): Where => ({ AND: [filterWhere, ...more] })
  const { key, direction } = parseSortParameter(sort)
  const isAscending = direction === 'asc'
  const { rating } = current
  const sameScore = key === 'score' ? [{ rating }] : []
  const timeDirections: Record<Side, TimeDirection> =
    key === 'created' && isAscending ? { before: 'older', after: 'newer' } : { before: 'newer', after: 'older' }

  const findNextScore = async (side: Side): Promise<number | null | undefined> => {
    if (key === 'created' || (rating === null && side === 'after')) return undefined
    const isUpward = (side === 'after') === isAscending
    const row = await db.response.findFirst({
      where: within({ rating: rating === null ? { not: null } : { [isUpward ? 'gt' : 'lt']: rating } }),
      orderBy: { rating: isUpward ? 'asc' : 'desc' },
      select: { rating: true },
    })
    return row ? row.rating : side === 'after' ? null : undefined
  }

  const findAdjacent = async (side: Side): Promise<string | null> => {
    const timeDirection = timeDirections[side]
    const inSameScore = await findNearest(within(...sameScore, beyond(current, timeDirection)), timeDirection)
    if (inSameScore !== null) return inSameScore
    const score = await findNextScore(side)
    return score === undefined ? null : findNearest(within({ rating: score }), timeDirection)
  }

  const betterScores = { rating: rating === null ? { not: null } : { [isAscending ? 'lt' : 'gt']: rating } }
  const [previous, next, preceding, match, total] = await Promise.all([
    findAdjacent('before'),
    findAdjacent('after'),
    countUpTo(POSITION_MAX, [
      within(...sameScore, beyond(current, timeDirections.before)),
      ...(key === 'score' ? [within(betterScores)] : []),
    ]),
    db.response.findFirst({ where: within({ id }), select: { id: true } }),
    countResponses(organizationId, filter),
  ])
  const place = toPlace(preceding)
  // The queries above do not share a snapshot.
  return { previous, next, position: place, isListed: match !== null, total: Math.max(total, (match && place) ?? 0) }
}

function toPlace(preceding: number): number | null {
  return preceding < POSITION_MAX ? preceding + 1 : null
}

/** The separate bound on createdAt is the condition that the index can use. */
function beyond({ createdAt, id }: { createdAt: Date; id: string }, timeDirection: TimeDirection): Where {
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
  const sum = counts.reduce((total, count) => total + count, 0)
  return Math.min(sum, most)
}
