import type { JobEvent, JobFunction } from './functions'

/**
 * Who may run now, under the functions' limits. Only one process executes at a time, so the count is in its memory; who
 * waits is in the database, and is let go when a runner takes over.
 */
export class Slots {
  readonly #taken = new Map<string, number>()
  readonly #waiting = new Map<string, string[]>()

  /**
   * Takes a place under every limit, or none: then the run waits in line under the first limit that is full, and the
   * places that it leaves free under the others are for the next ones in line there.
   */
  take(job: JobFunction, event: JobEvent, runId: string): { taken: string[] } | { next: string[] } {
    const keys = job.limits.map(({ limit, keyOf }, index) => ({ limit, key: `${job.id}:${index}:${keyOf(event)}` }))
    const full = keys.find(({ key, limit }) => (this.#taken.get(key) ?? 0) >= limit)
    if (full) {
      const line = this.#waiting.get(full.key) ?? []
      if (!line.includes(runId)) line.push(runId)
      this.#waiting.set(full.key, line)
      return {
        next: keys.flatMap(({ key, limit }) => ((this.#taken.get(key) ?? 0) < limit ? this.#nextInLine(key) : [])),
      }
    }
    for (const { key } of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
    return { taken: keys.map(({ key }) => key) }
  }

  /** Gives the places back. @returns the runs that may try again, oldest first, at most one per place. */
  release(keys: readonly string[]): string[] {
    return keys.flatMap((key) => {
      const left = (this.#taken.get(key) ?? 1) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
      return this.#nextInLine(key)
    })
  }

  #nextInLine(key: string): string[] {
    const line = this.#waiting.get(key)
    const next = line?.shift()
    if (line?.length === 0) this.#waiting.delete(key)
    return next === undefined ? [] : [next]
  }
}
