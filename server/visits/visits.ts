import { DAY_MS, now } from '../clock'
import { db, Prisma, queryRows } from '../db'
import { NotFound } from '../errors'
import { clockOf } from '../time-zones'
import type { News, NoteVisit } from './schema'
import { NEWS_AT_MOST, NOTED_EVERY_MS, VISIT_ENDS_AFTER_MS } from './vocabulary'

/** Overlap: a row stored just before a list was read may have committed just after it. Better shown as new twice than never. */
const STORED_WITHIN_MS = 2000
/** Reviews published this long before the last visit but synced after it are imports, and not counted as new. */
const PUBLISHED_WITHIN_MS = 30 * DAY_MS

/** @property since responses created after this are unread, except `openedIds`. */
export type Seen = { since: Date; openedIds: readonly string[] }

/** Null before the first visit. Read-only. */
export async function readSeen(organizationId: string, userId: string): Promise<Seen | null> {
  const visit = await db.visit.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (visit === null) return null
  const isOver = visit.activeAt.getTime() < now().getTime() - VISIT_ENDS_AFTER_MS
  return { since: isOver ? visit.seenUntil : visit.newSince, openedIds: visit.openedIds }
}

/**
 * Whether a completed response arrived since this member's last visit and was not opened by them.
 * @throws {NotFound} if the organization has no such response.
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
 * Marks a response as read by this member; no-op if it is not unread.
 * @throws {NotFound} if the organization has no such response.
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

/** Unread counts for this member, from two bounded index scans, both skipped before the first visit. */
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
 * Records activity: extends the current visit, or starts a new one whose unread items begin at `seen_until` of the last. Writes one row, at
 * most once a minute.
 * @param shownAt when the displayed list was read.
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

/** Marks everything up to `shownAt` as read; what arrived later stays unread. */
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

/** SQL for `visit v`: opened responses newer than `moment`. Older ones are not unread anyway. */
function openedSince(moment: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT r.id FROM response r
    WHERE r.organization_id = v.organization_id AND r.id = ANY (v.opened_ids) AND r.created_at > ${moment} ORDER BY array_position(v.opened_ids, r.id))`
}

/** Clamps a client-supplied time to between the Unix epoch and now. */
function readable(shown: Date, at: Date): Date {
  return new Date(Math.min(Math.max(shown.getTime(), 0), at.getTime()))
}
