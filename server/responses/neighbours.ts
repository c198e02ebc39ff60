import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { readSort, type SortDirection } from '../paging'
import { type ResponseFilter, type ResponseSort, responseFilter, responseLookup } from './response-list'
import type { Neighbours } from './schema'
import { type Search, searchNeighbours } from './search'

/** So far down a list it is said which place a response has: as many entries of an index are counted at most. */
export const PLACE_AT_MOST = 10_000

type Where = Prisma.ResponseWhereInput
type Place = { id: string; createdAt: Date; rating: number | null }
type Side = 'before' | 'after'
type Way = 'newer' | 'older'

/**
 * What stands before and after a response in the list that `asked` describes, by where the response itself stands in its order: so one
 * goes on from there also once it belongs to the list no more, its case resolved meanwhile.
 * @throws {NotFound} when it is not in the organization.
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
    responseLookup(organizationId, filter).length(),
  ])
  return {
    previous,
    next,
    place: before < PLACE_AT_MOST ? before + 1 : null,
    isListed: itself !== null,
    // Each of these was read at a moment of its own.
    total: Math.max(total, before < PLACE_AT_MOST && itself ? before + 1 : 0),
  }
}

type Within = (...more: Where[]) => Where
type Order = {
  nearest: (side: Side, within: Within) => Promise<string | null>
  /** What stands before, in parts that an index has side by side. */
  before: Where[]
}

function byTime(here: Place, direction: SortDirection): Order {
  const wayTo = (side: Side): Way => ((side === 'after') === (direction === 'desc') ? 'older' : 'newer')
  return {
    nearest: (side, within) => findNearest(within(fromHere(here, wayTo(side))), wayTo(side)),
    before: [fromHere(here, wayTo('before'))],
  }
}

/** Those of one score stand together, the newest first, and those without one at the end. */
function byScore(here: Place, direction: SortDirection): Order {
  const { rating } = here
  const isUp = direction === 'asc'
  const wayTo = (side: Side): Way => (side === 'after' ? 'older' : 'newer')

  /** The score that the nearest other responses on this side have; undefined where there are none. */
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

/** The bound on the time alone is what an index is entered by. */
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
