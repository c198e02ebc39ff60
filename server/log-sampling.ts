export type Occurrence = Record<string, unknown>

const MAX_KEYS = 10_000

type Window = { endsAt: number; leftOut: number; what: Occurrence }

/**
 * Lets one occurrence per key and window through and counts the others, in this process. Bounded: beyond ten thousand keys the oldest
 * window ends early.
 */
export class LogSampler<What extends Occurrence> {
  readonly #windowMs: number
  readonly #tell: (line: What & { leftOut: number }) => void
  /** In the order of their ends, because all windows have the same length. */
  readonly #windows = new Map<string, Window>()
  #isWatching = false

  /** @param tell called at the end of a window with the number of suppressed occurrences, if any */
  constructor(windowMs: number, tell: (line: What & { leftOut: number }) => void) {
    this.#windowMs = windowMs
    this.#tell = tell
  }

  note(key: string, what: What, first: () => void): void {
    this.#endWindows()
    const open = this.#windows.get(key)
    if (open) {
      open.leftOut += 1
      return
    }
    const [oldest] = this.#windows.keys()
    if (this.#windows.size >= MAX_KEYS && oldest !== undefined) this.#end(oldest)
    this.#windows.set(key, { endsAt: Date.now() + this.#windowMs, leftOut: 0, what })
    this.#watch()
    first()
  }

  #endWindows(): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > Date.now()) return
      this.#end(key)
    }
  }

  #end(key: string): void {
    const { leftOut, what } = this.#windows.get(key) as Window
    this.#windows.delete(key)
    if (leftOut > 0) this.#tell({ ...(what as What), leftOut })
  }

  /** Ends the last window even without further occurrences. The timer does not keep the process alive. */
  #watch(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    setTimeout(() => {
      this.#isWatching = false
      this.#endWindows()
      if (this.#windows.size > 0) this.#watch()
    }, this.#windowMs).unref()
  }
}
