import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

const SAMPLE_MS = 50

/** `application_name` of the connections that are left out: set it as `PGAPPNAME` in the benchmark's own process. */
export const BENCHMARK_CONNECTIONS = 'benchmark'

/** @property state of its connection, or what an active one waits for */
export type SampledTransaction = { ms: number; state: string; query: string }

/**
 * Samples the transactions of the service every 50 ms.
 * @returns a function that ends it and answers the longest one, with the statement that it was last seen at
 */
export function watchTransactions(pool: Pool): () => Promise<SampledTransaction> {
  let longest: SampledTransaction = { ms: 0, state: 'none', query: '' }
  const end = new AbortController()
  const sample = async () => {
    while (!end.signal.aborted) {
      const { rows } = await pool.query<SampledTransaction>(
        `SELECT extract(epoch FROM clock_timestamp() - xact_start)::float8 * 1000 AS ms,
           CASE state WHEN 'active' THEN coalesce(wait_event, state) ELSE state END AS state, query FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> $1
           AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1`,
        [BENCHMARK_CONNECTIONS],
      )
      if (rows[0] && rows[0].ms > longest.ms) longest = rows[0]
      await sleep(SAMPLE_MS)
    }
  }
  const sampling = sample()
  return async () => {
    end.abort()
    await sampling
    return longest
  }
}
