import { HOUR_MS, MINUTE_MS, now } from '../clock'
import { env } from '../env'
import type { Outcome } from '../messaging/message'
import { providerReason, reasonFor, withCause } from './reasons'
import type { Reason } from './schema'

/*
 * The way of every message that leaves, whatever it tells: its row is claimed in a committed transaction before its first byte
 * leaves, so that it never leaves twice; what the provider says is settled here, in one way for all.
 */

/** A claim is older than this only if its process died: no offer to a provider lasts as long (server/messaging/channels.ts). */
export const CLAIM_MS = (env.jobs === 'embedded' ? 16 : 2) * MINUTE_MS

const MAX_PAUSE_MS = HOUR_MS
/** After so long nobody is waiting for the message any more. */
const GIVE_UP_MS = 24 * HOUR_MS

/** When the row was claimed, and for the first of all times. */
export type ClaimTimes = { claimedAt: Date; firstTriedAt: Date | null }

/** What a claimed row says from now on. @property sentAt when the message left, or may have left; null: certainly not. */
export type Settled =
  | { status: 'sent'; sentAt: Date; reason: null }
  | { status: 'bounced'; sentAt: Date; reason: Reason }
  | { status: 'failed'; sentAt: Date | null; reason: Reason }
  /** To be offered again then. */
  | { status: 'retry'; dueAt: Date; reason: Reason }

/**
 * A message that is tried again after pauses from a minute to an hour, each as long as all that came before, or as the provider asks
 * for, for a day.
 */
export function settleOutcome({ claimedAt, firstTriedAt }: ClaimTimes, outcome: Outcome): Settled {
  switch (outcome.state) {
    case 'accepted':
      return { status: 'sent', sentAt: now(), reason: null }
    case 'bounced':
      return { status: 'bounced', sentAt: now(), reason: providerReason('refused', outcome) }
    case 'unconfirmed':
      // It may have arrived: whatever asks when this person was last written to must count it.
      return { status: 'failed', sentAt: claimedAt, reason: providerReason('unconfirmed', outcome) }
    case 'refused':
      return { status: 'failed', sentAt: null, reason: providerReason('refused', outcome) }
    case 'postponed':
      return postponed(now().getTime() - (firstTriedAt ?? claimedAt).getTime(), outcome)
  }
}

/** A claim that was never reported: whether the message arrived nobody knows, so it is not sent again. */
export function settleLostClaim(claimedAt: Date): Settled & { status: 'failed' } {
  return { status: 'failed', sentAt: claimedAt, reason: reasonFor('interrupted') }
}

/** When a claim counts as lost. */
export function claimEnds(claimedAt: Date): Date {
  return new Date(claimedAt.getTime() + CLAIM_MS)
}

function postponed(triedForMs: number, outcome: Outcome & { state: 'postponed' }): Settled {
  if (triedForMs >= GIVE_UP_MS) return { status: 'failed', sentAt: null, reason: providerReason('givenUp', outcome) }
  const { words, cause, retryAfterMs = 0 } = outcome
  const dueAt = new Date(now().getTime() + Math.min(Math.max(triedForMs, MINUTE_MS, retryAfterMs), MAX_PAUSE_MS))
  return {
    status: 'retry',
    dueAt,
    reason: withCause(reasonFor('retrying', { until: dueAt.toISOString(), words }), cause),
  }
}
