import { HOUR_MS, MINUTE_MS, now } from '../../clock'
import { env } from '../../env'
import type { MessageOutcome } from '../message'
import { addSmsCause, makeProviderReason, makeReason } from './reasons'
import type { Reason } from './schema'

/*
 * Shared by all outgoing messages: a row is claimed in a committed transaction before the first byte is sent, so that it is
 * never sent twice; the provider's outcome is mapped to the row's new status here.
 */

/** A claim older than this means that its process died: no delivery takes as long (server/messaging/channels.ts). */
export const MESSAGE_CLAIM_MS = (env.jobs === 'embedded' ? 16 : 2) * MINUTE_MS

const MAX_PAUSE_MS = HOUR_MS
const GIVE_UP_MS = 24 * HOUR_MS

export type ClaimTimes = { claimedAt: Date; firstTriedAt: Date | null }

/** The new state of a claimed row. @property sentAt when the message left, or may have left; null if it certainly did not. */
export type NewMessageStatus =
  | { status: 'sent'; sentAt: Date; reason: null }
  | { status: 'bounced'; sentAt: Date; reason: Reason }
  | { status: 'failed'; sentAt: Date | null; reason: Reason }
  | { status: 'retry'; dueAt: Date; reason: Reason }

/**
 * Retries a postponed message for a day, with pauses from a minute to an hour: each as long as the time since the first
 * attempt, or as long as the provider asks.
 */
export function decideMessageStatus(
  { claimedAt, firstTriedAt }: ClaimTimes,
  outcome: MessageOutcome,
): NewMessageStatus {
  switch (outcome.state) {
    case 'accepted':
      return { status: 'sent', sentAt: now(), reason: null }
    case 'bounced':
      return { status: 'bounced', sentAt: now(), reason: makeProviderReason('refused', outcome) }
    case 'unconfirmed':
      // It may have arrived, so it counts for when the contact was last messaged.
      return { status: 'failed', sentAt: claimedAt, reason: makeProviderReason('unconfirmed', outcome) }
    case 'refused':
      return { status: 'failed', sentAt: null, reason: makeProviderReason('refused', outcome) }
    case 'postponed':
      return postponed(now().getTime() - (firstTriedAt ?? claimedAt).getTime(), outcome)
  }
}

/** A claim without a recorded outcome: the message may have arrived, so it is not sent again. */
export function decideLostClaimStatus(claimedAt: Date): NewMessageStatus & { status: 'failed' } {
  return { status: 'failed', sentAt: claimedAt, reason: makeReason('interrupted') }
}

export function claimExpiresAt(claimedAt: Date): Date {
  return new Date(claimedAt.getTime() + MESSAGE_CLAIM_MS)
}

function postponed(triedForMs: number, outcome: MessageOutcome & { state: 'postponed' }): NewMessageStatus {
  if (triedForMs >= GIVE_UP_MS)
    return { status: 'failed', sentAt: null, reason: makeProviderReason('givenUp', outcome) }
  const { words, cause, retryAfterMs = 0 } = outcome
  const dueAt = new Date(now().getTime() + Math.min(Math.max(triedForMs, MINUTE_MS, retryAfterMs), MAX_PAUSE_MS))
  return {
    status: 'retry',
    dueAt,
    reason: addSmsCause(makeReason('retrying', { until: dueAt.toISOString(), words }), cause),
  }
}
