const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60_000

/**
 * Spares everybody the wait for somebody who does not answer: a failure opens it, for five seconds and twice as long each
 * time, up to a minute; then one may try, and decides for all.
 */
export class Breaker {
  readonly #clock: () => number
  #pauseMs = 0
  #openUntil = 0
  #isTried = false

  /** @param clock milliseconds that only grow */
  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  /** Whether to try now. Whoever was told so says what came of it. */
  admits(): boolean {
    if (this.#pauseMs === 0) return true
    if (this.#isTried || this.#clock() < this.#openUntil) return false
    this.#isTried = true
    return true
  }

  /** Whether nobody tries now. */
  get isOpen(): boolean {
    return this.#pauseMs > 0 && !this.#isTried
  }

  succeeded(): void {
    this.#pauseMs = 0
    this.#isTried = false
  }

  /** @returns for how many milliseconds nobody tries; null where somebody's failure has opened it already. */
  failed(): number | null {
    if (this.isOpen) return null
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
    this.#openUntil = this.#clock() + this.#pauseMs
    this.#isTried = false
    return this.#pauseMs
  }
}
