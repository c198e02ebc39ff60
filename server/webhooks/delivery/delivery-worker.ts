import type { ClaimedItems, QueueWorker } from '../../jobs/queue'
import { log } from '../../log'
import type { AttemptClaim } from './attempt-claim'
import { attemptDelivery, databaseLimiter, recordAttempt, sendAttempt } from './attempt-delivery'
import { readNextDeliveryDueAt } from './queries'
import { isFinalFailure } from './record-final-failure'
import { type FinishedAttempt, recordAndClaimAttempts } from './record-results-and-claim'

export class DeliveryWorker implements QueueWorker {
  readonly #organizationId: string
  readonly #failed = new Set<string>()
  #results: FinishedAttempt[] = []

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  get hasUnrecordedResults(): boolean {
    return this.#results.length > 0
  }

  async recordAndClaim(capacity: number): Promise<ClaimedItems> {
    const results = this.#results
    this.#results = []
    try {
      const { claims, blockedDeliveryIds, lateResults } = await databaseLimiter(() =>
        recordAndClaimAttempts(this.#organizationId, results, { capacity: capacity, except: [...this.#failed] }),
      )
      if (lateResults > 0)
        log.warn(
          { organizationId: this.#organizationId, attempts: lateResults },
          'webhook attempts were reported too late',
        )
      const items = [
        ...claims.map((claim) => ({ id: claim.deliveryId, work: () => this.#attempt(claim) })),
        ...blockedDeliveryIds.map((id) => ({ id, work: () => this.#attemptSingly(id) })),
      ]
      return { items: items, mayHaveMore: items.length === capacity }
    } catch (error) {
      this.#results.unshift(...results)
      throw error
    }
  }

  nextDueAt(): Promise<Date | null> {
    return readNextDeliveryDueAt(this.#organizationId, [...this.#failed])
  }

  async #attempt(claim: AttemptClaim): Promise<void> {
    const attempted = { claim, result: await sendAttempt(claim) }
    if (isFinalFailure(attempted)) await recordAttempt(attempted)
    else this.#results.push(attempted)
  }

  async #attemptSingly(id: string): Promise<void> {
    try {
      await attemptDelivery(this.#organizationId, id)
    } catch (error) {
      this.#failed.add(id)
      throw error
    }
  }
}
