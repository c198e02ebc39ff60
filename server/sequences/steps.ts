import { setTimeout as pause } from 'node:timers/promises'
import { now } from '../clock'
import { inThreadTurn } from '../jobs/thread-turn'
import { log } from '../log'
import type { Outcome } from '../messaging/message'
import { type Claim, recordOutcome } from './record'
import { takeTurn } from './turn'
import { pauseUnsendable } from './unsendable'

/** Where a run stands after what was due has been done. */
export type SendingState = { state: 'ended' } | { state: 'waiting'; until: Date } | { state: 'parked' }

/** A run of steps without delays is done in one go, as far as a job's call may last. */
const BUDGET_MS = 10_000
const REPORT_PAUSES_MS = [500, 1000, 2000, 4000]

/**
 * Does everything that is due for one sending, and says when to come back. Safe to call at any time, any number of times
 * and at once: the rows say what is next, a lock lets one caller decide, and a message is claimed in a committed
 * transaction before its first byte leaves. So no message leaves twice, whatever crashes.
 * @param until begins nothing after it, ms since the epoch.
 */
export async function runSending(
  organizationId: string,
  sendingId: string,
  until = Date.now() + BUDGET_MS,
): Promise<SendingState> {
  while (Date.now() < until) {
    const found = await inThreadTurn(organizationId, () => takeTurn(organizationId, sendingId))
    if (found.state === 'claimed') await report(organizationId, found.claim, await found.deliver())
    else if (found.state === 'unsendable') await pauseUnsendable(organizationId, found.sequenceId)
    else if (found.state !== 'went on') return found
  }
  return { state: 'waiting', until: now() }
}

/**
 * The provider has answered: that must not be lost to a database that is away for a moment, or the step would count as
 * interrupted.
 */
async function report(organizationId: string, claim: Claim, outcome: Outcome): Promise<void> {
  for (const pauseMs of REPORT_PAUSES_MS) {
    try {
      await inThreadTurn(organizationId, () => recordOutcome(organizationId, claim, outcome))
      return
    } catch (error) {
      log.warn({ err: error, sendingStepId: claim.sendingStepId }, 'could not report a message, trying again')
      await pause(pauseMs)
    }
  }
  await recordOutcome(organizationId, claim, outcome)
}
