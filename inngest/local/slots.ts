import type { JobEvent } from './events'
import type { JobFunction } from './functions'

type Place = { key: string; limit: number }
type Line = { places: Place[]; runs: { id: string; number: number }[] }

/**
 * Concurrency slots under the functions' limits. Counters are in memory, since only one process executes at a time; waiting runs are also
 * in the database, for the next process. A freed slot is reserved for the longest-waiting run that can use it, so runs neither overtake
 * each other nor poll.
 */
export class Slots {
  readonly #taken = new Map<string, number>()
  readonly #held = new Map<string, Place[]>()
  readonly #lines = new Map<string, Line>()
  readonly #lineOf = new Map<string, string>()
  #arrivals = 0

  /** Takes a slot under every limit, or none: then the run is queued, and a later {@link release} returns it. */
  take(job: JobFunction, event: JobEvent, runId: string): boolean {
    if (this.#held.has(runId)) return true
    if (this.#lineOf.has(runId)) return false
    const places = job.limits.map(({ limit, keyOf }, index) => ({ limit, key: `${job.id}:${index}:${keyOf(event)}` }))
    if (places.every((place) => this.#isFree(place))) {
      this.#hold(runId, places)
      return true
    }
    this.#wait(runId, places)
    return false
  }

  isWaiting(runId: string): boolean {
    return this.#lineOf.has(runId)
  }

  /** Releases a run's slots, or its queue position. @returns the runs that have slots now */
  release(runId: string): string[] {
    this.#leaveLine(runId)
    for (const { key } of this.#held.get(runId) ?? []) {
      const left = (this.#taken.get(key) ?? 1) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
    this.#held.delete(runId)
    return this.#admit()
  }

  #admit(): string[] {
    const admitted: string[] = []
    for (let line = this.#nextLine(); line; line = this.#nextLine()) {
      const next = line.runs[0]
      if (!next) break
      this.#leaveLine(next.id)
      this.#hold(next.id, line.places)
      admitted.push(next.id)
    }
    return admitted
  }

  /** Of the queues that can proceed, the one whose first run arrived first. */
  #nextLine(): Line | undefined {
    let best: Line | undefined
    for (const line of this.#lines.values()) {
      const number = line.runs[0]?.number ?? Infinity
      if (number < (best?.runs[0]?.number ?? Infinity) && line.places.every((place) => this.#isFree(place))) best = line
    }
    return best
  }

  #isFree({ key, limit }: Place): boolean {
    return (this.#taken.get(key) ?? 0) < limit
  }

  #hold(runId: string, places: Place[]): void {
    this.#held.set(runId, places)
    for (const { key } of places) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
  }

  #wait(runId: string, places: Place[]): void {
    const name = places.map(({ key }) => key).join('\n')
    const line = this.#lines.get(name) ?? { places, runs: [] }
    line.places = places
    this.#arrivals += 1
    line.runs.push({ id: runId, number: this.#arrivals })
    this.#lines.set(name, line)
    this.#lineOf.set(runId, name)
  }

  #leaveLine(runId: string): void {
    const name = this.#lineOf.get(runId)
    if (name === undefined) return
    this.#lineOf.delete(runId)
    const line = this.#lines.get(name)
    if (!line) return
    line.runs = line.runs[0]?.id === runId ? line.runs.slice(1) : line.runs.filter(({ id }) => id !== runId)
    if (line.runs.length === 0) this.#lines.delete(name)
  }
}
