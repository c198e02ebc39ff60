import type { PostgresServer } from './postgres-server'

/* Skips retry backoff and attempt timeouts by moving the timestamps of rows. */

/** A process dead for this long has nothing in flight. */
const SURELY_DEAD_MS = 1000

/**
 * Test-only columns filled by PostgreSQL: which process claimed an attempt, and when, independent of the timestamps that the service
 * writes.
 */
export async function addClaimColumns({ query }: PostgresServer): Promise<void> {
  await query(
    `ALTER TABLE webhook_attempt
       ADD COLUMN claimed_by text DEFAULT current_setting('application_name'),
       ADD COLUMN claimed_at timestamptz DEFAULT clock_timestamp()`,
  )
}

/** Moves timestamps forward once; call it repeatedly. @throws {Error} while the server is down */
export async function fastForward({ query }: PostgresServer, killed: ReadonlyMap<string, number>): Promise<void> {
  const dead = [...killed].flatMap(([name, at]) => (Date.now() - at > SURELY_DEAD_MS ? name : []))
  await query(EXPIRE_LOST_ATTEMPTS, [dead])
  for (const statement of SHORTEN_RETRY_DELAYS) await query(statement)
}

const EXPIRE_LOST_ATTEMPTS = `
  WITH lost AS (
    UPDATE webhook_attempt SET created_at = created_at - interval '20 seconds'
    WHERE finished_at IS NULL AND claimed_by = ANY($1) AND created_at > clock_timestamp() - interval '20 seconds'
    RETURNING delivery_id)
  UPDATE webhook_delivery SET next_attempt_at = clock_timestamp() WHERE id IN (SELECT delivery_id FROM lost)`

/** Separate statements: in one transaction their locks could deadlock with the workers. */
const SHORTEN_RETRY_DELAYS = [
  `UPDATE webhook_delivery d SET next_attempt_at = clock_timestamp() + random() * interval '3 seconds'
   WHERE status = 'pending' AND next_attempt_at > clock_timestamp() + interval '3 seconds'
     AND NOT EXISTS (SELECT FROM webhook_attempt a WHERE a.delivery_id = d.id AND a.finished_at IS NULL)`,
]
