import { DAY_MS, HOUR_MS, MINUTE_MS, now } from '../../clock'
import { db, Prisma } from '../../db'
import { withLease } from '../../jobs/lease'
import { log } from '../../log'
import { transact } from '../../unit-of-work'
import { createSiteClientForSource, type SiteConnectionOptions } from '../sources/create-site-client'
import {
  addSkippedReviews,
  getLatestDate,
  type ReviewSiteClient,
  type SiteReview,
  type SiteReviewPage,
} from '../sources/site-client'
import { createSiteFailure, needsReconnecting, SiteFailure } from '../sources/site-failure'
import { ingestReviews } from './ingest-reviews'
import { recordReviewsSeen } from './queries'
import { removeSource } from './remove-source'
import {
  type ClaimedSource,
  ClaimLost,
  claimSource,
  lockSourceAndCheckSyncRequested,
  markReconnectRequired,
  releaseSource,
  SyncCursor,
  saveSyncCursor,
} from './source-lease'
import { storeReviewPage } from './store-review-page'

export const SYNC_INTERVAL_MS = 15 * MINUTE_MS
export const FULL_SYNC_INTERVAL_MS = DAY_MS

const INITIAL_BACKOFF_MS = MINUTE_MS
const MAX_BACKOFF_MS = 6 * HOUR_MS
const PAGES_MAX = 20_000
const BACKLOG_PAUSE_MS = MINUTE_MS
const MISSING_BATCH_SIZE = 100

/**
 * Runs a due sync for a limited time; the next run resumes at the saved cursor. Each page is one idempotent transaction, so a killed
 * process repeats at most one page. Failures are stored on the source, shown to the organization and retried with backoff.
 * @param until starts no page after this, ms since the epoch.
 */
export async function syncSource(
  organizationId: string,
  id: string,
  until: number,
  options: SiteConnectionOptions = {},
) {
  await withLease({
    acquire: () => claimSource(organizationId, id),
    perform: async (claim): Promise<SyncOutcome> => {
      if (!claim.isRemoving) return readSite(claim, until, options)
      await removeSource(claim, until)
      return { state: 'lost' }
    },
    complete,
  })
}

type SyncOutcome =
  | { state: 'paused'; pauseMs: number }
  | { state: 'finished'; syncCursor: SyncCursor }
  | { state: 'failed'; failure: SiteFailure }
  | { state: 'lost' }

async function readSite(claim: ClaimedSource, until: number, options: SiteConnectionOptions): Promise<SyncOutcome> {
  try {
    const site = createSiteClientForSource(claim, options)
    const { syncCursor, isFull } = await ingestPages(site, claim, startOrResume(site, claim), until)
    if (!syncCursor.isPaged) return { state: 'paused', pauseMs: isFull ? BACKLOG_PAUSE_MS : 0 }
    const isComplete = await checkMissing(site, claim, syncCursor, until)
    return isComplete ? { state: 'finished', syncCursor } : { state: 'paused', pauseMs: 0 }
  } catch (error) {
    if (error instanceof ClaimLost) return { state: 'lost' }
    if (error instanceof SiteFailure) return { state: 'failed', failure: error }
    const { organizationId, id: sourceId } = claim
    log.error({ err: error, organizationId, sourceId }, 'a review source could not be synced')
    return { state: 'failed', failure: createSiteFailure('internal', {}) }
  }
}

async function complete(claim: ClaimedSource, outcome: SyncOutcome): Promise<void> {
  if (outcome.state === 'paused') return yieldToNextRun(claim, outcome.pauseMs)
  if (outcome.state === 'finished') return completeSync(claim, outcome.syncCursor)
  if (outcome.state === 'failed') return recordFailure(claim, outcome.failure)
}

function startOrResume(site: ReviewSiteClient, claim: ClaimedSource): SyncCursor {
  const saved = SyncCursor.safeParse(claim.syncCursor)
  if (saved.success) return saved.data
  const { importedAt, nextFullSyncAt, watermark } = claim
  const isSweepDue = nextFullSyncAt === null || nextFullSyncAt <= now()
  const mode = importedAt === null ? 'import' : isSweepDue ? 'sweep' : 'increment'
  const since = mode === 'increment' && watermark !== null ? new Date(watermark.getTime() - site.overlapMs) : null
  const counts = { seen: 0, total: null, pages: 0, skipped: { count: 0, first: null } }
  return { mode, cursor: null, passedCursor: null, since, startedAt: now(), newest: null, ...counts, isPaged: false }
}

async function ingestPages(site: ReviewSiteClient, claim: ClaimedSource, initial: SyncCursor, until: number) {
  const source = toIngestSource(site, claim)
  let syncCursor = initial
  do {
    const requestedAt = now()
    const { cursor, since, startedAt } = syncCursor
    const page = await site.list({ cursor, since })
    const next = advanceSyncCursor(syncCursor, page)
    const { reviews, removed } = page
    const snapshot = { reviews, removed, requestedAt, sweepAt: since === null ? startedAt : null }
    const stored = await storeReviewPage(claim, source, snapshot, syncCursor, next)
    if (stored.pages === syncCursor.pages) return { syncCursor, isFull: true }
    syncCursor = stored
  } while (!syncCursor.isPaged && Date.now() < until)
  return { syncCursor, isFull: false }
}

function advanceSyncCursor(syncCursor: SyncCursor, page: SiteReviewPage): SyncCursor {
  const pages = syncCursor.pages + 1
  const isCycle = page.next !== null && (page.next === syncCursor.cursor || page.next === syncCursor.passedCursor)
  if (isCycle || pages > PAGES_MAX) throw createSiteFailure('misunderstood', { where: 'next' })
  return {
    ...syncCursor,
    cursor: page.next,
    // One saved cursor detects a cycle of any length (R. P. Brent, 1980): it moves on at powers of two.
    passedCursor: Number.isInteger(Math.log2(pages)) ? page.next : syncCursor.passedCursor,
    pages,
    newest: getLatestDate(syncCursor.newest, page.newest),
    seen: syncCursor.seen + page.reviews.length,
    total: page.total ?? syncCursor.total,
    skipped: addSkippedReviews(syncCursor.skipped, page.skipped),
    isPaged: page.next === null,
  }
}

