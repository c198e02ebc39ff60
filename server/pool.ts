import type { EventEmitter } from 'node:events'
import { Pool, type PoolClient } from 'pg'
import { currentOrganizationId } from './call-context'
import { env } from './env'
import { ConcurrencyLimitExceeded, ServiceUnavailable } from './errors'
import { log } from './log'
import { oncePerProcess } from './process-state'

/*
 * The connection pool. Only server/db.ts and server/transaction.ts may import it (enforced by the linter): using the pool inside a
 * transaction waits for a second connection while holding one, which can deadlock.
 */

const WAIT_MS = 10_000

const CANNOT_WRITE = new Set(['53100', '58030', '25006'])
const FAILING_MS = 60_000

type Connect = Parameters<Pool['connect']>[0]
type QueuedRequest = { begin: () => void; timer: NodeJS.Timeout }

/**
 * A pool in which one organization holds at most half of the connections. Excess requests wait in a queue per organization, so they do not
 * delay other organizations. Requests without an organization (authentication, job polling) skip the queue.
 */
class FairPool extends Pool {
  failedWriteAt: number | null = null
  readonly #share: number
  readonly #usedSlots = new Map<string, number>()
  readonly #queues = new Map<string, QueuedRequest[]>()

  constructor(config: ConstructorParameters<typeof Pool>[0], share: number) {
    super(config)
    this.#share = share
    this.on('connect', (client) => {
      const { connection } = client as unknown as { connection: EventEmitter }
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code !== undefined && CANNOT_WRITE.has(code)) this.failedWriteAt = Date.now()
      })
    })
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Connect): void
  override connect(callback?: Connect): Promise<PoolClient> | void {
    if (callback === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (error || !client ? reject(error ?? new Error('no client')) : resolve(client)))
      })
    const organizationId = currentOrganizationId()
    if (organizationId === undefined) return this.#connectOrFail(callback)
    this.#acquireSlot(
      organizationId,
      () => this.#connectInSlot(organizationId, callback),
      () => callback(new ConcurrencyLimitExceeded(), undefined, () => undefined),
    )
  }

  #connectOrFail(callback: Connect): void {
    super.connect((error, client, done) => {
      if (!error) return callback(error, client, done)
      const unavailable = new ServiceUnavailable()
      unavailable.cause = error
      callback(unavailable, client, done)
    })
  }

  #connectInSlot(organizationId: string, callback: Connect): void {
    this.#connectOrFail((error, client, done) => {
      if (error || !client) {
        this.#releaseSlot(organizationId)
        return callback(error, client, done)
      }
      const release = client.release.bind(client)
      const end: typeof release = (reason) => {
        client.release = release
        this.#releaseSlot(organizationId)
        release(reason)
      }
      client.release = end
      callback(undefined, client, end)
    })
  }

  #acquireSlot(organizationId: string, begin: () => void, refuse: () => void): void {
    const used = this.#usedSlots.get(organizationId) ?? 0
    if (used < this.#share) {
      this.#usedSlots.set(organizationId, used + 1)
      return begin()
    }
    const queue = this.#queues.get(organizationId) ?? []
    this.#queues.set(organizationId, queue)
    const timer = setTimeout(() => {
      const index = queue.findIndex((one) => one.timer === timer)
      if (index < 0) return
      queue.splice(index, 1)
      refuse()
    }, WAIT_MS)
    queue.push({ begin, timer })
  }

  #releaseSlot(organizationId: string): void {
    const next = this.#queues.get(organizationId)?.shift()
    if (next) {
      clearTimeout(next.timer)
      return next.begin()
    }
    this.#queues.delete(organizationId)
    const used = (this.#usedSlots.get(organizationId) ?? 1) - 1
    if (used > 0) this.#usedSlots.set(organizationId, used)
    else this.#usedSlots.delete(organizationId)
  }
}

function openPool(): FairPool {
  const created = new FairPool(
    {
      connectionString: env.databaseUrl,
      max: env.databasePoolMax,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
    },
    Math.ceil(env.databasePoolMax / 2),
  )
  // The server closed an idle connection; the pool replaces it.
  created.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  return created
}

const fairPool = oncePerProcess('pool', openPool)

export const pool: Pool = fairPool

export function areDatabaseWritesFailing(): boolean {
  return fairPool.failedWriteAt !== null && Date.now() - fairPool.failedWriteAt < FAILING_MS
}
