import type { QueueWorker, Taken } from '../../jobs/queue'
import { log } from '../../log'
import type { Claim } from './attempt-claim'
import { attemptDelivery, limitPool, recordAttempt, sendAttempt } from './attempt-delivery'
import { readNextDueAt } from './queries'
import { type Attempted, exchangeAttempts } from './record-and-claim'
import { isFinalFailure } from './record-final-failure'

export class DeliveryWorker implements QueueWorker {
  readonly #organizationId: string
  readonly #failed = new Set<string>()
  #results: Attempted[] = []

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  get hasResults(): boolean {
    return this.#results.length > 0
  }

  async exchange(capacity: number): Promise<Taken> {
    const results = this.#results
    this.#results = []
    try {
      const { claims, blocked, late } = await limitPool(() =>
        exchangeAttempts(this.#organizationId, results, { room: capacity, except: [...this.#failed] }),
      )
      if (late > 0)
        log.warn({ organizationId: this.#organizationId, attempts: late }, 'webhook attempts were reported too late')
      const items = [
        ...claims.map((claim) => ({ id: claim.deliveryId, work: () => this.#attempt(claim) })),
        ...blocked.map((id) => ({ id, work: () => this.#attemptSingly(id) })),
      ]
      return { items: items, mayBeMore: items.length === capacity }
    } catch (error) {
      this.#results.unshift(...results)
      throw error
    }
  }

  nextDueAt(): Promise<Date | null> {
    return readNextDueAt(this.#organizationId, [...this.#failed])
  }

  async #attempt(claim: Claim): Promise<void> {
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
