import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { env } from '../env'
import { log } from '../log'

type LeadershipOptions = {
  onChange: (isLeading: boolean) => void
  onReady: (isReady: boolean) => void
  onNotification: (payload: string) => void
}

export const SIGNAL_CHANNEL = 'jobs'

const LOCK = 7_263_004
const STANDBY_MS = 100
const HEARTBEAT_MS = 5000
const QUERY_TIMEOUT_MS = 5000
const DISCONNECT_TIMEOUT_MS = 1000
const RECONNECT_MS = [100, 250, 500, 1000, 2000]

/**
 * Leader election among all processes on one database by a session-level advisory lock, which PostgreSQL releases with the connection, so a
 * killed leader leaves nothing to clean up. Survives the loss of the database: gives up leadership, reconnects, tries again.
 */
export class Leadership {
  readonly #options: LeadershipOptions
  #isStopped = false
  #continue: () => void = () => undefined
  readonly #ended: Promise<void>

  constructor(options: LeadershipOptions) {
    this.#options = options
    this.#ended = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#continue()
    await this.#ended
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopped; ) {
      try {
        await this.#connect(() => {
          failures = 0
        })
      } catch (error) {
        this.#options.onReady(false)
        log.warn({ err: error }, 'the job scheduler lost its database connection; it tries again')
        await this.#pause(RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)] ?? 2000)
        failures += 1
      }
      this.#options.onReady(false)
    }
  }

  async #connect(onConnected: () => void): Promise<void> {
    const { onReady, onNotification } = this.#options
    const client = new Client({
      connectionString: env.directDatabaseUrl,
      connectionTimeoutMillis: 5000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    })
    let isLost = false
    const onLost = () => {
      isLost = true
      this.#continue()
    }
    const shouldStop = () => this.#isStopped || isLost
    client.on('error', onLost).on('end', onLost)
    client.on('notification', ({ payload }) => onNotification(payload ?? ''))
    try {
      await client.connect()
      onConnected()
      while (!shouldStop() && !(await tryLock(client))) {
        onReady(true)
        await this.#pause(STANDBY_MS)
      }
      if (!shouldStop()) await this.#lead(client, shouldStop)
    } finally {
      // Late events of this connection must not cut short the pause before the next.
      client.removeAllListeners().on('error', () => undefined)
      if (!isLost) await Promise.race([client.end(), sleep(DISCONNECT_TIMEOUT_MS)])
    }
    if (isLost) throw new Error('the connection ended')
  }

  async #lead(client: Client, shouldStop: () => boolean): Promise<void> {
    await client.query(`LISTEN ${SIGNAL_CHANNEL}`)
    this.#options.onChange(true)
    this.#options.onReady(true)
    try {
      while (!shouldStop()) {
        await this.#pause(HEARTBEAT_MS)
        if (!shouldStop()) await client.query('SELECT 1')
      }
    } finally {
      this.#options.onChange(false)
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#continue = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ acquired: boolean }>('SELECT pg_try_advisory_lock($1) AS acquired', [LOCK])
  return rows[0]?.acquired === true
}
