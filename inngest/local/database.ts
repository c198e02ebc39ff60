import { Pool, type PoolClient, type PoolConfig } from 'pg'

/** A pool that survives broken connections, idle or in use: the query gets the error, and the pool opens another connection. */
export function openPool(config: PoolConfig): Pool {
  const pool = new ReleaseOncePool(config)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * A pool that ignores a second release of a client that it passed to a callback. graphile-worker releases its LISTEN client twice when it
 * is stopped and `LISTEN` then fails (`release` in its main.js): the error that pg-pool throws is an unhandled rejection, which ends the
 * process.
 */
class ReleaseOncePool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        release(reason)
      })
    })
  }
}

export async function inTransaction<T>(pool: Pool, body: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await body(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    // Destroys a connection in an unknown state.
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

/** Queues an execution of a run. Duplicates are harmless: the rows determine the due work. */
export async function queueExecution(pool: Pool, runId: string): Promise<void> {
  await pool.query("SELECT graphile_worker.add_job('execute', json_build_object('runId', $1::text))", [runId])
}
