/** What of an occurrence stands in the line that counts those left out. */
export type Occurrence = Record<string, unknown>

const MAX_KEYS = 10_000

type Window = { endsAt: number; leftOut: number; what: Occurrence }

/**
 * Lets one of many like occurrences through per window and counts the others, in this process. Bounded: past ten thousand
 * different ones the oldest window ends early.
 */
export class LogSampler<What extends Occurrence> {
  readonly #windowMs: number
  readonly #tell: (line: What & { leftOut: number }) => void
  /** In the order of their ends, because all last equally long. */
  readonly #windows = new Map<string, Window>()
  #isWatching = false

  /** @param tell gets, at the end of a window, how many were left out of it; not when none was. */
  constructor(windowMs: number, tell: (line: What & { leftOut: number }) => void) {
    this.#windowMs = windowMs
    this.#tell = tell
  }

  /** @param first runs for the first occurrence of a window. */
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

  /** So that the last window is counted even when nothing more happens. Keeps no process alive. */
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