function toIngestSource(site: ReviewSiteClient, { id, site: name, announcesHistory, createdAt }: ClaimedSource) {
  return {
    id,
    site: name,
    announcedFrom: announcesHistory ? null : createdAt,
    staleAfterReplyMs: site.staleAfterReplyMs,
  }
}

/**
 * After a full read of the site, checks each stored review that was on no page individually, because pages shift while they are read.
 * Removes reviews that the site no longer has and updates the others.
 * @returns whether all were checked.
 */
async function checkMissing(site: ReviewSiteClient, claim: ClaimedSource, syncCursor: SyncCursor, until: number) {
  if (syncCursor.since !== null) return true
  const { organizationId } = claim
  const source = toIngestSource(site, claim)
  for (;;) {
    const missing = await listMissing(claim, syncCursor.startedAt)
    for (const externalId of missing) {
      if (Date.now() >= until) return false
      const requestedAt = now()
      const review = await getReadable(site, externalId)
      const { startedAt: sweepAt } = syncCursor
      if (review === 'unreadable') {
        await recordReviewsSeen(db, organizationId, { site: claim.site, externalIds: [externalId], seenAt: sweepAt })
        continue
      }
      const found = review
        ? { reviews: [{ ...review, externalId }], removed: [] }
        : { reviews: [], removed: [externalId] }
      await ingestReviews(organizationId, source, { ...found, requestedAt, sweepAt }, (tx) =>
        saveSyncCursor(tx, claim, syncCursor),
      )
    }
    if (missing.length < MISSING_BATCH_SIZE) return true
  }
}

async function getReadable(site: ReviewSiteClient, externalId: string): Promise<SiteReview | 'unreadable' | null> {
  try {
    return await site.get(externalId)
  } catch (error) {
    if (error instanceof SiteFailure && error.code === 'misunderstood') return 'unreadable'
    throw error
  }
}

async function listMissing({ organizationId, id }: ClaimedSource, sweepAt: Date): Promise<string[]> {
  const rows = await db.review.findMany({
    where: {
      organizationId,
      sourceId: id,
      createdAt: { lt: sweepAt },
      OR: [{ seenAt: null }, { seenAt: { lt: sweepAt } }],
    },
    select: { externalId: true },
    orderBy: { id: 'asc' },
    take: MISSING_BATCH_SIZE,
  })
  return rows.map(({ externalId }) => externalId)
}

async function yieldToNextRun(claim: ClaimedSource, pauseMs: number): Promise<void> {
  const nextSyncAt = new Date(now().getTime() + pauseMs)
  await transact(({ tx }) => releaseSource(tx, claim, { nextSyncAt, failure: Prisma.DbNull, failures: 0 }))
}

async function completeSync(claim: ClaimedSource, syncCursor: SyncCursor): Promise<void> {
  const at = now()
  const isFullRead = syncCursor.since === null
  // A different count means that a removal or a review was missed: schedule a full comparison.
  const where = { organizationId: claim.organizationId, sourceId: claim.id }
  const differs = !isFullRead && syncCursor.total !== null && syncCursor.total !== (await db.review.count({ where }))
  await transact(async ({ tx }) => {
    const isRequestedAgain = await lockSourceAndCheckSyncRequested(tx, claim)
    await releaseSource(tx, claim, {
      syncCursor: Prisma.DbNull,
      watermark: getLatestDate(claim.watermark, syncCursor.newest),
      syncedAt: at,
      failure: Prisma.DbNull,
      failures: 0,
      nextSyncAt: differs || isRequestedAgain ? at : new Date(at.getTime() + SYNC_INTERVAL_MS),
      ...(isFullRead ? { fullSyncAt: at } : {}),
      ...(isFullRead || syncCursor.skipped.count > 0
        ? { skippedReviews: syncCursor.skipped.count, skippedFirst: syncCursor.skipped.first }
        : {}),
      ...(isFullRead && !isRequestedAgain ? { nextFullSyncAt: new Date(at.getTime() + FULL_SYNC_INTERVAL_MS) } : {}),
      ...(differs ? { nextFullSyncAt: at } : {}),
      ...(isFullRead && claim.importedAt === null ? { importedAt: at } : {}),
    })
  })
}

async function recordFailure(claim: ClaimedSource, failure: SiteFailure): Promise<void> {
  const { organizationId, id, kind, failures } = claim
  log.info({ organizationId, sourceId: id, kind, code: failure.code, failures }, 'a review source could not be read')
  const at = now()
  const pause = Math.min(INITIAL_BACKOFF_MS * 2 ** Math.min(failures, 10), MAX_BACKOFF_MS)
  const nextSyncAt = new Date(at.getTime() + Math.max(pause, failure.retryAfterMs ?? 0))
  // The saved cursor may be invalid after these failures: start over.
  const isCursorInvalid = ['refused', 'notFound', 'misunderstood', 'tooMany', 'internal'].includes(failure.code)
  await transact(async ({ tx }) => {
    await releaseSource(tx, claim, {
      failure: failure.stored,
      failedAt: at,
      failures: { increment: 1 },
      nextSyncAt,
      ...(isCursorInvalid ? { syncCursor: Prisma.DbNull } : {}),
    })
    if (needsReconnecting(failure)) await markReconnectRequired(tx, organizationId, id, failure)
  })
}
