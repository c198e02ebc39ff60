import { NIL } from 'uuid'
import { db } from '../db'
import { type PageMeta, pageMeta } from '../paging'
import { toInterval } from '../validation/schema'
import { readChangeWatermark } from './queries'
import { type ChangeCursor, type ChangeFeedKind, type ChangePosition, type DeletedRecord, encodeCursor } from './schema'

/** `finalBefore` is of the cursor, if there is one: the order of changes before it was final already. */
export type ChangeFeedRequest = {
  after: ChangePosition
  finalBefore: Date | undefined
  limit: number
  includeDeleted: boolean
}

/** Changes after a position whose time is before a watermark. */
export type ChangeRange = { after: ChangePosition; before: Date }

export type Changed<Item> = ChangePosition & { item: Item }

/** At the end `nextCursor` is null, and `nextUpdatedSince` is where the next sync begins. */
export type ChangesMeta = PageMeta & { nextCursor: string | null; nextUpdatedSince: string | null }
export type Changes<Item> = { data: (Item | DeletedRecord)[]; meta: ChangesMeta }

type ListOrChangesInput = {
  page?: number
  limit: number
  cursor?: ChangeCursor
  updated_since?: string
  deleted?: boolean
}

/** Splits the input of a list into its filters and either the page or the changes that it asks for. */
export function parseListOrChanges<Input extends ListOrChangesInput>(input: Input) {
  const { page = 1, limit, cursor, updated_since, deleted = false, ...filters } = input
  const since = toInterval(updated_since, undefined).from
  const after = cursor ?? (since && { at: since, id: NIL })
  const changes: ChangeFeedRequest | null = after
    ? { after, finalBefore: cursor?.before, limit, includeDeleted: deleted }
    : null
  return { filters, window: { page, limit }, changes }
}

type ChangeSource<Item> = {
  kind: ChangeFeedKind
  /** Length of the list with its filters. */
  total: number
  /** Reads at most `limit` rows of the range in order, in statements that begin after the call. */
  read: (range: ChangeRange, limit: number) => Promise<Changed<Item>[]>
}

/**
 * The next records of a list in the order of their last change, with deleted ones in their place. Changes that a running transaction could
 * still overtake are left for later, so that a client that reads on misses none.
 */
export async function listChanges<Item>(
  organizationId: string,
  { after, finalBefore, limit, includeDeleted }: ChangeFeedRequest,
  { kind, total, read }: ChangeSource<Item>,
): Promise<Changes<Item>> {
  const watermark = await readChangeWatermark()
  // Of a transaction that began long before its first change, the watermark goes back: what was final stays so.
  const range = { after, before: finalBefore ? latest(watermark, finalBefore) : watermark }
  const [rows, deletions] = await Promise.all([
    read(range, limit + 1),
    includeDeleted ? readDeletions(organizationId, kind, range, limit + 1) : [],
  ])
  const changes = [...rows, ...deletions].toSorted(comparePositions)
  const page = changes.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = last && changes.length > limit ? encodeCursor(kind, { ...last, before: range.before }) : null
  const nextUpdatedSince = nextCursor === null ? latest(range.before, after.at).toISOString() : null
  return {
    data: page.map(({ item }) => item),
    meta: { ...pageMeta(total, { page: 1, limit }), nextCursor, nextUpdatedSince },
  }
}

/** Ids of this length sort as in PostgreSQL. */
function comparePositions(one: ChangePosition, other: ChangePosition): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1)
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}

/** Deletions are recorded by the triggers of the SQL function record_deletions. */
async function readDeletions(
  organizationId: string,
  kind: ChangeFeedKind,
  range: ChangeRange,
  limit: number,
): Promise<Changed<DeletedRecord>[]> {
  const rows = await findInChangeOrder(range, limit, ({ at, id }, take) =>
    db.deletedRecord.findMany({
      where: { organizationId, kind, deletedAt: at, ...(id && { id }) },
      orderBy: [{ deletedAt: 'asc' }, { id: 'asc' }],
      take,
    }),
  )
  return rows.map(({ id, deletedAt }) => ({
    at: deletedAt,
    id,
    item: { id, deleted: true, deletedAt: deletedAt.toISOString() },
  }))
}

type PositionFilter = { at: Date; id: { gt: string } } | { at: { gt: Date; lt: Date }; id?: undefined }

/**
 * Reads rows of a range through Prisma, which has no comparison of rows: first those of the same time with a later id, then those of a
 * later time. Each is one range of an index.
 */
export async function findInChangeOrder<Row>(
  { after, before }: ChangeRange,
  limit: number,
  find: (filter: PositionFilter, take: number) => Promise<Row[]>,
): Promise<Row[]> {
  if (after.at >= before) return []
  const sameTime = await find({ at: after.at, id: { gt: after.id } }, limit)
  if (sameTime.length === limit) return sameTime
  const later = await find({ at: { gt: after.at, lt: before } }, limit - sameTime.length)
  return [...sameTime, ...later]
}
