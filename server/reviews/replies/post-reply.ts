import { randomUUID } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, now } from '../../clock'
import { queryRows, type Tx } from '../../db'
import { withLease } from '../../jobs/lease'
import { log } from '../../log'
import { transact } from '../../unit-of-work'
import { noteChanges, type ReviewChange } from '../history'
import { mayPass, needsReconnecting, SiteFailure, type StoredFailure, siteFailure } from '../sources/failure'
import { openSite, type SiteOptions, type SourceAccess } from '../sources/open-site'
import type { ReviewSite, SiteReply } from '../sources/site'
import { removeReviews } from '../sync/queries'
import { stopSource } from '../sync/source-rows'
import { isSame, type Rejection, rejection, stateChange } from './merge-reply'

/**
 * Claims older than this belong to a dead process. A doubtful reply takes up to five calls (token, read, read, delete, post) of 25 s
 * each, and each of them once more after a 401.
 */
export const REPLY_CLAIM_MS = 5 * MINUTE_MS
/** With backoff, about a day in total. */
const MAX_TRIES = 30

type Claim = SourceAccess & {
  reviewId: string
  site: string
  externalId: string
  /** Null: delete the reply. */
  text: string | null
  version: number
  claimId: string
  tries: number
  /** An earlier attempt may have arrived: its process died, or the result is unknown. */
  isDoubtful: boolean
}

/**
 * Posts or deletes a due reply. The claim is committed before the first request, and after an attempt with an unknown result the site is
 * queried first, so that a reply is not posted twice. A reply edited meanwhile is due again.
 */
export async function postReply(organizationId: string, reviewId: string, options: SiteOptions = {}): Promise<void> {
  await withLease({
    acquire: () => claimReply(organizationId, reviewId),
    perform: (claim) => tryToPost(claim, options),
    complete: settle,
    withoutTexts: withoutWords,
  })
}

type ReplyOutcome = { shown: SiteReply | null } | { failure: SiteFailure }

async function tryToPost(claim: Claim, options: SiteOptions): Promise<ReplyOutcome> {
  // The process died on every attempt, or could not store the result.
  if (claim.tries > MAX_TRIES) return { failure: siteFailure('internal', {}) }
  try {
    return { shown: await bring(openSite(claim, options), claim) }
  } catch (error) {
    if (!(error instanceof SiteFailure)) throw error
    return { failure: error }
  }
}

async function settle(claim: Claim, outcome: ReplyOutcome): Promise<void> {
  await transact(async ({ tx }) => {
    if ('failure' in outcome) await settleFailed(tx, claim, outcome.failure)
    else await settlePosted(tx, claim, outcome.shown)
  })
}

function withoutWords(outcome: ReplyOutcome): ReplyOutcome {
  if ('failure' in outcome) return { failure: siteFailure('internal', {}) }
  return { shown: outcome.shown && { ...outcome.shown, reason: null } }
}

/** @returns the reply that the site shows; null after a deletion. */
async function bring(site: ReviewSite, { externalId, text, isDoubtful }: Claim): Promise<SiteReply | null> {
  if (text === null) {
    await site.deleteReply(externalId)
    return null
  }
  if (isDoubtful) {
    const shown = (await site.get(externalId))?.reply
    if (shown && isSame(shown.text, text)) return shown
  }
  return site.reply(externalId, text)
}

async function claimReply(organizationId: string, reviewId: string): Promise<Claim | null> {
  const at = now()
  const [row] = await queryRows<Omit<Claim, 'isDoubtful'> & { formerClaimAt: Date | null; reason: unknown }>({
    name: 'claim-reply',
    text: `
      WITH held AS (
        SELECT r.id, r.reply_claimed_at, r.reply_reason FROM review r
        JOIN review_source s ON s.organization_id = r.organization_id AND s.id = r.source_id AND s.status = 'connected'
        WHERE r.organization_id = $1::uuid AND r.id = $2::uuid AND r.reply_due_at <= $3::timestamptz
          AND (r.reply_claimed_at IS NULL OR r.reply_claimed_at <= $4::timestamptz)
        FOR UPDATE OF r SKIP LOCKED)
      UPDATE review r SET reply_claim_id = $5::uuid, reply_claimed_at = $3::timestamptz, reply_tries = r.reply_tries + 1
      FROM held, review_source s
      WHERE r.id = held.id AND s.organization_id = r.organization_id AND s.id = r.source_id
      RETURNING r.id AS "reviewId", r.external_id AS "externalId", r.reply_text AS text, r.reply_version AS version,
        r.reply_claim_id AS "claimId", r.reply_tries AS tries, held.reply_claimed_at AS "formerClaimAt",
        held.reply_reason AS reason, r.source AS site, s.id, s.organization_id AS "organizationId", s.kind,
        s.config, s.credentials_encrypted AS credentials`,
    values: [organizationId, reviewId, at, new Date(at.getTime() - REPLY_CLAIM_MS), randomUUID()],
  })
  if (!row) return null
  const { formerClaimAt, reason, ...claim } = row
  return { ...claim, isDoubtful: formerClaimAt !== null || reason !== null }
}

