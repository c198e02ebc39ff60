import { Pool, type PoolClient, type PoolConfig } from 'pg'

/**
 * A pool whose connections may break at any moment, idle or lent, without ending the process: whoever uses one gets the
 * error from the query, and the pool opens another.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new LendingPool(config)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type Lent = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * Takes a connection that was lent to a callback back once, and ignores a second time. graphile-worker gives the one that it listens on
 * back twice when it is stopped and `LISTEN` fails then (`release` in its main.js), and nobody would catch what the pool throws.
 */
class LendingPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(lend: Lent): void
  override connect(lend?: Lent): Promise<PoolClient> | void {
    if (!lend) return super.connect()
    super.connect((error, client, release) => {
      let isBack = false
      lend(error, client, (reason) => {
        if (isBack) return
        isBack = true
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
    // A connection in an unknown state is not given back.
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

/** Queues an execution of a run. One too many does nothing: the rows say what is due. */
export async function queueExecution(pool: Pool, runId: string): Promise<void> {
  await pool.query("SELECT graphile_worker.add_job('execute', json_build_object('runId', $1::text))", [runId])
}
