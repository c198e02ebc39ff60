import { setTimeout as pause } from 'node:timers/promises'
import { isInvalidValueError, toUnavailableOrTimeoutError } from '../database-errors'
import { requireNoTransaction } from '../db'
import { log } from '../log'

const RECORD_PAUSES_MS = [500, 1000, 2000, 4000]

/**
 * @property acquire commits the lease in its own transaction; null if there is nothing to do
 * @property perform returns external failures as outcomes; an internal error leaves the lease to expire
 * @property complete records the outcome and ends the lease in one transaction; ignores a lost lease
 * @property withoutTexts the outcome without external texts, which the database may refuse (a NUL, for example)
 */
type LeasedWork<Lease, Outcome> = {
  acquire: () => Promise<Lease | null>
  perform: (lease: Lease) => Promise<Outcome>
  complete: (lease: Lease, outcome: Outcome) => Promise<void>
  withoutTexts?: (outcome: Outcome) => Outcome
}

/**
 * Outside work on a row. The lease is committed before the first byte leaves, so that no other worker does the same, and a killed process
 * leaves a lease that expires.
 * @returns whether the work was done
 */
export async function withLease<Lease, Outcome>(work: LeasedWork<Lease, Outcome>): Promise<boolean> {
  requireNoTransaction('Outside work')
  const lease = await work.acquire()
  if (lease === null) return false
  const outcome = await work.perform(lease)
  const onFailure = (error: unknown) => {
    if (toUnavailableOrTimeoutError(error) === null) throw error
    log.warn({ err: error }, 'an outcome could not be recorded, trying again')
  }
  await retryRecording(() => work.complete(lease, outcome), onFailure).catch(async (error: unknown) => {
    if (!work.withoutTexts || !isInvalidValueError(error)) throw error
    log.error({ err: error }, 'an outcome could not be stored; it is stored without its texts')
    await work.complete(lease, work.withoutTexts(outcome))
  })
  return true
}

/** @param onFailure called before each retry; throws if a retry is pointless */
export async function retryRecording<T>(record: () => Promise<T>, onFailure: (error: unknown) => void): Promise<T> {
  for (const pauseMs of RECORD_PAUSES_MS) {
    try {
      return await record()
    } catch (error) {
      onFailure(error)
      await pause(pauseMs)
    }
  }
  return record()
}
