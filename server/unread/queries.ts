import { db, Prisma, queryRows } from '../db'
import { organizationTimeZoneSql } from '../time-zone-queries'
import { UNREAD_COUNT_MAX, VISIT_TIMEOUT_MS, VISIT_WRITE_INTERVAL_MS } from './constants'

export async function addOpenedResponseId(
  organizationId: string,
  userId: string,
  { id, createdAt }: { id: string; createdAt: Date },
): Promise<void> {
  await db.$executeRaw`
    UPDATE unread_marker v SET opened_ids =
      (v.opened_ids || ${id}::uuid)[greatest(cardinality(v.opened_ids) + 2 - ${UNREAD_COUNT_MAX}::int, 1):]
    WHERE v.organization_id = ${organizationId}::uuid AND v.user_id = ${userId}::uuid
      AND ${id}::uuid <> ALL (v.opened_ids) AND ${createdAt}::timestamptz > v.new_since`
}

export async function countUnreadResponses(
  organizationId: string,
  { since, openedIds }: { since: Date; openedIds: readonly string[] },
): Promise<{ n: number; low: number }> {
  const [row] = await db.$queryRaw<{ n: number; low: number }[]>`
    SELECT count(*)::int AS n, (count(*) FILTER (WHERE band = 'negative'))::int AS low FROM (
      SELECT band FROM response WHERE organization_id = ${organizationId}::uuid AND status = 'completed' AND created_at > ${since}
        AND import_id IS NULL AND id <> ALL (${[...openedIds]}::uuid[])
      ORDER BY created_at DESC, id DESC LIMIT ${UNREAD_COUNT_MAX}) r`
  return row ?? { n: 0, low: 0 }
}

export async function countReviewsSince(
  organizationId: string,
  { since, publishedAfter }: { since: Date; publishedAfter: Date },
): Promise<{ n: number; first: string | null }> {
  const [row] = await queryRows<{ n: number; first: string | null }>({
    name: 'news-of-reviews',
    text: `SELECT count(*)::int AS n, to_char(min(published_at) AT TIME ZONE ${organizationTimeZoneSql('$1::uuid')}, 'YYYY-MM-DD') AS first FROM (
      SELECT published_at FROM review WHERE organization_id = $1::uuid AND published_at > $2::timestamptz AND created_at > $3::timestamptz
      ORDER BY published_at DESC, id DESC LIMIT ${UNREAD_COUNT_MAX}) r`,
    values: [organizationId, publishedAfter, since],
  })
  return row ?? { n: 0, first: null }
}

/** Extends the current visit, or starts one whose unread items begin where the last ended. Writes at most once a minute. */
export async function upsertVisit(
  organizationId: string,
  userId: string,
  { at, shownAt, seenUntil }: { at: Date; shownAt: Date; seenUntil: Date | null },
): Promise<void> {
  const before = (ms: number) => new Date(at.getTime() - ms)
  await db.$executeRaw`
    INSERT INTO unread_marker AS v (organization_id, user_id, new_since, seen_until, active_at)
    VALUES (${organizationId}::uuid, ${userId}::uuid, ${shownAt}, ${seenUntil ?? at}, ${at})
    ON CONFLICT (organization_id, user_id) DO UPDATE SET
      new_since = CASE WHEN v.active_at < ${before(VISIT_TIMEOUT_MS)} THEN v.seen_until ELSE v.new_since END,
      opened_ids = CASE WHEN v.active_at < ${before(VISIT_TIMEOUT_MS)} THEN ${openedSince(Prisma.sql`v.seen_until`)} ELSE v.opened_ids END,
      seen_until = greatest(v.seen_until, ${seenUntil}::timestamptz),
      active_at = ${at}
    WHERE v.active_at <= ${before(VISIT_WRITE_INTERVAL_MS)}`
}

export async function upsertAllReadMarker(
  organizationId: string,
  userId: string,
  { at, shownAt }: { at: Date; shownAt: Date },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO unread_marker AS v (organization_id, user_id, new_since, seen_until, active_at)
    VALUES (${organizationId}::uuid, ${userId}::uuid, ${shownAt}, ${shownAt}, ${at})
    ON CONFLICT (organization_id, user_id) DO UPDATE SET
      new_since = greatest(v.new_since, ${shownAt}::timestamptz),
      opened_ids = ${openedSince(Prisma.sql`greatest(v.new_since, ${shownAt}::timestamptz)`)},
      seen_until = greatest(v.seen_until, ${shownAt}::timestamptz),
      active_at = ${at}`
}

function openedSince(moment: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT r.id FROM response r
    WHERE r.organization_id = v.organization_id AND r.id = ANY (v.opened_ids) AND r.created_at > ${moment} ORDER BY array_position(v.opened_ids, r.id))`
}
