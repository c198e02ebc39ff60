import { now } from '../clock'

/**
 * Counts failed calls per address in memory, for an entry point that must not query the database for unauthenticated requests. Lost on
 * restart and not shared between processes: it bounds work and is not an access control.
 */
export class FailedCalls {
  readonly #counts = new Map<string, { count: number; endsAt: number }>()
  readonly #limit: number
  readonly #windowMs: number

  /** @param limit failures per address within `windowMs` before it is blocked. */
  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  /** @returns whole seconds until the address may retry; null if it is not blocked. */
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

  /** Bounds the memory: evicts expired windows first, then the oldest. */
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
