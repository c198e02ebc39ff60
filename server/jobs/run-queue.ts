import { setTimeout as pause } from 'node:timers/promises'
import { now } from '../clock'
import { log } from '../log'
import { organizationWake } from './events'
import { onSharedThread } from './shared-thread'
import { beginRun, planRun, wake } from './wake'
import { type QueueWatch, watchQueue } from './watch-queue'
import type { QueueWorker, Taken, WorkItem, WorkQueue } from './work-queue'

const NOTHING: Taken = { items: [], mayBeMore: false }
/** Our own failures: so many in one run mean that the next would fail as well. */
const MAX_FAILURES = 5
const FAILED_PAUSE_MS = 30_000
/** What is due, and was not ours to take up: somebody else is at it. */
const HELD_PAUSE_MS = 1000
/** What was done must not be lost to a database that is away for a moment. */
const EXCHANGE_PAUSES_MS = [500, 1000, 2000, 4000]
/** No engine sleeps for ever, and a day is no price. */
const LONGEST_SLEEP_MS = 24 * 60 * 60 * 1000

/** The runs of this process, of whom one organization has one for each job. Kept where every part of the app finds them. */
const held = globalThis as { cfsDueRuns?: Map<string, QueueRun> }
const runs = (held.cfsDueRuns ??= new Map())

/**
 * One turn of one organization: does what is due, so many at once, until nothing is left or its time is over, and sees
 * to it that a run comes when there is more. The rows decide: a run too many, or two at once, do no harm; where one is
 * under way in this process, that one looks again.
 * @param at the moment for which this run slept.
 * @throws the first error of ours once there were several; what is left is still due.
 */
export async function runQueue(job: WorkQueue, organizationId: string, at?: string): Promise<void> {
  await beginRun(job.job, organizationId, at)
  const run = startRun(job, organizationId, job.budgetMs)
  if (run === null) return
  if ((await run.ended) === 'cut short') await wake([organizationWake(job.job, organizationId)])
}

/** How many runs of this job this process has. */
export function countRuns(job: WorkQueue): number {
  let count = 0
  for (const run of runs.values()) if (run.job === job.job) count += 1
  return count
}

/** Has the run that is under way in this process look again. @returns whether there is one. */
export function nudgeRun(job: WorkQueue, organizationId: string): boolean {
  const run = runs.get(runKey(job, organizationId))
  run?.ring()
  return run !== undefined
}

/**
 * Begins a run in this process; null where one is under way, which looks again.
 * @param budgetMs Infinity: until nothing is due.
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
  /** Settles when it has ended and nothing of it is under way. @throws the first error of ours once there were several. */
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

  /** More may be due. */
  ring(): void {
    this.#isRung = true
    this.#happened()
  }

  /** Takes up nothing more. */
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
      // In the same breath as the last look: whoever rings after it begins a run of its own.
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

  /** Some of it is still at work, perhaps for seconds: what falls due meanwhile is not to wait for that. */
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

  /** Our own failure ends the run, and nobody's outcome is lost by it if that can be helped. */
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
