import { type ClaimedItems, defineBatchQueue, type QueueWorker } from '../../jobs/define-queue'
import { log } from '../../log'
import { attemptDelivery, databaseLimiter, recordAttempt, sendAttempt } from './attempt-delivery'
import type { ClaimedAttempt, FinishedAttempt } from './claimed-attempt'
import { listOrganizationsWithDueDeliveries, readNextDeliveryDueAt, recordResultsAndClaimAttempts } from './queries'
import { isFinalFailure } from './record-final-failure'

export const deliveryQueue = defineBatchQueue({
  name: 'webhooks/deliveries',
  // The last attempt may start at the end of the budget and take 12 seconds: well below the one-minute limit of a job's call.
  limits: { perOrganization: 5, organizations: 200, budgetMs: 25_000 },
  listDueOrganizations: listOrganizationsWithDueDeliveries,
  openWorker: (organizationId) => new DeliveryWorker(organizationId),
})

class DeliveryWorker implements QueueWorker {
  readonly #organizationId: string
  readonly #failed = new Set<string>()
  #results: FinishedAttempt[] = []

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  get hasUnrecordedResults(): boolean {
    return this.#results.length > 0
  }

  async recordResultsAndClaim(capacity: number): Promise<ClaimedItems> {
    const results = this.#results
    this.#results = []
    try {
      const { claims, blockedDeliveryIds, lateResults } = await databaseLimiter(() =>
        recordResultsAndClaimAttempts(this.#organizationId, results, { capacity, except: [...this.#failed] }),
      )
      const late = { organizationId: this.#organizationId, attempts: lateResults }
      if (lateResults > 0) log.warn(late, 'webhook attempts were reported too late')
      const items = [
        ...claims.map((claim) => ({ id: claim.deliveryId, work: () => this.#attempt(claim) })),
        ...blockedDeliveryIds.map((id) => ({ id, work: () => this.#attemptSingly(id) })),
      ]
      return { items, mayHaveMore: items.length === capacity }
    } catch (error) {
      this.#results.unshift(...results)
      throw error
    }
  }

  nextDueAt(): Promise<Date | null> {
    return readNextDeliveryDueAt(this.#organizationId, [...this.#failed])
  }

  async #attempt(claim: ClaimedAttempt): Promise<void> {
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
