import type { Logger } from 'pino'
import { type JobEvent, type JobFunction, nextFiring } from './functions'

const TICK_MS = 500

/** Fires the cron triggers. A moment fires once, whichever process it was; those missed while nobody ran are left out. */
export class Schedules {
  readonly #next = new Map<string, Date>()
  readonly #timer: NodeJS.Timeout
  readonly #functions: ReadonlyMap<string, JobFunction>
  readonly #fire: (functionId: string, event: JobEvent) => Promise<void>
  readonly #log: Logger

  constructor(
    functions: ReadonlyMap<string, JobFunction>,
    fire: (functionId: string, event: JobEvent) => Promise<void>,
    log: Logger,
  ) {
    this.#functions = functions
    this.#fire = fire
    this.#log = log
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = new Date()
    for (const job of this.#functions.values())
      for (const cron of job.crons) {
        const name = `${job.id} ${cron}`
        const due = this.#next.get(name)
        if (due === undefined || due <= now) this.#next.set(name, nextFiring(cron, now))
        if (due !== undefined && due <= now) void this.#fireAt(job.id, cron, due)
      }
  }

  async #fireAt(functionId: string, cron: string, at: Date): Promise<void> {
    try {
      await this.#fire(functionId, {
        id: `${cron}@${at.toISOString()}`,
        name: 'inngest/scheduled.timer',
        data: { cron },
        ts: at.getTime(),
      })
    } catch (error) {
      // The next firing does the same work: nothing is lost with this one.
      this.#log.warn({ err: error, functionId }, 'a schedule did not fire')
    }
  }
}
