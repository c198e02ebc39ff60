import { now, realNow, toRealTime } from '../clock'
import { log } from '../log'
import { oncePerProcess } from '../process-state'
import { withOrganizationClock } from '../test-organizations/with-organization-clock'
import type { ClaimedItems, Queue, QueueWorker, WorkItem } from './define-queue'
import { retryRecording } from './lease'
import { withFairShare } from './with-fair-share'

const NO_ITEMS: ClaimedItems = { items: [], mayHaveMore: false }
const MAX_FAILURES = 5
const FAILED_PAUSE_MS = 30_000
const LEASED_PAUSE_MS = 1000
const CHECK_MS = 1000

const runs = oncePerProcess('runs', () => new Map<string, QueueRun>())

export function wakeRunIfInProgress({ name }: Queue, organizationId: string): boolean {
  const run = runs.get(`${name} ${organizationId}`)
  run?.signal()
  return run !== undefined
}

export function listRunsInProgress(): QueueRun[] {
  return [...runs.values()]
}

export function countRunsInProgress({ name }: Queue): number {
  return listRunsInProgress().filter(({ queue }) => queue.name === name).length
}

/**
 * Starts a run for an organization in this process; null if one is in progress, which looks for work again instead. Rows are the source of
 * truth, so runs of several processes at once are harmless.
 * @param budgetMs Infinity: until nothing is due, or until it is stopped
 */
export function startRun(queue: Queue, organizationId: string, budgetMs = queue.limits.budgetMs): QueueRun | null {
  if (wakeRunIfInProgress(queue, organizationId)) return null
  const key = `${queue.name} ${organizationId}`
  const run = new QueueRun(queue, organizationId, budgetMs, () => runs.delete(key))
  runs.set(key, run)
  return run
}

/** The run in progress in this process, or a new one. */
export function startOrJoinRun(queue: Queue, organizationId: string): QueueRun {
  for (;;) {
    const run = startRun(queue, organizationId) ?? runs.get(`${queue.name} ${organizationId}`)
    if (run) return run
  }
}

export class QueueRun {
  readonly queue: Queue
  /**
   * Settles once the run has ended and none of its items is in progress: with the time of the next run, which is now if the budget ended;
   * null if nothing is pending. @throws the first internal error after several; unfinished items remain due
   */
  readonly ended: Promise<Date | null>
  readonly #organizationId: string
  readonly #worker: QueueWorker
  readonly #failures: unknown[] = []
  readonly #onEnd: () => void
  readonly startedAt = Date.now()
  #deadline: number
  #isSignaled = false
  #hasStartedItems = false
  #inProgress = 0
  #onChange: () => void = () => undefined

  constructor(queue: Queue, organizationId: string, budgetMs: number, onEnd: () => void) {
    this.queue = queue
    this.#organizationId = organizationId
    this.#worker = queue.openWorker(organizationId)
    this.#deadline = this.startedAt + budgetMs
    this.#onEnd = onEnd
    this.ended = this.#run()
  }

  signal(): void {
    this.#isSignaled = true
    this.#worker.onSignal?.()
    this.#onChange()
  }

  stop(): void {
    this.#deadline = Date.now()
    this.#onChange()
  }

  async #run(): Promise<Date | null> {
    try {
      return await withOrganizationClock(this.#organizationId, () => this.#drainUntilIdle())
    } catch (error) {
      await this.#finishItems()
      throw error
    } finally {
      this.#onEnd()
    }
  }

  async #drainUntilIdle(): Promise<Date | null> {
    for (;;) {
      this.#isSignaled = false
      await this.#drain()
      if (this.#failures.length >= MAX_FAILURES) throw this.#failures[0]
      if (this.#isOutOfTime) return realNow()
      const next = await this.#nextRunAt()
      // A signal after this check starts a new run.
      if (next !== 'now' && !this.#isSignaled) return next && toRealTime(next)
    }
  }

  get #isOutOfTime(): boolean {
    return Date.now() >= this.#deadline
  }

  async #drain(): Promise<void> {
    for (;;) {
      const isOpen = !this.#isOutOfTime && this.#failures.length < MAX_FAILURES
      const capacity = isOpen ? this.queue.limits.perOrganization - this.#inProgress : 0
      const { items, mayHaveMore } =
        capacity > 0 || this.#worker.hasUnrecordedResults ? await this.#recordAndClaim(capacity) : NO_ITEMS
      for (const item of items) this.#start(item)
      const hasCapacity = isOpen && this.#inProgress < this.queue.limits.perOrganization
      if (this.#worker.hasUnrecordedResults || (mayHaveMore && hasCapacity)) continue
      if (this.#inProgress === 0) return
      await this.#waitForChange(hasCapacity)
    }
  }

  async #recordAndClaim(capacity: number): Promise<ClaimedItems> {
    const record = () => withFairShare(this.#organizationId, () => this.#worker.recordResultsAndClaim(capacity))
    return retryRecording(record, (error) => {
      if (!this.#worker.hasUnrecordedResults) throw error
      log.warn({ err: error, ...this.#logFields }, 'could not record results, trying again')
    })
  }

  get #logFields() {
    return { organizationId: this.#organizationId, queue: this.queue.name }
  }

  #start({ id, work }: WorkItem): void {
    this.#inProgress += 1
    this.#hasStartedItems = true
    void work(this.#deadline)
      .catch((error: unknown) => {
        log.warn({ err: error, ...this.#logFields, id }, 'due work failed')
        this.#failures.push(error)
      })
      .finally(() => {
        this.#inProgress -= 1
        this.#onChange()
      })
  }

  async #waitForChange(hasCapacity: boolean): Promise<void> {
    if (this.#isSignaled && hasCapacity) {
      this.#isSignaled = false
      return
    }
    const timer = hasCapacity ? setInterval(() => void this.#checkDue(), CHECK_MS) : undefined
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
      log.debug({ err: error, ...this.#logFields }, 'could not check for due work')
    }
  }

  async #finishItems(): Promise<void> {
    this.stop()
    while (this.#inProgress > 0)
      await new Promise<void>((resolve) => {
        this.#onChange = resolve
      })
    if (!this.#worker.hasUnrecordedResults) return
    await this.#recordAndClaim(0).catch((error: unknown) =>
      log.error({ err: error, ...this.#logFields }, 'results were not recorded'),
    )
  }

  async #nextRunAt(): Promise<Date | null | 'now'> {
    const at = now().getTime()
    const due = (await this.#worker.nextDueAt())?.getTime() ?? Infinity
    const next = Math.min(due, this.#failures.length > 0 ? at + FAILED_PAUSE_MS : Infinity)
    if (next === Infinity) return null
    if (next > at) return new Date(next)
    const hadItems = this.#hasStartedItems
    this.#hasStartedItems = false
    // Due, but not claimed: leased by another worker.
    return hadItems ? 'now' : new Date(at + LEASED_PAUSE_MS)
  }
}
