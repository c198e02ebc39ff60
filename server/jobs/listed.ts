import type { Due, DueFlow, DuePiece } from './due-job'

const PAGE = 100

type Listed = {
  /** What is due now, the oldest first, from behind that one on. */
  list: (after: Due | null, limit: number) => Promise<Due[]>
  /** When the next one behind that one is due, or was; null: nothing more is waiting. */
  nextDueAt: (after: Due | null) => Promise<Date | null>
  work: (id: string, until: number) => Promise<unknown>
}

/** Goes through what is due a page at a time, each once for each time at which it was due; the work writes down itself what it did. */
export class ListedFlow implements DueFlow {
  readonly hasResults = false
  readonly #listed: Listed
  readonly #given = new Map<string, number>()
  #page: Due[] = []
  #after: Due | null = null
  #isDry = false

  constructor(listed: Listed) {
    this.#listed = listed
  }

  async exchange(room: number): Promise<DuePiece[]> {
    const pieces: DuePiece[] = []
    while (pieces.length < room) {
      const due = this.#page.shift()
      if (due) {
        if (this.#given.get(due.id) === due.dueAt.getTime()) continue
        this.#given.set(due.id, due.dueAt.getTime())
        pieces.push({ id: due.id, work: (until) => this.#listed.work(due.id, until) })
      } else {
        if (this.#isDry) break
        this.#page = await this.#listed.list(this.#after, PAGE)
        this.#after = this.#page.at(-1) ?? this.#after
        this.#isDry = this.#page.length < PAGE
      }
    }
    return pieces
  }

  lookAgain(): void {
    this.#isDry = false
    this.#after = null
  }

  /** All that was due up to here was taken up. What is due still has failed, or is not ours to do: the sweep tries again. */
  nextDueAt(): Promise<Date | null> {
    return this.#listed.nextDueAt(this.#after)
  }
}
