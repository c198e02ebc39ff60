import { setTimeout as pause } from 'node:timers/promises'
import { onSharedThread } from '../../jobs/shared-thread'
import { log } from '../../log'
import type { SendingState } from './advance-sending'
import { pauseUnsendable } from './pause-unsendable'
import type { Reported } from './record-outcome'
import { type Batch, runBatch } from './run-batch'

/** Steps without delays are done in one go, as far as a job's call may last. */
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
  let reported: Reported[] = []
  for (;;) {
    const isOver = Date.now() >= until
    const { outgoing, states, unsendable, failures } = await report(organizationId, sendingId, reported, isOver ? 0 : 1)
    if (failures.has(sendingId)) throw failures.get(sendingId)
    for (const sequenceId of unsendable) await pauseUnsendable(organizationId, sequenceId)
    const [next] = outgoing
    if (next) reported = [{ claim: next.claim, outcome: await next.deliver() }]
    else if (unsendable.length === 0 || isOver) return states.get(sendingId) ?? { state: 'ended' }
    else reported = []
  }
}

/**
 * The provider has answered: that must not be lost to a database that is away for a moment, or the step would count as
 * interrupted.
 */
async function report(
  organizationId: string,
  only: string,
  reported: readonly Reported[],
  places: number,
): Promise<Batch> {
  const take = () => onSharedThread(organizationId, () => runBatch(organizationId, reported, { places, only }))
  for (const pauseMs of reported.length > 0 ? REPORT_PAUSES_MS : []) {
    try {
      return await take()
    } catch (error) {
      log.warn({ err: error, sendingId: only }, 'could not report a message, trying again')
      await pause(pauseMs)
    }
  }
  return take()
}
