import { DAY_MS, HOUR_MS, MINUTE_MS, now } from '../../clock'
import { db, Prisma, queryRows } from '../../db'
import { log } from '../../log'
import { transact } from '../../unit-of-work'
import { needsReconnecting, SiteFailure, siteFailure } from '../sources/failure'
import { openSite, type SiteOptions } from '../sources/open-site'
import type { ReviewSite } from '../sources/site'
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
import { type Origin, takeIn } from './take-in'

/** How often a source is looked at. */
export const SYNC_EVERY_MS = 15 * MINUTE_MS
/** How often all that it has is compared with all that is here. */
export const SWEEP_EVERY_MS = DAY_MS

const FIRST_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS
/** A site whose pages never end is not walked for ever. */
const MAX_PAGES = 20_000
/** Of those that were missing on the pages, looked for in one turn. */
const MISSING_AT_ONCE = 100

/**
 * One turn of one source that is due: some of its pages, until they are through or the turn is over; the next turn goes on
 * where this one ended. Every page is a transaction of its own, so a killed process repeats one page at most, and what it
 * brings a second time changes nothing.
 * @param until begins no page after this, ms since the epoch.
 * @throws our own failures alone; what the site does not do is written down in the source's row.
 */
export async function syncSource(
  organizationId: string,
  id: string,
  until: number,
  options: SiteOptions = {},
): Promise<void> {
  const claim = await claimSource(organizationId, id)
  if (claim === null) return
  if (claim.isRemoving) return removeSource(claim, until)
  try {
    const site = openSite(claim, options)
    const walk = await takePages(site, claim, beginWalk(site, claim), until)
    if (!walk.isPaged) return await handOver(claim)
    const isThrough = await lookForMissing(site, claim, walk, until)
    if (isThrough) await finish(claim, walk)
    else await handOver(claim)
  } catch (error) {
    if (error instanceof ClaimLost) return
    if (!(error instanceof SiteFailure)) {
      await transact(({ tx }) => endClaim(tx, claim, {}))
      throw error
    }
    await fail(claim, error)
  }
}

/** Goes on with the walk that is under way, or begins the one that is due. */
function beginWalk(site: ReviewSite, claim: SourceClaim): Walk {
  const kept = Walk.safeParse(claim.walk)
  if (kept.success) return kept.data
  const { importedAt, nextSweepAt, watermark } = claim
  const mode = importedAt === null ? 'import' : isSweepDue(nextSweepAt) ? 'sweep' : 'increment'
  const since = mode === 'increment' && watermark !== null ? new Date(watermark.getTime() - site.overlapMs) : null
  return { mode, cursor: null, since, startedAt: now(), newest: null, seen: 0, total: null, isPaged: false }
}

function isSweepDue(nextSweepAt: Date | null): boolean {
  return nextSweepAt === null || nextSweepAt <= now()
}

async function takePages(site: ReviewSite, claim: SourceClaim, begun: Walk, until: number): Promise<Walk> {
  const origin = originOf(site, claim)
  let walk = begun
  for (let pages = 0; !walk.isPaged; pages += 1) {
    if (pages > 0 && Date.now() >= until) break
    if (pages > MAX_PAGES) throw siteFailure('misunderstood', { where: 'pages without an end' })
    const askedAt = now()
    const page = await site.list({ cursor: walk.cursor, since: walk.since })
    if (page.next !== null && page.next === walk.cursor) throw siteFailure('misunderstood', { where: 'the next page' })
    walk = {
      ...walk,
      cursor: page.next,
      newest: later(walk.newest, page.newest),
      seen: walk.seen + page.reviews.length,
      total: page.total ?? walk.total,
      isPaged: page.next === null,
    }
    const kept = walk
    const sweepAt = walk.since === null ? walk.startedAt : null
    const shown = { reviews: page.reviews, removed: page.removed, askedAt, sweepAt }
    await takeIn(claim.organizationId, origin, shown, (tx) => keepWalk(tx, claim, kept))
  }
  return walk
}

function originOf(site: ReviewSite, { id, site: name, announcesHistory, createdAt }: SourceClaim): Origin {
  return { id, site: name, silentBefore: announcesHistory ? null : createdAt, settlesMs: site.settlesMs }
}

