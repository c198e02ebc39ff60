import { DAY_MS, now } from '../clock'
import { db, queryRows } from '../db'
import { clockOf } from '../time-zones'
import type { News, NoteVisit } from './schema'
import { NEWS_AT_MOST, NOTED_EVERY_MS, VISIT_ENDS_AFTER_MS } from './vocabulary'

/** What was stored just before a list was read may have been committed just after: better new twice than never. */
const STORED_WITHIN_MS = 2000
/** A review that was published this long before the last visit, and came in after it, was imported: it is nobody's news. */
const PUBLISHED_WITHIN_MS = 30 * DAY_MS

/** From what moment on responses are new to this member; null for who has never looked. Only reads. */
export async function readNewSince(organizationId: string, userId: string): Promise<Date | null> {
  const visit = await db.visit.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (visit === null) return null
  const isOver = visit.activeAt.getTime() < now().getTime() - VISIT_ENDS_AFTER_MS
  return isOver ? visit.seenUntil : visit.newSince
}

/** What came in since the last visit of this member: two bounded looks at indexes, and none on a first visit. */
export async function readNews(organizationId: string, userId: string): Promise<News> {
  const since = await readNewSince(organizationId, userId)
  if (since === null) return { since: null, responses: 0, low: 0, reviews: 0, reviewsFrom: null }
  const published = new Date(since.getTime() - PUBLISHED_WITHIN_MS)
  const [[responses], [reviews]] = await Promise.all([
    db.$queryRaw<{ n: number; low: number }[]>`
      SELECT count(*)::int AS n, (count(*) FILTER (WHERE band = 'negative'))::int AS low FROM (
        SELECT band FROM response WHERE organization_id = ${organizationId}::uuid AND status = 'completed' AND created_at > ${since}
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
      seen_until = greatest(v.seen_until, ${shown}::timestamptz),
      active_at = ${at}`
}

/** A browser cannot have seen what is still to come; nor anything in years that the database does not know, whatever it says. */
function readable(shown: Date, at: Date): Date {
  return new Date(Math.min(Math.max(shown.getTime(), 0), at.getTime()))
}
