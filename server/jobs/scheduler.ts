import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { now } from '../clock'
import { log } from '../log'
import type { Queue } from './define-queue'
import { claimTask } from './heartbeat'
import { Leadership } from './leadership'
import { QUEUE_NAMES, type QueueName } from './queue-names'
import { countRunsInProgress, listRunsInProgress, startRun, wakeRunIfInProgress } from './queue-run'
import { forEachDueOrganization, type PeriodicTask, runTasksNow } from './sweep'

const SWEEP_EVERY_MS = 60_000
const PLAN_AHEAD_MS = 70_000
const FAILED_PAUSE_MS = 30_000
const BUDGET_CHECK_MS = 1000

type Options = {
  queues: readonly Queue[]
  tasks: readonly PeriodicTask[]
  sweepEveryMs?: number
}

const Signal = z.tuple([z.enum(QUEUE_NAMES), z.string()])

/**
 * Drives the queues on one machine: starts a run as soon as rows are committed, when rows fall due, and for what a killed process left. Of
 * all processes on a database one leads and executes; another takes over when it ends.
 */
export class Scheduler {
  readonly #queues: ReadonlyMap<QueueName, Queue>
  readonly #tasks: readonly PeriodicTask[]
  readonly #sweepEveryMs: number
  readonly #waiting: ReadonlyMap<QueueName, Set<string>>
  readonly #planned = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  readonly #active = new Set<Promise<void>>()
  readonly #detached = AsyncLocalStorage.snapshot()
  readonly #leadership: Leadership
  #timers: NodeJS.Timeout[] = []
  #isLeading = false
  isReady = false
  #stopped?: Promise<void>

  constructor({ queues, tasks, sweepEveryMs = SWEEP_EVERY_MS }: Options) {
    this.#queues = new Map(queues.map((queue) => [queue.name, queue]))
    this.#waiting = new Map(queues.map(({ name }) => [name, new Set()]))
    this.#tasks = tasks
    this.#sweepEveryMs = sweepEveryMs
    this.#leadership = new Leadership({
      onChange: (isLeading) => (isLeading ? this.#lead() : this.#stepDown()),
      onReady: (isReady) => {
        this.isReady = isReady
      },
      onNotification: (payload) => this.#receive(payload),
    })
  }

  /** Starts a run, or makes the one in progress look again. @returns false if another process executes the jobs */
  signal(name: QueueName, organizationId: string): boolean {
    const queue = this.#queues.get(name)
    if (!this.#isLeading || !queue) return false
    if (wakeRunIfInProgress(queue, organizationId)) return true
    this.#waiting.get(name)?.add(organizationId)
    this.#fillSlots(queue)
    return true
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#leadership.stop().then(async () => void (await Promise.allSettled(this.#active)))
    return this.#stopped
  }

  #lead(): void {
    this.#isLeading = true
    const sweep = () => void this.#detached(() => this.#sweep())
    this.#timers = [setInterval(sweep, this.#sweepEveryMs), setInterval(() => this.#enforceBudgets(), BUDGET_CHECK_MS)]
    log.info({ queues: [...this.#queues.keys()] }, 'this process executes the jobs')
    sweep()
  }

  #stepDown(): void {
    this.#isLeading = false
    for (const timer of this.#timers) clearInterval(timer)
    for (const { timer } of this.#planned.values()) clearTimeout(timer)
    this.#planned.clear()
    for (const waiting of this.#waiting.values()) waiting.clear()
    for (const run of listRunsInProgress()) run.stop()
  }

  #receive(payload: string): void {
    let signal: z.infer<typeof Signal>
    try {
      signal = Signal.parse(JSON.parse(payload))
    } catch {
      return log.warn({ payload }, 'an unreadable signal was ignored')
    }
    this.signal(...signal)
  }

  #fillSlots(queue: Queue): void {
    const waiting = this.#waiting.get(queue.name) ?? new Set()
    for (const organizationId of waiting) {
      if (countRunsInProgress(queue) >= queue.limits.organizations) return
      waiting.delete(organizationId)
      const run = this.#detached(() => this.#run(queue, organizationId))
      this.#active.add(run)
      void run.then(() => this.#active.delete(run))
    }
  }

  async #run(queue: Queue, organizationId: string): Promise<void> {
    try {
      const next = await startRun(queue, organizationId, Infinity)?.ended
      if (next) this.#planRun(queue.name, organizationId, next)
    } catch (error) {
      log.warn({ err: error, organizationId, queue: queue.name }, 'a run failed; another one follows in half a minute')
      this.#planRun(queue.name, organizationId, new Date(now().getTime() + FAILED_PAUSE_MS))
    }
    this.#fillSlots(queue)
  }

  #planRun(name: QueueName, organizationId: string, at: Date): void {
    const waitMs = at.getTime() - now().getTime()
    if (waitMs <= 0) return void this.signal(name, organizationId)
    const key = `${name} ${organizationId}`
    const planned = this.#planned.get(key)
    if (!this.#isLeading || waitMs > PLAN_AHEAD_MS || (planned && planned.at <= at.getTime())) return
    clearTimeout(planned?.timer)
    const start = () => {
      this.#planned.delete(key)
      this.signal(name, organizationId)
    }
    this.#planned.set(key, { at: at.getTime(), timer: setTimeout(start, waitMs) })
  }

  #enforceBudgets(): void {
    for (const run of listRunsInProgress()) {
      const { name, limits } = run.queue
      if (this.#waiting.get(name)?.size && Date.now() - run.startedAt >= limits.budgetMs) run.stop()
    }
  }

  async #sweep(): Promise<void> {
    const before = new Date(now().getTime() + PLAN_AHEAD_MS)
    await forEachDueOrganization(
      this.#queues.values(),
      () => before,
      (name, { organizationId, dueAt }) => this.#planRun(name, organizationId, dueAt),
    )
    await runTasksNow(
      this.#tasks.map(({ name, everyMs, run }) => ({
        name,
        run: async () => (everyMs === undefined || (await claimTask(name, everyMs)) ? run() : null),
      })),
    )
  }
}
