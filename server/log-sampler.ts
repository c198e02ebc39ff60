export type LogFields = Record<string, unknown>

const MAX_KEYS = 10_000

type Window = { endsAt: number; leftOut: number; fields: LogFields }

/**
 * Lets one occurrence per key and window through and counts the others, in this process. Bounded: beyond ten thousand keys the oldest
 * window ends early.
 */
export class LogSampler<Fields extends LogFields> {
  readonly #windowMs: number
  readonly #report: (line: Fields & { leftOut: number }) => void
  readonly #windows = new Map<string, Window>()
  #isScheduled = false

  constructor(windowMs: number, report: (line: Fields & { leftOut: number }) => void) {
    this.#windowMs = windowMs
    this.#report = report
  }

  record(key: string, fields: Fields, logFirst: () => void): void {
    this.#endWindows()
    const open = this.#windows.get(key)
    if (open) {
      open.leftOut += 1
      return
    }
    const [oldest] = this.#windows.keys()
    if (this.#windows.size >= MAX_KEYS && oldest !== undefined) this.#end(oldest)
    this.#windows.set(key, { endsAt: Date.now() + this.#windowMs, leftOut: 0, fields })
    this.#scheduleEnd()
    logFirst()
  }

  #endWindows(): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > Date.now()) return
      this.#end(key)
    }
  }

  #end(key: string): void {
    const { leftOut, fields } = this.#windows.get(key) as Window
    this.#windows.delete(key)
    if (leftOut > 0) this.#report({ ...(fields as Fields), leftOut })
  }

  #scheduleEnd(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setTimeout(() => {
      this.#isScheduled = false
      this.#endWindows()
      if (this.#windows.size > 0) this.#scheduleEnd()
    }, this.#windowMs).unref()
  }
}
