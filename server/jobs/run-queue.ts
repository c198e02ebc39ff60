import { setTimeout as pause } from 'node:timers/promises'
import { now } from '../clock'
import { log } from '../log'
import { oncePerProcess } from '../runtime'
import type { QueueName } from './events'
import type { Queue, QueueWorker, Taken, WorkItem } from './queue'
import { onSharedThread } from './shared-thread'

const NOTHING: Taken = { items: [], mayBeMore: false }
/** Internal errors per run after which the run gives up, because further items are likely to fail too. */
const MAX_FAILURES = 5
const FAILED_PAUSE_MS = 30_000
/** Delay before re-checking items leased by another worker. */
const LEASED_PAUSE_MS = 1000
/** How often a run with free capacity checks for work that fell due while its items are in progress. */
const CHECK_MS = 1000
/** Retries for recording completed work while the database is briefly unavailable. */
const RECORD_PAUSES_MS = [500, 1000, 2000, 4000]

const runs = oncePerProcess('runs', () => new Map<string, QueueRun>())

/** Makes the run in progress in this process look for work again. @returns whether there is one */
export function signalRun({ name }: Queue, organizationId: string): boolean {
  const run = runs.get(`${name} ${organizationId}`)
  run?.signal()
  return run !== undefined
}

/** The runs of this process. */
export function listRuns(): QueueRun[] {
  return [...runs.values()]
}

/** The number of runs of a queue in this process. */
export function countRuns({ name }: Queue): number {
  return listRuns().filter(({ queue }) => queue === name).length
}

/**
 * Starts a run for an organization in this process; null if one is in progress, which looks for work again instead. Rows are the source of
 * truth, so runs of several processes at once are harmless.
 * @param budgetMs Infinity: until nothing is due, or until it is stopped
 */
export function startRun(queue: Queue, organizationId: string, budgetMs = queue.limits.budgetMs): QueueRun | null {
  if (signalRun(queue, organizationId)) return null
  const key = `${queue.name} ${organizationId}`
  const run = new QueueRun(queue, organizationId, budgetMs, () => runs.delete(key))
  runs.set(key, run)
  return run
}

/** Works on the due items of an organization, several at once, until none is left or the time budget ends. */
export class QueueRun {
  readonly queue: QueueName
  /**
   * Settles once the run has ended and none of its items is in progress: with the time of the next run, which is now if the budget ended;
   * null if nothing is pending. @throws the first internal error after several; unfinished items remain due
   */
  readonly ended: Promise<Date | null>
  readonly #queue: Queue
  readonly #organizationId: string
  readonly #worker: QueueWorker
  readonly #failures: unknown[] = []
  readonly #onEnd: () => void
  readonly startedAt = Date.now()
  #until: number
  #isSignaled = false
  #hasDone = false
  #busy = 0
  #onChange: () => void = () => undefined

  constructor(queue: Queue, organizationId: string, budgetMs: number, onEnd: () => void) {
    this.queue = queue.name
    this.#queue = queue
    this.#organizationId = organizationId
    this.#worker = queue.openWorker(organizationId)
    this.#until = this.startedAt + budgetMs
    this.#onEnd = onEnd
    this.ended = this.#run()
  }

  /** More work may be due. */
  signal(): void {
    this.#isSignaled = true
    this.#worker.onSignal?.()
    this.#onChange()
  }

  /** Starts nothing more. */
  stop(): void {
    this.#until = Date.now()
    this.#onChange()
  }

  async #run(): Promise<Date | null> {
    try {
      for (;;) {
        this.#isSignaled = false
        await this.#workUntilDry()
        if (this.#failures.length >= MAX_FAILURES) throw this.#failures[0]
        if (this.#isOver) return now()
        const next = await this.#nextRunAt()
        // A signal after this check starts a new run.
        if (next !== 'now' && !this.#isSignaled) return next
      }
    } catch (error) {
      await this.#finishItems()
      throw error
    } finally {
      this.#onEnd()
    }
  }

  get #isOver(): boolean {
    return Date.now() >= this.#until
  }

  async #workUntilDry(): Promise<void> {
    for (;;) {
      const isOpen = !this.#isOver && this.#failures.length < MAX_FAILURES
      const room = isOpen ? this.#queue.limits.perOrganization - this.#busy : 0
      const { items, mayBeMore } = room > 0 || this.#worker.hasResults ? await this.#exchange(room) : NOTHING
      for (const item of items) this.#begin(item)
      const hasRoom = isOpen && this.#busy < this.#queue.limits.perOrganization
      if (this.#worker.hasResults || (mayBeMore && hasRoom)) continue
      if (this.#busy === 0) return
      await this.#change(hasRoom)
    }
  }

  async #exchange(room: number): Promise<Taken> {
    for (const pauseMs of RECORD_PAUSES_MS) {
      try {
        return await onSharedThread(this.#organizationId, () => this.#worker.exchange(room))
      } catch (error) {
        if (!this.#worker.hasResults) throw error
        log.warn({ err: error, ...this.#about }, 'could not record results, trying again')
        await pause(pauseMs)
      }
    }
    return onSharedThread(this.#organizationId, () => this.#worker.exchange(room))
  }

  get #about() {
    return { organizationId: this.#organizationId, queue: this.queue }
  }

  #begin({ id, work }: WorkItem): void {
    this.#busy += 1
    this.#hasDone = true
    void work(this.#until)
      .catch((error: unknown) => {
        log.warn({ err: error, ...this.#about, id }, 'due work failed')
        this.#failures.push(error)
      })
      .finally(() => {
        this.#busy -= 1
        this.#onChange()
      })
  }

  /** Waits until an item completes or, with free capacity, until more work is signaled or due: an item may take minutes. */
  async #change(hasRoom: boolean): Promise<void> {
    if (this.#isSignaled && hasRoom) {
      this.#isSignaled = false
      return
    }
    const timer = hasRoom ? setInterval(() => void this.#checkDue(), CHECK_MS) : undefined
    await new Promise<void>((resolve) => {
      this.#onChange = resolve
    })
    clearInterval(timer)
    this.#onChange = () => undefined
  }

  async #checkDue(): Promise<void> {
    try {
      const at = await this.#worker.nextDueAt()
      if (at !== null && at <= now()) this.#onChange()
    } catch (error) {
      log.debug({ err: error, ...this.#about }, 'could not check for due work')
    }
  }

  /** After an internal error: waits for the items in progress and tries to record their results. */
  async #finishItems(): Promise<void> {
    this.stop()
    while (this.#busy > 0)
      await new Promise<void>((resolve) => {
        this.#onChange = resolve
      })
    if (!this.#worker.hasResults) return
    await this.#exchange(0).catch((error: unknown) =>
      log.error({ err: error, ...this.#about }, 'results were not recorded'),
    )
  }

  async #nextRunAt(): Promise<Date | null | 'now'> {
    const at = now().getTime()
    const due = (await this.#worker.nextDueAt())?.getTime() ?? Infinity
    const next = Math.min(due, this.#failures.length > 0 ? at + FAILED_PAUSE_MS : Infinity)
    if (next === Infinity) return null
    if (next > at) return new Date(next)
    const hasDone = this.#hasDone
    this.#hasDone = false
    // Due, but not taken: leased by another worker.
    return hasDone ? 'now' : new Date(at + LEASED_PAUSE_MS)
  }
}
