const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60_000

/** Circuit breaker: a failure opens it for 5 s, doubling up to 60 s; then a single probe decides. */
export class CircuitBreaker {
  readonly #clock: () => number
  #pauseMs = 0
  #openUntil = 0
  #isProbing = false

  constructor(clock = () => performance.now()) {
    this.#clock = clock
  }

  allowsCall(): boolean {
    if (this.#pauseMs === 0) return true
    if (this.#isProbing || this.#clock() < this.#openUntil) return false
    this.#isProbing = true
    return true
  }

  get isOpen(): boolean {
    return this.#pauseMs > 0 && !this.#isProbing
  }

  recordSuccess(): void {
    this.#pauseMs = 0
    this.#isProbing = false
  }

  recordFailure(): number | null {
    if (this.isOpen) return null
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
    this.#openUntil = this.#clock() + this.#pauseMs
    this.#isProbing = false
    return this.#pauseMs
  }
}