/**
 * What is here and was on none of the pages of a whole walk: asked for one by one, because pages shift while one turns them.
 * What the site has no more goes; what it has after all is taken in.
 * @returns whether there is nothing left to look for.
 */
async function lookForMissing(site: ReviewSite, claim: SourceClaim, walk: Walk, until: number): Promise<boolean> {
  if (walk.since !== null) return true
  const origin = originOf(site, claim)
  for (;;) {
    const missing = await listMissing(claim, walk.startedAt)
    for (const externalId of missing) {
      if (Date.now() >= until) return false
      const askedAt = now()
      const review = await site.get(externalId)
      const shown = { reviews: review ? [{ ...review, externalId }] : [], removed: review ? [] : [externalId] }
      await takeIn(claim.organizationId, origin, { ...shown, askedAt, sweepAt: walk.startedAt }, (tx) =>
        keepWalk(tx, claim, walk),
      )
    }
    if (missing.length < MISSING_AT_ONCE) return true
  }
}

async function listMissing({ organizationId, id }: SourceClaim, sweepAt: Date): Promise<string[]> {
  const rows = await queryRows<{ externalId: string }>({
    name: 'missing-reviews',
    text: `SELECT external_id AS "externalId" FROM review
      WHERE organization_id = $1::uuid AND source_id = $2::uuid AND (seen_at IS NULL OR seen_at < $3::timestamptz)
        AND created_at < $3::timestamptz
      ORDER BY id LIMIT $4::int`,
    values: [organizationId, id, sweepAt, MISSING_AT_ONCE],
  })
  return rows.map(({ externalId }) => externalId)
}

/** The turn is over, the walk is not. */
async function handOver(claim: SourceClaim): Promise<void> {
  await transact(({ tx }) => endClaim(tx, claim, { nextSyncAt: now(), failure: Prisma.DbNull, failures: 0 }))
}

async function finish(claim: SourceClaim, walk: Walk): Promise<void> {
  const at = now()
  const isWhole = walk.since === null
  // A site that has another number of reviews than are here: something was removed there, or missed here.
  const differs = !isWhole && walk.total !== null && walk.total !== (await countReviews(claim))
  await transact(async ({ tx }) => {
    const isAsked = await isAskedAgain(tx, claim)
    await endClaim(tx, claim, {
      walk: Prisma.DbNull,
      watermark: later(claim.watermark, walk.newest),
      syncedAt: at,
      failure: Prisma.DbNull,
      failures: 0,
      nextSyncAt: differs || isAsked ? at : new Date(at.getTime() + SYNC_EVERY_MS),
      ...(isWhole ? { sweptAt: at } : {}),
      ...(isWhole && !isAsked ? { nextSweepAt: new Date(at.getTime() + SWEEP_EVERY_MS) } : {}),
      ...(differs ? { nextSweepAt: at } : {}),
      ...(isWhole && claim.importedAt === null ? { importedAt: at } : {}),
    })
  })
}

function countReviews({ organizationId, id }: SourceClaim): Promise<number> {
  return db.review.count({ where: { organizationId, sourceId: id } })
}

/** A site that fails is left alone for longer and longer, and never asked before it wants to be. */
async function fail(claim: SourceClaim, failure: SiteFailure): Promise<void> {
  const { organizationId, id, kind, failures } = claim
  log.info({ organizationId, sourceId: id, kind, code: failure.code, failures }, 'a review source could not be read')
  const at = now()
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS)
  const nextSyncAt = new Date(at.getTime() + Math.max(pause, failure.retryAfterMs ?? 0))
  // A place in its pages that the site does not know any more is no place to go on from.
  const isLostPlace = failure.code === 'refused' || failure.code === 'notFound' || failure.code === 'misunderstood'
  await transact(async ({ tx }) => {
    await endClaim(tx, claim, {
      failure: failure.stored,
      failedAt: at,
      failures: { increment: 1 },
      nextSyncAt,
      ...(isLostPlace ? { walk: Prisma.DbNull } : {}),
    })
    if (needsReconnecting(failure)) await stopSource(tx, organizationId, id, failure)
  })
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
