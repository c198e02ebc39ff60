import { Client } from 'pg'
import type { Logger } from 'pino'

export type LeadershipOptions = {
  connectionString: string
  /** Starts the work. When it throws, leadership is given up and tried again. */
  onGained: () => Promise<void>
  /** Ends the work; also called when the start failed. */
  onLost: () => Promise<void>
  /** Somebody else leads, and we are ready to follow. */
  onStandby: () => void
  log: Logger
}

/** Any number; the same in every process. */
const LOCK = 7_263_004
const STANDBY_MS = 100
const RECONNECT_MS = [100, 250, 500, 1000, 2000]

/**
 * One leader among all processes on one database: a session lock that PostgreSQL itself ends with the connection, so a
 * killed leader leaves nothing to clean up. Survives the loss of the database: gives up, reconnects, tries again.
 */
export class Leadership {
  readonly #options: LeadershipOptions
  #stopped = false
  #held = false
  #loop: Promise<void> = Promise.resolve()
  #wake: () => void = () => undefined

  constructor(options: LeadershipOptions) {
    this.#options = options
  }

  get isHeld(): boolean {
    return this.#held && !this.#stopped
  }

  start(): void {
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake()
    await this.#loop
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#stopped; ) {
      try {
        await this.#term()
        failures = 0
      } catch (error) {
        this.#options.log.warn(
          { err: error },
          'the job runner has no database connection, or could not start; it tries again',
        )
        await this.#pause(RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)] ?? 2000)
        failures += 1
      }
    }
  }

  /** From the connection to its end: waits for the lock, leads until it is stopped or the connection is lost. */
  async #term(): Promise<void> {
    const client = new Client({
      connectionString: this.#options.connectionString,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    const connection = { isAlive: true }
    const lost = () => {
      connection.isAlive = false
      this.#held = false
      this.#wake()
    }
    client.on('error', lost)
    client.on('end', lost)
    await client.connect()
    try {
      while (!this.#stopped && connection.isAlive && !(await takeLock(client))) {
        this.#options.onStandby()
        await this.#pause(STANDBY_MS)
      }
      if (this.#stopped || !connection.isAlive) return
      this.#held = true
      try {
        await this.#options.onGained()
        while (!this.#stopped && connection.isAlive) await this.#pause(60_000)
      } finally {
        this.#held = false
        await this.#options.onLost()
      }
    } finally {
      if (connection.isAlive) await client.end()
    }
  }

  /** Ends early when something happens. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

async function takeLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK])
  return rows[0]?.taken === true
}
