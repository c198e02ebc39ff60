import { setTimeout as pause } from 'node:timers/promises'
import { now } from '../clock'
import { log } from '../log'
import { organizationWake } from './events'
import { onSharedThread } from './shared-thread'
import { beginRun, planRun, wake } from './wake'
import { type QueueWatch, watchQueue } from './watch-queue'
import type { QueueWorker, Taken, WorkItem, WorkQueue } from './work-queue'

const NOTHING: Taken = { items: [], mayBeMore: false }
/** Internal errors per run after which the run gives up, because further items are likely to fail too. */
const MAX_FAILURES = 5
const FAILED_PAUSE_MS = 30_000
/** Delay before re-checking items leased by another worker. */
const HELD_PAUSE_MS = 1000
/** Retries for reporting completed work while the database is briefly unavailable. */
const EXCHANGE_PAUSES_MS = [500, 1000, 2000, 4000]
/** Upper bound, because engines limit sleeps; waking once a day is cheap. */
const LONGEST_SLEEP_MS = 24 * 60 * 60 * 1000

/** Runs of this process, at most one per organization and job. On globalThis because Next loads modules more than once. */
const held = globalThis as { cfsDueRuns?: Map<string, QueueRun> }
const runs = (held.cfsDueRuns ??= new Map())

/**
 * One run for an organization: works on due items, up to `atOnce` concurrently, until none is left or the time budget ends, and schedules
 * the next run. Rows are the source of truth, so extra or concurrent runs are harmless; a run in progress in this process looks for work
 * again instead.
 * @param at the time until which this run slept
 * @throws the first internal error after several; unfinished items remain due
 */
export async function runQueue(job: WorkQueue, organizationId: string, at?: string): Promise<void> {
  await beginRun(job.job, organizationId, at)
  const run = startRun(job, organizationId, job.budgetMs)
  if (run === null) return
  if ((await run.ended) === 'cut short') await wake([organizationWake(job.job, organizationId)])
}

export function countRuns(job: WorkQueue): number {
  let count = 0
  for (const run of runs.values()) if (run.job === job.job) count += 1
  return count
}

/** Makes the run in progress in this process look for work again. @returns whether there is one */
export function nudgeRun(job: WorkQueue, organizationId: string): boolean {
  const run = runs.get(runKey(job, organizationId))
  run?.ring()
  return run !== undefined
}

/**
 * Starts a run in this process; null if one is in progress, which looks for work again instead.
 * @param budgetMs Infinity: until nothing is due
 */
export function startRun(job: WorkQueue, organizationId: string, budgetMs: number): QueueRun | null {
  if (nudgeRun(job, organizationId)) return null
  const key = runKey(job, organizationId)
  const run = new QueueRun(job, organizationId, budgetMs, () => runs.delete(key))
  runs.set(key, run)
  return run
}

function runKey({ job }: WorkQueue, organizationId: string): string {
  return `${job} ${organizationId}`
}

export class QueueRun {
  readonly job: string
  /** Settles once the run has ended and none of its items is in progress. @throws the first internal error after several */
  readonly ended: Promise<'dry' | 'cut short'>
  readonly #job: WorkQueue
  readonly #organizationId: string
  readonly #flow: QueueWorker
  readonly #failures: unknown[] = []
  #until: number
  #isRung = false
  #hasDone = false
  #busy = 0
  #happened: () => void = () => undefined
  #watch: QueueWatch | undefined
  readonly #onEnd: () => void

  constructor(job: WorkQueue, organizationId: string, budgetMs: number, onEnd: () => void) {
    this.job = job.job
    this.#job = job
    this.#organizationId = organizationId
    this.#flow = job.openWorker(organizationId)
    this.#until = Date.now() + budgetMs
    this.#onEnd = onEnd
    this.ended = this.#run()
  }

  /** Signals that more work may be due. */
  ring(): void {
    this.#isRung = true
    this.#happened()
  }

  endSoon(): void {
    this.#until = Date.now()
    this.#happened()
  }

