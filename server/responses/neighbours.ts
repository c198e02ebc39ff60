import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { readSort, type SortDirection } from '../paging'
import { countResponses, type ResponseFilter, type ResponseSort, responseFilter } from './response-list'
import type { Neighbours } from './schema'
import { type Search, searchNeighbours } from './search-queries'

/** Positions beyond this are not counted: bounds the index entries read. */
export const PLACE_AT_MOST = 10_000

type Where = Prisma.ResponseWhereInput
type Place = { id: string; createdAt: Date; rating: number | null }
type Side = 'before' | 'after'
type Way = 'newer' | 'older'

/**
 * The previous and next response in the list with this filter and order. Neighbors are found by the response's own sort key, so
 * navigation still works after it has left the list, for example because its case was resolved.
 * @throws {NotFound} if it is not in the organization.
 */
export async function getNeighbours(
  organizationId: string,
  id: string,
  { sort = '-created', ...filter }: ResponseFilter & { sort?: ResponseSort },
  search?: Search,
): Promise<Neighbours> {
  const here = await db.response.findFirst({
    where: { id, organizationId },
    select: { id: true, createdAt: true, rating: true },
  })
  if (!here) throw new NotFound('response')
  if (search) {
    const { before, ...found } = await searchNeighbours(organizationId, filter, search, { id, sort })
    return { ...found, place: before < PLACE_AT_MOST ? before + 1 : null }
  }
  const listed = responseFilter(organizationId, filter)
  const within = (...more: Where[]): Where => ({ AND: [listed, ...more] })
  const { key, direction } = readSort(sort)
  const order = key === 'created' ? byTime(here, direction) : byScore(here, direction)
  const [previous, next, before, itself, total] = await Promise.all([
    order.nearest('before', within),
    order.nearest('after', within),
    countUpTo(
      PLACE_AT_MOST,
      order.before.map((part) => within(part)),
    ),
    db.response.findFirst({ where: within({ id }), select: { id: true } }),
    countResponses(organizationId, filter),
  ])
  return {
    previous,
    next,
    place: before < PLACE_AT_MOST ? before + 1 : null,
    isListed: itself !== null,
    // The queries above do not share a snapshot.
    total: Math.max(total, before < PLACE_AT_MOST && itself ? before + 1 : 0),
  }
}

type Within = (...more: Where[]) => Where
type Order = {
  nearest: (side: Side, within: Within) => Promise<string | null>
  /** Conditions for preceding rows, each a contiguous index range. */
  before: Where[]
}

function byTime(here: Place, direction: SortDirection): Order {
  const wayTo = (side: Side): Way => ((side === 'after') === (direction === 'desc') ? 'older' : 'newer')
  return {
    nearest: (side, within) => findNearest(within(fromHere(here, wayTo(side))), wayTo(side)),
    before: [fromHere(here, wayTo('before'))],
  }
}

/** Sorted by score, then newest first; responses without a score come last. */
function byScore(here: Place, direction: SortDirection): Order {
  const { rating } = here
  const isUp = direction === 'asc'
  const wayTo = (side: Side): Way => (side === 'after' ? 'older' : 'newer')

  async function nextScore(side: Side, within: Within): Promise<number | null | undefined> {
    if (rating === null && side === 'after') return undefined
    const goesUp = (side === 'after') === isUp
    const beyond = rating === null ? { not: null } : goesUp ? { gt: rating } : { lt: rating }
    const found = await db.response.findFirst({
      where: within({ rating: beyond }),
      orderBy: { rating: goesUp ? 'asc' : 'desc' },
      select: { rating: true },
    })
    return found ? found.rating : side === 'after' ? null : undefined
  }

  async function nearest(side: Side, within: Within): Promise<string | null> {
    const beside = await findNearest(within({ rating }, fromHere(here, wayTo(side))), wayTo(side))
    if (beside !== null) return beside
    const score = await nextScore(side, within)
    return score === undefined ? null : findNearest(within({ rating: score }), wayTo(side))
  }

  const better: Where = { rating: rating === null ? { not: null } : isUp ? { lt: rating } : { gt: rating } }
  return { nearest, before: [{ rating, ...fromHere(here, 'newer') }, better] }
}

/** The separate bound on createdAt is the condition that the index can use. */
function fromHere({ createdAt, id }: Place, way: Way): Where {
  return way === 'older'
    ? { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] }
    : { createdAt: { gte: createdAt }, OR: [{ createdAt: { gt: createdAt } }, { id: { gt: id } }] }
}

async function findNearest(where: Where, way: Way): Promise<string | null> {
  const direction = way === 'older' ? 'desc' : 'asc'
  const found = await db.response.findFirst({
    where,
    orderBy: [{ createdAt: direction }, { id: direction }],
    select: { id: true },
  })
  return found?.id ?? null
}

async function countUpTo(most: number, parts: readonly Where[]): Promise<number> {
  const counts = await Promise.all(parts.map((where) => db.response.count({ where, take: most })))
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    most,
  )
}
