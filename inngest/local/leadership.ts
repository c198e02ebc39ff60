import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'

export type LeadershipOptions = {
  connectionString: string
  /** Starts the work. If it throws, leadership is given up and tried again. */
  onGained: () => Promise<void>
  /** Ends the work; also called if the start failed. */
  onLost: () => Promise<void>
  /** Another process leads, and this one is ready to take over. */
  onStandby: () => void
  /** No database connection: neither leader nor standby. */
  onCutOff: () => void
  log: Logger
}

const LOCK = 7_263_004
const STANDBY_MS = 100
const HEARTBEAT_MS = 5000
/** A connection that does not answer within this time is considered dead. */
const ANSWER_MS = 5000
const GOODBYE_MS = 1000
const RECONNECT_MS = [100, 250, 500, 1000, 2000]

/**
 * Leader election among all processes on one database by a session-level advisory lock, which PostgreSQL releases with the connection, so a
 * killed leader leaves nothing to clean up. Survives the loss of the database: gives up leadership, reconnects, tries again.
 */
export class Leadership {
  readonly #options: LeadershipOptions
  #stopped = false
  #resigned = false
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

  /** Ends this term, not the candidacy. */
  resign(): void {
    this.#resigned = true
    this.#wake()
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
        this.#options.log.warn({ err: error }, 'the job runner lost its database, or could not start; it tries again')
        this.#options.onCutOff()
        await this.#pause(RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)] ?? 2000)
        failures += 1
      }
    }
  }

  /** Lifetime of one connection: acquires the lock, then leads until stopped or disconnected. */
  async #term(): Promise<void> {
    const client = new Client({
      connectionString: this.#options.connectionString,
      connectionTimeoutMillis: 5000,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    let isOver = false
    const isAlive = () => !isOver
    const lost = () => {
      isOver = true
      this.#held = false
      this.#wake()
    }
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      while (!this.#stopped && isAlive() && !(await takeLock(client))) {
        this.#options.onStandby()
        await this.#pause(STANDBY_MS)
      }
      if (!this.#stopped && isAlive()) await this.#lead(client, isAlive)
    } finally {
      // Late events of this connection must not cut short the pause before the next.
      client
        .off('end', lost)
        .off('error', lost)
        .on('error', () => undefined)
      if (isAlive()) await Promise.race([client.end(), sleep(GOODBYE_MS)])
    }
  }

  async #lead(client: Client, isAlive: () => boolean): Promise<void> {
    this.#held = true
    this.#resigned = false
    try {
      await this.#options.onGained()
      while (!this.#stopped && !this.#resigned && isAlive()) {
        await this.#pause(HEARTBEAT_MS)
        if (isAlive()) await client.query('SELECT 1')
      }
    } finally {
      this.#held = false
      await this.#options.onLost()
    }
  }

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
