import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, now } from '../../clock'
import { Prisma, type Tx } from '../../db'
import { withLease } from '../../jobs/lease'
import { lockRow } from '../../locks'
import { log } from '../../log'
import { transact } from '../../unit-of-work'
import type { SiteKind } from '../constants'
import { type ReviewChange, recordReviewHistory } from '../review-history'
import { createSiteClientForSource, type SiteConnectionOptions, type SourceAccess } from '../sources/create-site-client'
import type { ReviewSiteClient, SiteReply } from '../sources/site-client'
import {
  createSiteFailure,
  isTransient,
  needsReconnecting,
  SiteFailure,
  type StoredSiteFailure,
} from '../sources/site-failure'
import { deleteReviewsAndRecordRemoval } from '../sync/queries'
import { markReconnectRequired } from '../sync/source-lease'
import { isSameReplyText, type StoredRejection, toReplyStateChange, toStoredRejection } from './reconcile-reply'

/**
 * Claims older than this belong to a dead process. A doubtful reply takes up to five calls (token, read, read, delete, post) of 25 s
 * each, and each of them once more after a 401.
 */
export const REPLY_CLAIM_MS = 5 * MINUTE_MS
const MAX_ATTEMPTS = 30

/** `text`: null to delete the reply. `isDoubtful`: an earlier attempt may have reached the site. */
type Claim = SourceAccess & {
  reviewId: string
  site: string
  externalId: string
  text: string | null
  version: number
  claimId: string
  tries: number
  isDoubtful: boolean
}

/**
 * Posts or deletes a due reply. The claim is committed before the first request, and after an attempt with an unknown result the site is
 * queried first, so that a reply is not posted twice. A reply edited meanwhile is due again.
 */
export async function postOrDeleteReply(
  organizationId: string,
  reviewId: string,
  options: SiteConnectionOptions = {},
): Promise<void> {
  await withLease({
    acquire: () => claimReply(organizationId, reviewId),
    perform: (claim) => attemptPost(claim, options),
    complete: (claim, outcome) =>
      transact(({ tx }) =>
        'failure' in outcome ? completeFailed(tx, claim, outcome.failure) : completePosted(tx, claim, outcome.posted),
      ),
    withoutTexts: withoutSiteTexts,
  })
}

type ReplyOutcome = { posted: SiteReply | null } | { failure: SiteFailure }

async function attemptPost(claim: Claim, options: SiteConnectionOptions): Promise<ReplyOutcome> {
  // The process died on every attempt, or could not store the result.
  if (claim.tries > MAX_ATTEMPTS) return { failure: createSiteFailure('internal', {}) }
  try {
    return { posted: await pushReply(createSiteClientForSource(claim, options), claim) }
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error
    return { failure: error }
  }
}

function withoutSiteTexts(outcome: ReplyOutcome): ReplyOutcome {
  if ('failure' in outcome) return { failure: createSiteFailure('internal', {}) }
  return { posted: outcome.posted && { ...outcome.posted, reason: null } }
}

async function pushReply(site: ReviewSiteClient, { externalId, text, isDoubtful }: Claim): Promise<SiteReply | null> {
  if (text === null) {
    await site.deleteReply(externalId)
    return null
  }
  if (isDoubtful) {
    const existing = (await site.get(externalId))?.reply
    if (existing && isSameReplyText(existing.text, text)) return existing
  }
  return site.reply(externalId, text)
}

async function claimReply(organizationId: string, reviewId: string): Promise<Claim | null> {
  const claimId = randomUUID()
  return transact(async ({ tx }) => {
    if (!(await lockRow(tx, 'review', organizationId, reviewId, 'UPDATE SKIP LOCKED'))) return null
    const at = now()
    const isFree = [{ replyClaimedAt: null }, { replyClaimedAt: { lte: new Date(at.getTime() - REPLY_CLAIM_MS) } }]
    const review = await tx.review.findFirst({
      where: { organizationId, id: reviewId, replyDueAt: { lte: at }, OR: isFree },
    })
    const source =
      review?.sourceId &&
      (await tx.reviewSource.findFirst({ where: { organizationId, id: review.sourceId, status: 'connected' } }))
    if (!review || !source) return null
    const tries = review.replyTries + 1
    const data = { replyClaimId: claimId, replyClaimedAt: at, replyTries: tries }
    await tx.review.update({ where: { organizationId, id: reviewId }, data })
    const { id, kind, config, credentials } = source
    const { source: site, externalId, replyText: text, replyVersion: version } = review
    const access = { id, organizationId, kind: kind as SiteKind, config, credentials }
    const isDoubtful = review.replyClaimedAt !== null || review.replyReason !== null
    return { ...access, reviewId, site, externalId, text, version, claimId, tries, isDoubtful }
  })
}

