import { DAY_MS, HOUR_MS, MINUTE_MS, now } from '../../clock'
import { db, Prisma } from '../../db'
import { withLease } from '../../jobs/lease'
import { log } from '../../log'
import { transact } from '../../unit-of-work'
import { needsReconnecting, SiteFailure, siteFailure } from '../sources/failure'
import { openSite, type SiteOptions } from '../sources/open-site'
import { addSkipped, type ReviewSite, type SitePage, type SiteReview } from '../sources/site'
import { removeSource } from './remove-source'
import {
  ClaimLost,
  claimSource,
  endClaim,
  isAskedAgain,
  keepWalk,
  type SourceClaim,
  stopSource,
  Walk,
} from './source-rows'
import { storePage } from './store-page'
import { type Origin, takeIn } from './take-in'

export const SYNC_EVERY_MS = 15 * MINUTE_MS
/** Interval of full comparisons. */
export const SWEEP_EVERY_MS = DAY_MS

const FIRST_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS
/** Limit per sync, over all its runs. */
const PAGES_MAX = 20_000
/** Delay when a page does not fit in the organization's backlog. */
const ROOM_PAUSE_MS = MINUTE_MS
const MISSING_AT_ONCE = 100

/**
 * Runs a due sync for a limited time; the next run resumes at the saved cursor. Each page is one idempotent transaction, so a killed
 * process repeats at most one page. Failures are stored on the source, shown to the organization and retried with backoff.
 * @param until starts no page after this, ms since the epoch.
 */
export async function syncSource(
  organizationId: string,
  id: string,
  until: number,
  options: SiteOptions = {},
): Promise<void> {
  await withLease({
    acquire: () => claimSource(organizationId, id),
    perform: (claim) => (claim.isRemoving ? removeLeased(claim, until) : readSite(claim, until, options)),
    complete,
  })
}

/** @property state `lost`: nothing more may be written. */
type SyncOutcome =
  | { state: 'paused'; pauseMs: number }
  | { state: 'finished'; walk: Walk }
  | { state: 'failed'; failure: SiteFailure }
  | { state: 'lost' }

/** Removes a disconnected source with its reviews; it ends its claim itself. */
async function removeLeased(claim: SourceClaim, until: number): Promise<SyncOutcome> {
  await removeSource(claim, until)
  return { state: 'lost' }
}

async function readSite(claim: SourceClaim, until: number, options: SiteOptions): Promise<SyncOutcome> {
  try {
    const site = openSite(claim, options)
    const { walk, isFull } = await takePages(site, claim, beginWalk(site, claim), until)
    if (!walk.isPaged) return { state: 'paused', pauseMs: isFull ? ROOM_PAUSE_MS : 0 }
    const isThrough = await lookForMissing(site, claim, walk, until)
    return isThrough ? { state: 'finished', walk } : { state: 'paused', pauseMs: 0 }
  } catch (error) {
    if (error instanceof ClaimLost) return { state: 'lost' }
    if (error instanceof SiteFailure) return { state: 'failed', failure: error }
    log.error(
      { err: error, organizationId: claim.organizationId, sourceId: claim.id },
      'a review source could not be synced',
    )
    return { state: 'failed', failure: siteFailure('internal', {}) }
  }
}

async function complete(claim: SourceClaim, outcome: SyncOutcome): Promise<void> {
  if (outcome.state === 'paused') return handOver(claim, outcome.pauseMs)
  if (outcome.state === 'finished') return finish(claim, outcome.walk)
  if (outcome.state === 'failed') return fail(claim, outcome.failure)
}

function beginWalk(site: ReviewSite, claim: SourceClaim): Walk {
  const kept = Walk.safeParse(claim.syncCursor)
  if (kept.success) return kept.data
  const { importedAt, nextFullSyncAt, watermark } = claim
  const mode = importedAt === null ? 'import' : isSweepDue(nextFullSyncAt) ? 'sweep' : 'increment'
  const since = mode === 'increment' && watermark !== null ? new Date(watermark.getTime() - site.overlapMs) : null
  const counts = { seen: 0, total: null, pages: 0, skipped: { count: 0, first: null } }
  return { mode, cursor: null, passedCursor: null, since, startedAt: now(), newest: null, ...counts, isPaged: false }
}

function isSweepDue(nextFullSyncAt: Date | null): boolean {
  return nextFullSyncAt === null || nextFullSyncAt <= now()
}

/** @returns `isFull` if the next page does not fit in the organization's backlog yet. */
async function takePages(
  site: ReviewSite,
  claim: SourceClaim,
  begun: Walk,
  until: number,
): Promise<{ walk: Walk; isFull: boolean }> {
  const origin = originOf(site, claim)
  let walk = begun
  do {
    const askedAt = now()
    const page = await site.list({ cursor: walk.cursor, since: walk.since })
    const next = nextWalk(walk, page)
    const sweepAt = walk.since === null ? walk.startedAt : null
    const shown = { reviews: page.reviews, removed: page.removed, askedAt, sweepAt }
    const stored = await storePage(claim, origin, shown, walk, next)
    if (stored.pages === walk.pages) return { walk, isFull: true }
    walk = stored
  } while (!walk.isPaged && Date.now() < until)
  return { walk, isFull: false }
}

