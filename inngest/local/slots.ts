import type { JobEvent } from './events'
import type { JobFunction } from './functions'

type Place = { key: string; limit: number }
/** Runs that want the same places, in the order in which they came. */
type Line = { places: Place[]; runs: { id: string; number: number }[] }

/**
 * Who may run now, under the functions' limits. Only one process executes at a time, so the count is in its memory; that
 * a run waits is in the database, for the next process. A place that falls free is kept for the run that waited longest
 * of those who can use it, so nobody overtakes and nobody asks again and again.
 */
export class Slots {
  readonly #taken = new Map<string, number>()
  /** By run: the places that it has, or that are kept for it. */
  readonly #held = new Map<string, Place[]>()
  readonly #lines = new Map<string, Line>()
  readonly #lineOf = new Map<string, string>()
  #arrivals = 0

  /** Takes a place under every limit, or none: then the run waits, and is named by a later {@link release}. */
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

  /** Gives back what a run has, or its place in a line. @returns the runs whose turn has come. */
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

  /** Of the lines that could move, the one whose first run came first. */
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