async function completePosted(tx: Tx, claim: Claim, reply: SiteReply | null): Promise<void> {
  const reason = reply?.state === 'rejected' ? toStoredRejection(reply.reason) : null
  const isLatestVersion = await releaseClaim(tx, claim, { state: reply?.state ?? null, reason, isSent: true })
  if (isLatestVersion && reply !== null) await recordChange(tx, claim, toReplyStateChange(reply))
}

async function completeFailed(tx: Tx, claim: Claim, failure: SiteFailure): Promise<void> {
  const { organizationId, reviewId, tries } = claim
  log.info({ organizationId, reviewId, code: failure.code, tries }, 'a reply was not posted')
  if (failure.code === 'notFound') {
    await deleteReviewsAndRecordRemoval(tx, organizationId, claim.site, [claim.externalId])
    return
  }
  if (needsReconnecting(failure)) {
    await markReconnectRequired(tx, organizationId, claim.id, failure)
    return void (await releaseClaim(tx, claim, { state: 'same', reason: null, dueAt: now() }))
  }
  if (isTransient(failure) && tries < MAX_ATTEMPTS) {
    const dueAt = new Date(now().getTime() + retryPause(tries, failure.retryAfterMs))
    return void (await releaseClaim(tx, claim, { state: 'same', reason: failure.stored, dueAt }))
  }
  const isRejected = failure.code === 'refused'
  const reason = isRejected ? toStoredRejection(failure.values.words) : failure.stored
  if (!(await releaseClaim(tx, claim, { state: isRejected ? 'rejected' : 'failed', reason }))) return
  const change: ReviewChange = isRejected
    ? { kind: 'reply_rejected', values: { reason: failure.values.words ?? '' } }
    : { kind: 'reply_failed', values: { failure: failure.stored } }
  await recordChange(tx, claim, change)
}

function retryPause(tries: number, retryAfterMs: number | null): number {
  return Math.max(retryAfterMs ?? 0, Math.min(MINUTE_MS * 2 ** Math.min(tries - 1, 10), HOUR_MS))
}

type ReleaseResult = {
  state: SiteReply['state'] | 'failed' | 'same' | null
  reason: StoredSiteFailure | StoredRejection | null
  isSent?: boolean
  dueAt?: Date
}

/**
 * Releases the claim. A version written meanwhile is due immediately, whatever the result.
 * @returns whether the claim was still held and its version is the latest.
 */
async function releaseClaim(tx: Tx, claim: Claim, { state, reason, isSent, dueAt }: ReleaseResult): Promise<boolean> {
  const { organizationId, reviewId, claimId, version } = claim
  const at = now()
  await lockRow(tx, 'review', organizationId, reviewId)
  const where = { organizationId, id: reviewId, replyClaimId: claimId }
  const review = await tx.review.findFirst({ where, select: { replyVersion: true } })
  if (!review) return false
  const isLatestVersion = review.replyVersion === version
  await tx.review.updateMany({
    where,
    data: {
      replyClaimId: null,
      replyClaimedAt: null,
      replyCheckedAt: at,
      ...(isSent ? { replySentVersion: version } : {}),
      replyDueAt: isLatestVersion ? (dueAt ?? null) : at,
      ...(isLatestVersion && state !== 'same' ? { replyState: state } : {}),
      ...(isLatestVersion ? { replyReason: reason ?? Prisma.DbNull } : {}),
    },
  })
  return isLatestVersion
}

function recordChange(tx: Tx, { organizationId, reviewId }: Claim, change: ReviewChange): Promise<void> {
  return recordReviewHistory(tx, organizationId, now(), [{ ...change, reviewId }])
}
