import { now } from '../clock'

/**
 * Counts failed calls per address in memory, for an entry point that must not query the database for unauthenticated requests. Lost on
 * restart and not shared between processes: it bounds work and is not an access control.
 */
export class FailedCallCounter {
  readonly #counts = new Map<string, { count: number; endsAt: number }>()
  readonly #limit: number
  readonly #windowMs: number

  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  retryAfterSeconds(address: string): number | null {
    const counter = this.#counts.get(address)
    if (!counter || counter.count < this.#limit || counter.endsAt <= now().getTime()) return null
    return Math.max(1, Math.ceil((counter.endsAt - now().getTime()) / 1000))
  }

  recordFailure(address: string): void {
    const at = now().getTime()
    const counter = this.#counts.get(address)
    if (counter && counter.endsAt > at) {
      counter.count += 1
      return
    }
    this.#makeRoom(at)
    this.#counts.set(address, { count: 1, endsAt: at + this.#windowMs })
  }

  #makeRoom(at: number): void {
    if (this.#counts.size < ADDRESSES_MAX) return
    for (const [address, { endsAt }] of this.#counts) if (endsAt <= at) this.#counts.delete(address)
    for (const address of this.#counts.keys()) {
      if (this.#counts.size < ADDRESSES_MAX) return
      this.#counts.delete(address)
    }
  }
}

const ADDRESSES_MAX = 10_000
