import { now } from '../clock'

/**
 * Counts what strangers did wrong, by address, in this process's memory: for a door that must not ask the database who
 * knocks. It forgets with the process and knows nothing of other ones, so it bounds work and decides nothing.
 */
export class FailedCalls {
  readonly #counts = new Map<string, { count: number; endsAt: number }>()
  readonly #limit: number
  readonly #windowMs: number

  /** @param limit strikes that an address has within `windowMs` before it is out. */
  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** @returns in how many whole seconds this address may try again; null when it may now. */
  outFor(address: string): number | null {
    const held = this.#counts.get(address)
    if (!held || held.count < this.#limit || held.endsAt <= now().getTime()) return null
    return Math.max(1, Math.ceil((held.endsAt - now().getTime()) / 1000))
  }

  strike(address: string): void {
    const at = now().getTime()
    const held = this.#counts.get(address)
    if (held && held.endsAt > at) {
      held.count += 1
      return
    }
    this.#makeRoom(at)
    this.#counts.set(address, { count: 1, endsAt: at + this.#windowMs })
  }

  /** Many addresses must not cost memory without end: those whose window is over go, then the oldest. */
  #makeRoom(at: number): void {
    if (this.#counts.size < MAX_ADDRESSES) return
    for (const [address, { endsAt }] of this.#counts) if (endsAt <= at) this.#counts.delete(address)
    for (const address of this.#counts.keys()) {
      if (this.#counts.size < MAX_ADDRESSES) return
      this.#counts.delete(address)
    }
  }
}

const MAX_ADDRESSES = 10_000