async function settlePosted(tx: Tx, claim: Claim, reply: SiteReply | null): Promise<void> {
  const reason = reply?.state === 'rejected' ? rejection(reply.reason) : null
  const isLast = await release(tx, claim, { state: reply?.state ?? null, reason, isSent: true })
  if (isLast && reply !== null) await note(tx, claim, stateChange(reply))
}

async function settleFailed(tx: Tx, claim: Claim, failure: SiteFailure): Promise<void> {
  const { organizationId, reviewId, tries } = claim
  log.info({ organizationId, reviewId, code: failure.code, tries }, 'a reply was not posted')
  if (failure.code === 'notFound') {
    await removeReviews(tx, organizationId, claim.site, [claim.externalId])
    return
  }
  if (needsReconnecting(failure)) {
    await stopSource(tx, organizationId, claim.id, failure)
    return void (await release(tx, claim, { state: 'same', reason: null, isSent: false, dueAt: now() }))
  }
  const isOver = !mayPass(failure) || tries >= MAX_TRIES
  if (!isOver)
    return void (await release(tx, claim, {
      state: 'same',
      reason: failure.stored,
      isSent: false,
      dueAt: new Date(now().getTime() + retryPause(tries, failure.retryAfterMs)),
    }))
  const isRejected = failure.code === 'refused'
  const reason = isRejected ? rejection(failure.values.words) : failure.stored
  const isLast = await release(tx, claim, { state: isRejected ? 'rejected' : 'failed', reason, isSent: false })
  if (!isLast) return
  const change: ReviewChange = isRejected
    ? { kind: 'reply_rejected', values: { reason: failure.values.words ?? '' } }
    : { kind: 'reply_failed', values: { failure: failure.stored } }
  await note(tx, claim, change)
}

/** Exponential backoff from a minute to an hour, never shorter than Retry-After. */
function retryPause(tries: number, retryAfterMs: number | null): number {
  return Math.max(retryAfterMs ?? 0, Math.min(MINUTE_MS * 2 ** Math.min(tries - 1, 10), HOUR_MS))
}

/** @property state `same` leaves it unchanged. @property dueAt the next attempt; absent if there is none. */
type Release = {
  state: SiteReply['state'] | 'failed' | 'same' | null
  reason: StoredFailure | Rejection | null
  isSent: boolean
  dueAt?: Date
}

/**
 * Releases the claim. A version written meanwhile is due immediately, whatever the result.
 * @returns whether the claim was still held and its version is the latest.
 */
async function release(tx: Tx, claim: Claim, { state, reason, isSent, dueAt }: Release): Promise<boolean> {
  const at = now()
  const [row] = await tx.$queryRaw<{ isLast: boolean }[]>`
    UPDATE review SET
      reply_claim_id = NULL, reply_claimed_at = NULL, reply_settled_at = ${at},
      reply_sent_version = CASE WHEN ${isSent} THEN ${claim.version} ELSE reply_sent_version END,
      reply_due_at = CASE WHEN reply_version <> ${claim.version} THEN ${at}::timestamptz ELSE ${dueAt ?? null}::timestamptz END,
      reply_state = CASE WHEN reply_version <> ${claim.version} OR ${state === 'same'} THEN reply_state ELSE ${state} END,
      reply_reason = CASE WHEN reply_version <> ${claim.version} THEN reply_reason ELSE ${reason === null ? null : JSON.stringify(reason)}::jsonb END
    WHERE organization_id = ${claim.organizationId}::uuid AND id = ${claim.reviewId}::uuid AND reply_claim_id = ${claim.claimId}::uuid
    RETURNING reply_version = ${claim.version} AS "isLast"`
  return row?.isLast ?? false
}

function note(tx: Tx, { organizationId, reviewId }: Claim, change: ReviewChange): Promise<void> {
  return noteChanges(tx, organizationId, now(), [{ ...change, reviewId }])
}
