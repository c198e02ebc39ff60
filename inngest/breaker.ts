const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60_000

/** Circuit breaker: a failure opens it for 5 s, doubling up to 60 s; then a single probe decides. */
export class Breaker {
  readonly #clock: () => number
  #pauseMs = 0
  #openUntil = 0
  #isTried = false

  /** @param clock monotonic, in milliseconds */
  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  /** Whether to try now. The caller must then report `succeeded()` or `failed()`. */
  admits(): boolean {
    if (this.#pauseMs === 0) return true
    if (this.#isTried || this.#clock() < this.#openUntil) return false
    this.#isTried = true
    return true
  }

  get isOpen(): boolean {
    return this.#pauseMs > 0 && !this.#isTried
  }

  succeeded(): void {
    this.#pauseMs = 0
    this.#isTried = false
  }

  /** @returns the pause in milliseconds; null if the breaker is open already */
  failed(): number | null {
    if (this.isOpen) return null
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
    this.#openUntil = this.#clock() + this.#pauseMs
    this.#isTried = false
    return this.#pauseMs
  }
}
