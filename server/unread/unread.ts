import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { NotFound } from '../errors'
import { VISIT_TIMEOUT_MS } from './constants'
import {
  addOpenedResponseId,
  countReviewsSince,
  countUnreadResponses,
  upsertAllReadMarker,
  upsertVisit,
} from './queries'
import type { RecordVisit, UnreadCounts } from './schema'

/** Overlap: a row stored just before a list was read may have committed just after it. Better shown as new twice than never. */
const COMMIT_DELAY_MS = 2000
/** Reviews published this long before the last visit but synced after it are imports, and not counted as new. */
const IMPORT_AGE_MS = 30 * DAY_MS

export type ReadState = { since: Date; openedIds: readonly string[] }

export async function loadReadState(organizationId: string, userId: string): Promise<ReadState | null> {
  const visit = await db.unreadMarker.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (visit === null) return null
  const hasEnded = visit.activeAt.getTime() < now().getTime() - VISIT_TIMEOUT_MS
  return { since: hasEnded ? visit.seenUntil : visit.newSince, openedIds: visit.openedIds }
}

export async function isResponseUnread(organizationId: string, userId: string, responseId: string): Promise<boolean> {
  const [readState, response] = await Promise.all([
    loadReadState(organizationId, userId),
    requireResponse(organizationId, responseId),
  ])
  if (readState === null || readState.openedIds.includes(responseId)) return false
  const { status, importId, createdAt } = response
  return status === 'completed' && importId === null && createdAt > readState.since
}

/** No-op for a response that is not unread. @throws {NotFound} */
export async function markResponseOpened(organizationId: string, userId: string, responseId: string): Promise<void> {
  const { createdAt } = await requireResponse(organizationId, responseId)
  await addOpenedResponseId(organizationId, userId, { id: responseId, createdAt })
}

async function requireResponse(organizationId: string, id: string) {
  const response = await db.response.findFirst({
    where: { organizationId, id },
    select: { status: true, importId: true, createdAt: true },
  })
  if (response === null) throw new NotFound('response')
  return response
}

export async function loadUnreadCounts(organizationId: string, userId: string): Promise<UnreadCounts> {
  const readState = await loadReadState(organizationId, userId)
  if (readState === null) return { since: null, openedIds: [], responses: 0, low: 0, reviews: 0, reviewsFrom: null }
  const { since, openedIds } = readState
  const publishedAfter = new Date(since.getTime() - IMPORT_AGE_MS)
  const [responses, reviews] = await Promise.all([
    countUnreadResponses(organizationId, { since, openedIds }),
    countReviewsSince(organizationId, { since, publishedAfter }),
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
export async function recordVisit(organizationId: string, userId: string, { shownAt }: RecordVisit): Promise<void> {
  const at = now()
  const listedAt = shownAt === undefined ? null : clampToPast(new Date(shownAt), at)
  await upsertVisit(organizationId, userId, {
    at,
    shownAt: listedAt ?? at,
    seenUntil: listedAt && new Date(listedAt.getTime() - COMMIT_DELAY_MS),
  })
}

export async function markAllRead(organizationId: string, userId: string, shownAt: string): Promise<void> {
  const at = now()
  await upsertAllReadMarker(organizationId, userId, { at, shownAt: clampToPast(new Date(shownAt), at) })
}

function clampToPast(listedAt: Date, at: Date): Date {
  return new Date(Math.min(Math.max(listedAt.getTime(), 0), at.getTime()))
}
