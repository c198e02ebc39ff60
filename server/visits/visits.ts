import { DAY_MS, now } from '../clock'
import { db, Prisma, queryRows } from '../db'
import { NotFound } from '../errors'
import { clockOf } from '../time-zones'
import type { News, NoteVisit } from './schema'
import { NEWS_AT_MOST, NOTED_EVERY_MS, VISIT_ENDS_AFTER_MS } from './vocabulary'

/** What was stored just before a list was read may have been committed just after: better new twice than never. */
const STORED_WITHIN_MS = 2000
/** A review that was published this long before the last visit, and came in after it, was imported: it is nobody's news. */
const PUBLISHED_WITHIN_MS = 30 * DAY_MS

/** From what moment on responses are new to this member, aside from those they opened. */
export type Seen = { since: Date; openedIds: readonly string[] }

/** Null for a member who has never looked. Only reads. */
export async function readSeen(organizationId: string, userId: string): Promise<Seen | null> {
  const visit = await db.visit.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (visit === null) return null
  const isOver = visit.activeAt.getTime() < now().getTime() - VISIT_ENDS_AFTER_MS
  return { since: isOver ? visit.seenUntil : visit.newSince, openedIds: visit.openedIds }
}

/**
 * Whether a submitted response came in since this member's last visit and was not opened by them.
 * @throws {NotFound} the organization has no such response.
 */
export async function isNewTo(organizationId: string, userId: string, responseId: string): Promise<boolean> {
  const [seen, response] = await Promise.all([
    readSeen(organizationId, userId),
    requireResponse(organizationId, responseId),
  ])
  if (seen === null || seen.openedIds.includes(responseId)) return false
  return response.status === 'completed' && response.createdAt > seen.since
}

/**
 * Ends "new" for a response that this member opened; one that is not new to them changes nothing.
 * @throws {NotFound} the organization has no such response.
 */
export async function noteOpened(organizationId: string, userId: string, responseId: string): Promise<void> {
  const { createdAt } = await requireResponse(organizationId, responseId)
  await db.$executeRaw`
    UPDATE visit v SET opened_ids =
      (v.opened_ids || ${responseId}::uuid)[greatest(cardinality(v.opened_ids) + 2 - ${NEWS_AT_MOST}::int, 1):]
    WHERE v.organization_id = ${organizationId}::uuid AND v.user_id = ${userId}::uuid
      AND ${responseId}::uuid <> ALL (v.opened_ids) AND ${createdAt}::timestamptz > v.new_since`
}

async function requireResponse(organizationId: string, id: string) {
  const response = await db.response.findFirst({
    where: { organizationId, id },
    select: { status: true, createdAt: true },
  })
  if (response === null) throw new NotFound('response')
  return response
}

/** What came in since the last visit of this member: two bounded looks at indexes, and none on a first visit. */
export async function readNews(organizationId: string, userId: string): Promise<News> {
  const seen = await readSeen(organizationId, userId)
  if (seen === null) return { since: null, openedIds: [], responses: 0, low: 0, reviews: 0, reviewsFrom: null }
  const { since, openedIds } = seen
  const published = new Date(since.getTime() - PUBLISHED_WITHIN_MS)
  const [[responses], [reviews]] = await Promise.all([
    db.$queryRaw<{ n: number; low: number }[]>`
      SELECT count(*)::int AS n, (count(*) FILTER (WHERE band = 'negative'))::int AS low FROM (
        SELECT band FROM response WHERE organization_id = ${organizationId}::uuid AND status = 'completed' AND created_at > ${since}
          AND id <> ALL (${openedIds}::uuid[])
        ORDER BY created_at DESC, id DESC LIMIT ${NEWS_AT_MOST}) r`,
    queryRows<{ n: number; first: string | null }>({
      name: 'news-of-reviews',
      text: `SELECT count(*)::int AS n, to_char(min(published_at) AT TIME ZONE ${clockOf('$1::uuid')}, 'YYYY-MM-DD') AS first FROM (
        SELECT published_at FROM review WHERE organization_id = $1::uuid AND published_at > $2::timestamptz AND created_at > $3::timestamptz
        ORDER BY published_at DESC, id DESC LIMIT ${NEWS_AT_MOST}) r`,
      values: [organizationId, published, since],
    }),
  ])
  return {
    since: since.toISOString(),
    openedIds: [...openedIds],
    responses: responses?.n ?? 0,
    low: responses?.low ?? 0,
    reviews: reviews?.n ?? 0,
    reviewsFrom: reviews?.first ?? null,
  }
}

/**
 * Somebody looks, at what was read at `shownAt`: their visit goes on, or another one begins where the last one had come to. One row,
 * written once a minute at most.
 */
export async function noteVisit(organizationId: string, userId: string, { shownAt }: NoteVisit): Promise<void> {
  const at = now()
  const shown = shownAt === undefined ? null : readable(new Date(shownAt), at)
  const seen = shown && new Date(shown.getTime() - STORED_WITHIN_MS)
  const before = (ms: number) => new Date(at.getTime() - ms)
  await db.$executeRaw`
    INSERT INTO visit AS v (organization_id, user_id, new_since, seen_until, active_at)
    VALUES (${organizationId}::uuid, ${userId}::uuid, ${shown ?? at}, ${seen ?? at}, ${at})
    ON CONFLICT (organization_id, user_id) DO UPDATE SET
      new_since = CASE WHEN v.active_at < ${before(VISIT_ENDS_AFTER_MS)} THEN v.seen_until ELSE v.new_since END,
      opened_ids = CASE WHEN v.active_at < ${before(VISIT_ENDS_AFTER_MS)} THEN ${openedSince(Prisma.sql`v.seen_until`)} ELSE v.opened_ids END,
      seen_until = greatest(v.seen_until, ${seen}::timestamptz),
      active_at = ${at}
    WHERE v.active_at <= ${before(NOTED_EVERY_MS)}`
}

/** What was shown at that moment is new no more; what has come in since then still is. */
export async function markAllSeen(organizationId: string, userId: string, shownAt: string): Promise<void> {
  const at = now()
  const shown = readable(new Date(shownAt), at)
  await db.$executeRaw`
    INSERT INTO visit AS v (organization_id, user_id, new_since, seen_until, active_at)
    VALUES (${organizationId}::uuid, ${userId}::uuid, ${shown}, ${shown}, ${at})
    ON CONFLICT (organization_id, user_id) DO UPDATE SET
      new_since = greatest(v.new_since, ${shown}::timestamptz),
      opened_ids = ${openedSince(Prisma.sql`greatest(v.new_since, ${shown}::timestamptz)`)},
      seen_until = greatest(v.seen_until, ${shown}::timestamptz),
      active_at = ${at}`
}

/** Of `visit v`: the opened responses that came in after a moment; the others are not new anyway. */
function openedSince(moment: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT r.id FROM response r
    WHERE r.organization_id = v.organization_id AND r.id = ANY (v.opened_ids) AND r.created_at > ${moment} ORDER BY array_position(v.opened_ids, r.id))`
}

/** A browser cannot have seen what is still to come; nor anything in years that the database does not know, whatever it says. */
function readable(shown: Date, at: Date): Date {
  return new Date(Math.min(Math.max(shown.getTime(), 0), at.getTime()))
}
