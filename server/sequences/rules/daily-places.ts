import { Temporal } from 'temporal-polyfill'
import type { SequenceRules } from './schema'
import { isSendDay } from './sending-window'

/** Messages of a sequence by day (`YYYY-MM-DD`). */
type MessagesByDay = Map<string, number>

/**
 * The places under the daily caps of sequences: a message takes one on the first day that has one. Kept in memory for a batch, which holds the
 * lock of the counts and writes `changes` before it commits.
 */
export class DailyPlaces {
  readonly #counts: ReadonlyMap<string, MessagesByDay>
  readonly #changes = new Map<string, MessagesByDay>()

  /** @param counts counts from today on, by the ids of sequences with a cap */
  constructor(counts: ReadonlyMap<string, MessagesByDay>) {
    this.#counts = counts
  }

  /** The places of the sequences of both. */
  static join(one: DailyPlaces, other: DailyPlaces): DailyPlaces {
    return new DailyPlaces(new Map([...other.#counts, ...one.#counts]))
  }

  /** Takes a place. @param today `YYYY-MM-DD` @returns its day */
  take(
    sequenceId: string,
    { dailyCap, sendDays }: Pick<SequenceRules, 'dailyCap' | 'sendDays'>,
    today: string,
  ): string {
    let date = Temporal.PlainDate.from(today)
    const isFull = () => this.#count(sequenceId, date.toString()) >= (dailyCap ?? Infinity)
    while (isFull() || !isSendDay(date, { sendDays })) date = date.add({ days: 1 })
    this.#add(sequenceId, date.toString(), 1)
    return date.toString()
  }

  giveBack(sequenceId: string, day: string): void {
    this.#add(sequenceId, day, -1)
  }

  listChanges(): { sequenceId: string; day: string; messages: number }[] {
    return [...this.#changes].flatMap(([sequenceId, days]) =>
      [...days].flatMap(([day, messages]) => (messages === 0 ? [] : { sequenceId, day, messages })),
    )
  }

  #count(sequenceId: string, day: string): number {
    return this.#counts.get(sequenceId)?.get(day) ?? 0
  }

  #add(sequenceId: string, day: string, messages: number): void {
    for (const counts of [this.#counts.get(sequenceId), this.#changesOf(sequenceId)])
      counts?.set(day, (counts.get(day) ?? 0) + messages)
  }

  #changesOf(sequenceId: string): MessagesByDay {
    const known = this.#changes.get(sequenceId) ?? new Map<string, number>()
    this.#changes.set(sequenceId, known)
    return known
  }
}