  async #run(): Promise<'dry' | 'cut short'> {
    try {
      do {
        this.#isRung = false
        this.#flow.lookAgain()
        await this.#takeUp()
        if (this.#failures.length >= MAX_FAILURES) throw this.#failures[0]
        if (this.#isOver) return 'cut short'
        await this.#planNext()
      } while (this.#isRung)
      return 'dry'
    } catch (error) {
      await this.#endWhatIsUnderWay()
      throw error
    } finally {
      // Synchronously after the last check: a signal after this point starts a new run.
      this.#watch?.end()
      this.#onEnd()
    }
  }

  get #isOver(): boolean {
    return Date.now() >= this.#until
  }

  async #takeUp(): Promise<void> {
    for (;;) {
      const isOpen = !this.#isOver && this.#failures.length < MAX_FAILURES
      const room = isOpen ? this.#job.atOnce - this.#busy : 0
      const { items, mayBeMore } = room > 0 || this.#flow.hasResults ? await this.#exchange(room) : NOTHING
      for (const item of items) this.#begin(item)
      if (this.#flow.hasResults || (mayBeMore && isOpen && this.#busy < this.#job.atOnce)) continue
      if (this.#busy === 0) return
      await this.#somethingHappens(isOpen && this.#busy < this.#job.atOnce)
    }
  }

  async #exchange(room: number): Promise<Taken> {
    for (const pauseMs of EXCHANGE_PAUSES_MS) {
      try {
        return await onSharedThread(this.#organizationId, () => this.#flow.exchange(room))
      } catch (error) {
        if (!this.#flow.hasResults) throw error
        log.warn({ err: error, organizationId: this.#organizationId, job: this.job }, 'could not report, trying again')
        await pause(pauseMs)
      }
    }
    return onSharedThread(this.#organizationId, () => this.#flow.exchange(room))
  }

  #begin({ id, work }: WorkItem): void {
    this.#busy += 1
    this.#hasDone = true
    void work(this.#until)
      .catch((error: unknown) => {
        log.warn({ err: error, organizationId: this.#organizationId, id, job: this.job }, 'due work failed')
        this.#failures.push(error)
      })
      .finally(() => {
        this.#busy -= 1
        this.#happened()
      })
  }

  /** Waits for an item to complete or for more work to fall due, because items in progress may take seconds. */
  async #somethingHappens(hasRoom: boolean): Promise<void> {
    if (!(this.#isRung && hasRoom))
      await new Promise<void>((resolve) => {
        this.#happened = resolve
        this.#watchDue(hasRoom)
      })
    this.#happened = () => undefined
    if (this.#watch) this.#watch.isOn = false
    this.#lookAgain()
  }

  #lookAgain(): void {
    if (!this.#isRung) return
    this.#isRung = false
    this.#flow.lookAgain()
  }

  #watchDue(isOn: boolean): void {
    if (!isOn && !this.#watch) return
    this.#watch ??= watchQueue(this.#job, this.#organizationId, () => this.ring())
    this.#watch.isOn = isOn
  }

  /** On an internal error: waits for the items in progress and tries to report their results. */
  async #endWhatIsUnderWay(): Promise<void> {
    this.endSoon()
    while (this.#busy > 0)
      await new Promise<void>((resolve) => {
        this.#happened = resolve
      })
    if (!this.#flow.hasResults) return
    await this.#exchange(0).catch((error: unknown) =>
      log.error(
        { err: error, organizationId: this.#organizationId, job: this.job },
        'what was done is not written down',
      ),
    )
  }

  async #planNext(): Promise<void> {
    const at = now().getTime()
    const due = (await this.#flow.nextDueAt())?.getTime() ?? Infinity
    const next = Math.min(due, this.#failures.length > 0 ? at + FAILED_PAUSE_MS : Infinity)
    if (next === Infinity) return
    if (next > at) return planRun(this.#job.job, this.#organizationId, earliest(next, at + LONGEST_SLEEP_MS))
    if (this.#hasDone) this.#isRung = true
    else await planRun(this.#job.job, this.#organizationId, new Date(at + HELD_PAUSE_MS))
    this.#hasDone = false
  }
}

function earliest(...times: number[]): Date {
  return new Date(Math.min(...times))
}
