import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { NotFound } from '../errors'
import { addOpenedId, countNewResponses, countNewReviews, upsertAllSeen, upsertVisit } from './queries'
import type { News, NoteVisit } from './schema'
import { VISIT_ENDS_AFTER_MS } from './vocabulary'

/** Overlap: a row stored just before a list was read may have committed just after it. Better shown as new twice than never. */
const STORED_WITHIN_MS = 2000
/** Reviews published this long before the last visit but synced after it are imports, and not counted as new. */
const PUBLISHED_WITHIN_MS = 30 * DAY_MS

export type Seen = { since: Date; openedIds: readonly string[] }

export async function readSeen(organizationId: string, userId: string): Promise<Seen | null> {
  const visit = await db.unreadMarker.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (visit === null) return null
  const isOver = visit.activeAt.getTime() < now().getTime() - VISIT_ENDS_AFTER_MS
  return { since: isOver ? visit.seenUntil : visit.newSince, openedIds: visit.openedIds }
}

export async function isNewTo(organizationId: string, userId: string, responseId: string): Promise<boolean> {
  const [seen, response] = await Promise.all([
    readSeen(organizationId, userId),
    requireResponse(organizationId, responseId),
  ])
  if (seen === null || seen.openedIds.includes(responseId)) return false
  return response.status === 'completed' && response.createdAt > seen.since
}

/** No-op for a response that is not unread. @throws {NotFound} */
export async function noteOpened(organizationId: string, userId: string, responseId: string): Promise<void> {
  const { createdAt } = await requireResponse(organizationId, responseId)
  await addOpenedId(organizationId, userId, { id: responseId, createdAt })
}

async function requireResponse(organizationId: string, id: string) {
  const response = await db.response.findFirst({
    where: { organizationId, id },
    select: { status: true, createdAt: true },
  })
  if (response === null) throw new NotFound('response')
  return response
}

export async function readNews(organizationId: string, userId: string): Promise<News> {
  const seen = await readSeen(organizationId, userId)
  if (seen === null) return { since: null, openedIds: [], responses: 0, low: 0, reviews: 0, reviewsFrom: null }
  const { since, openedIds } = seen
  const publishedAfter = new Date(since.getTime() - PUBLISHED_WITHIN_MS)
  const [responses, reviews] = await Promise.all([
    countNewResponses(organizationId, { since, openedIds }),
    countNewReviews(organizationId, { since, publishedAfter }),
  ])
  return {
    since: since.toISOString(),
    openedIds: [...openedIds],
    responses: responses.n,
    low: responses.low,
    reviews: reviews.n,
    reviewsFrom: reviews.first,
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
  await upsertVisit(organizationId, userId, {
    at,
    shownAt: shown ?? at,
    seenUntil: shown && new Date(shown.getTime() - STORED_WITHIN_MS),
  })
}

export async function markAllSeen(organizationId: string, userId: string, shownAt: string): Promise<void> {
  const at = now()
  await upsertAllSeen(organizationId, userId, { at, shownAt: readable(new Date(shownAt), at) })
}

function readable(shown: Date, at: Date): Date {
  return new Date(Math.min(Math.max(shown.getTime(), 0), at.getTime()))
}
