import { now } from '../clock'
import { log } from '../log'
import type { Due, DueJob } from './due-job'
import { type DueWatch, watchDue } from './due-watch'
import { beginRun, planRun, wake, wakeOf } from './wake'

const PAGE = 100
/** Our own failures: so many in one run mean that the next would fail as well. */
const MAX_FAILURES = 5
const FAILED_PAUSE_MS = 30_000
/** No engine sleeps for ever, and a day is no price. */
const LONGEST_SLEEP_MS = 24 * 60 * 60 * 1000

/**
 * One turn of one organization: does what is due, so many at once, until nothing is left or its time is over, and sees
 * to it that a run comes when there is more. The rows decide: a run too many, or two at once, do no harm.
 * @param at the moment for which this run slept.
 * @throws the first error of ours once there were several; what is left is still due.
 */
export async function runDue(job: DueJob, organizationId: string, at?: string): Promise<void> {
  await beginRun(job.job, organizationId, at)
  const turn = new Turn(job, organizationId)
  await turn.run()
  if (turn.isCutShort) return await wake([wakeOf(job.job, organizationId)])
  const next = Math.min(
    (await job.nextDueAt(organizationId, turn.reached))?.getTime() ?? Infinity,
    turn.hasFailed ? now().getTime() + FAILED_PAUSE_MS : Infinity,
  )
  if (next <= now().getTime()) await wake([wakeOf(job.job, organizationId)])
  else if (next < Infinity)
    await planRun(job.job, organizationId, new Date(Math.min(next, now().getTime() + LONGEST_SLEEP_MS)))
}

class Turn {
  readonly #job: DueJob
  readonly #organizationId: string
  readonly #until: number
  readonly #supply: Supply
  readonly #failures: unknown[] = []
  #busy = 0
  #idle: (() => void)[] = []
  #watch: DueWatch | undefined

  constructor(job: DueJob, organizationId: string) {
    this.#job = job
    this.#organizationId = organizationId
    this.#until = Date.now() + job.budgetMs
    this.#supply = new Supply((after) => job.listDue(organizationId, after, PAGE))
  }

  /** Whether it ended although there may be more to do. */
  get isCutShort(): boolean {
    return this.#isOver
  }

  get hasFailed(): boolean {
    return this.#failures.length > 0
  }

  /** All that was due up to here was taken up. What is due still has failed, or is not ours to do: the sweep tries again. */
  get reached(): Due | null {
    return this.#supply.reached
  }

  async run(): Promise<void> {
    try {
      const ends = await Promise.allSettled(Array.from({ length: this.#job.atOnce }, () => this.#lane()))
      const broken = ends.find((end) => end.status === 'rejected')
      if (broken) throw broken.reason
      if (this.#failures.length >= MAX_FAILURES) throw this.#failures[0]
    } finally {
      this.#watch?.end()
    }
  }

  get #isOver(): boolean {
    return Date.now() >= this.#until
  }

  async #lane(): Promise<void> {
    while (!this.#isOver && this.#failures.length < MAX_FAILURES) {
      const id = await this.#supply.next()
      if (id !== null) await this.#work(id)
      else if (this.#busy > 0) await this.#somethingHappens()
      else return
    }
  }

  async #work(id: string): Promise<void> {
    this.#busy += 1
    try {
      await this.#job.work(this.#organizationId, id, this.#until)
    } catch (error) {
      log.warn({ err: error, organizationId: this.#organizationId, id, job: this.#job.job }, 'due work failed')
      this.#failures.push(error)
    } finally {
      this.#busy -= 1
      if (this.#busy === 0) this.#ring()
    }
  }

  /** One of us is still at work, perhaps for seconds: what falls due meanwhile is not to wait for that. */
  async #somethingHappens(): Promise<void> {
    this.#watch ??= watchDue(this.#job, this.#organizationId, () => {
      if (this.#idle.length === 0) return
      this.#supply.lookAgain()
      this.#ring()
    })
    this.#watch.isOn = true
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve)
    })
  }

  #ring(): void {
    if (this.#watch) this.#watch.isOn = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }
}

/** Hands out what is due, once for each time at which it was due, a page at a time. */
class Supply {
  readonly #list: (after: Due | null) => Promise<Due[]>
  readonly #given = new Map<string, number>()
  #page: Due[] = []
  #after: Due | null = null
  #isDry = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(list: (after: Due | null) => Promise<Due[]>) {
    this.#list = list
  }

  get reached(): Due | null {
    return this.#after
  }

  /** Null when nothing more is due. One asks at a time, so that nobody gets what another one has. */
  next(): Promise<string | null> {
    const found = this.#turn.then(() => this.#take())
    this.#turn = found.catch(() => undefined)
    return found
  }

  lookAgain(): void {
    this.#isDry = false
    this.#after = null
  }

  async #take(): Promise<string | null> {
    for (;;) {
      for (let due = this.#page.shift(); due; due = this.#page.shift()) {
        if (this.#given.get(due.id) === due.dueAt.getTime()) continue
        this.#given.set(due.id, due.dueAt.getTime())
        return due.id
      }
      if (this.#isDry) return null
      this.#page = await this.#list(this.#after)
      this.#after = this.#page.at(-1) ?? this.#after
      this.#isDry = this.#page.length < PAGE
    }
  }
}