/** @throws {SiteFailure} `misunderstood` for endless pagination: too many pages or a repeated cursor. */
function nextWalk(walk: Walk, page: SitePage): Walk {
  const pages = walk.pages + 1
  const isCircle = page.next !== null && (page.next === walk.cursor || page.next === walk.passedCursor)
  if (isCircle || pages > PAGES_MAX) throw siteFailure('misunderstood', { where: 'next' })
  return {
    ...walk,
    cursor: page.next,
    // One saved cursor detects a cycle of any length (R. P. Brent, 1980): it moves on at powers of two.
    passedCursor: Number.isInteger(Math.log2(pages)) ? page.next : walk.passedCursor,
    pages,
    newest: later(walk.newest, page.newest),
    seen: walk.seen + page.reviews.length,
    total: page.total ?? walk.total,
    skipped: addSkipped(walk.skipped, page.skipped),
    isPaged: page.next === null,
  }
}

function originOf(site: ReviewSite, { id, site: name, announcesHistory, createdAt }: SourceClaim): Origin {
  return { id, site: name, silentBefore: announcesHistory ? null : createdAt, settlesMs: site.settlesMs }
}

/**
 * After a full read of the site, checks each stored review that was on no page individually, because pages shift while they are read.
 * Removes reviews that the site no longer has and updates the others.
 * @returns whether all were checked.
 */
async function lookForMissing(site: ReviewSite, claim: SourceClaim, walk: Walk, until: number): Promise<boolean> {
  if (walk.since !== null) return true
  const origin = originOf(site, claim)
  for (;;) {
    const missing = await listMissing(claim, walk.startedAt)
    for (const externalId of missing) {
      if (Date.now() >= until) return false
      const askedAt = now()
      const review = await getReadable(site, externalId)
      if (review === 'unreadable') {
        await markSeen(claim, externalId, walk.startedAt)
        continue
      }
      const shown = { reviews: review ? [{ ...review, externalId }] : [], removed: review ? [] : [externalId] }
      await takeIn(claim.organizationId, origin, { ...shown, askedAt, sweepAt: walk.startedAt }, (tx) =>
        keepWalk(tx, claim, walk),
      )
    }
    if (missing.length < MISSING_AT_ONCE) return true
  }
}

/** A review that the site has but that cannot be parsed is left unchanged. */
async function getReadable(site: ReviewSite, externalId: string): Promise<SiteReview | 'unreadable' | null> {
  try {
    return await site.get(externalId)
  } catch (error) {
    if (error instanceof SiteFailure && error.code === 'misunderstood') return 'unreadable'
    throw error
  }
}

async function markSeen({ organizationId, id }: SourceClaim, externalId: string, seenAt: Date): Promise<void> {
  await db.review.updateMany({ where: { organizationId, sourceId: id, externalId }, data: { seenAt } })
}

async function listMissing({ organizationId, id }: SourceClaim, sweepAt: Date): Promise<string[]> {
  const rows = await db.review.findMany({
    where: {
      organizationId,
      sourceId: id,
      createdAt: { lt: sweepAt },
      OR: [{ seenAt: null }, { seenAt: { lt: sweepAt } }],
    },
    select: { externalId: true },
    orderBy: { id: 'asc' },
    take: MISSING_AT_ONCE,
  })
  return rows.map(({ externalId }) => externalId)
}

/** Releases the claim; the sync continues in a later run. */
async function handOver(claim: SourceClaim, pauseMs: number): Promise<void> {
  const nextSyncAt = new Date(now().getTime() + pauseMs)
  await transact(({ tx }) => endClaim(tx, claim, { nextSyncAt, failure: Prisma.DbNull, failures: 0 }))
}

async function finish(claim: SourceClaim, walk: Walk): Promise<void> {
  const at = now()
  const isWhole = walk.since === null
  // A different count means that a removal or a review was missed: schedule a full comparison.
  const differs = !isWhole && walk.total !== null && walk.total !== (await countReviews(claim))
  await transact(async ({ tx }) => {
    const isAsked = await isAskedAgain(tx, claim)
    await endClaim(tx, claim, {
      syncCursor: Prisma.DbNull,
      watermark: later(claim.watermark, walk.newest),
      syncedAt: at,
      failure: Prisma.DbNull,
      failures: 0,
      nextSyncAt: differs || isAsked ? at : new Date(at.getTime() + SYNC_EVERY_MS),
      ...(isWhole ? { fullSyncAt: at } : {}),
      ...(isWhole || walk.skipped.count > 0
        ? { skippedReviews: walk.skipped.count, skippedFirst: walk.skipped.first }
        : {}),
      ...(isWhole && !isAsked ? { nextFullSyncAt: new Date(at.getTime() + SWEEP_EVERY_MS) } : {}),
      ...(differs ? { nextFullSyncAt: at } : {}),
      ...(isWhole && claim.importedAt === null ? { importedAt: at } : {}),
    })
  })
}

function countReviews({ organizationId, id }: SourceClaim): Promise<number> {
  return db.review.count({ where: { organizationId, sourceId: id } })
}

/** Retries with exponential backoff, never earlier than Retry-After. */
async function fail(claim: SourceClaim, failure: SiteFailure): Promise<void> {
  const { organizationId, id, kind, failures } = claim
  log.info({ organizationId, sourceId: id, kind, code: failure.code, failures }, 'a review source could not be read')
  const at = now()
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS)
  const nextSyncAt = new Date(at.getTime() + Math.max(pause, failure.retryAfterMs ?? 0))
  // The saved cursor may be invalid after these failures: start over.
  const isLostPlace = ['refused', 'notFound', 'misunderstood', 'tooMany', 'internal'].includes(failure.code)
  await transact(async ({ tx }) => {
    await endClaim(tx, claim, {
      failure: failure.stored,
      failedAt: at,
      failures: { increment: 1 },
      nextSyncAt,
      ...(isLostPlace ? { syncCursor: Prisma.DbNull } : {}),
    })
    if (needsReconnecting(failure)) await stopSource(tx, organizationId, id, failure)
  })
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
