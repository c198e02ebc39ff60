import type { Cluster } from './cluster'

/* Skips retry backoff, attempt timeouts and the sweep's interval and patience by moving the timestamps of rows. */

/** A process dead for this long has nothing in flight. */
const SURELY_DEAD_MS = 1000

/**
 * Test-only columns filled by PostgreSQL: which process claimed an attempt, and when, independent of the timestamps that the service
 * writes.
 */
export async function watchClaims({ query }: Cluster): Promise<void> {
  await query(
    `ALTER TABLE webhook_attempt
       ADD COLUMN claimed_by text DEFAULT current_setting('application_name'),
       ADD COLUMN claimed_at timestamptz DEFAULT clock_timestamp()`,
  )
}

/** Moves timestamps forward once; call it repeatedly. @throws {Error} while the server is down */
export async function passTime({ query }: Cluster, killed: ReadonlyMap<string, number>): Promise<void> {
  const dead = [...killed].flatMap(([name, at]) => (Date.now() - at > SURELY_DEAD_MS ? name : []))
  await query(GIVE_UP_LOST, [dead])
  for (const statement of PASSING) await query(statement)
}

const GIVE_UP_LOST = `
  WITH lost AS (
    UPDATE webhook_attempt SET created_at = created_at - interval '20 seconds'
    WHERE finished_at IS NULL AND claimed_by = ANY($1) AND created_at > clock_timestamp() - interval '20 seconds'
    RETURNING delivery_id)
  UPDATE webhook_delivery SET next_attempt_at = clock_timestamp() WHERE id IN (SELECT delivery_id FROM lost)`

/** Separate statements: in one transaction their locks could deadlock with the workers. */
const PASSING = [
  `UPDATE webhook_delivery d SET next_attempt_at = clock_timestamp() + random() * interval '3 seconds'
   WHERE status = 'pending' AND next_attempt_at > clock_timestamp() + interval '3 seconds'
     AND NOT EXISTS (SELECT FROM webhook_attempt a WHERE a.delivery_id = d.id AND a.finished_at IS NULL)`,
  `UPDATE inngest_local.run SET due_at = clock_timestamp() + random() * interval '2 seconds'
   WHERE status = 'running' AND due_at > clock_timestamp() + interval '2 seconds'`,
  `UPDATE graphile_worker._private_jobs SET run_at = clock_timestamp() + interval '2 seconds' WHERE id IN (
     SELECT j.id FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'execute' AND j.locked_at IS NULL AND j.run_at > clock_timestamp() + interval '2 seconds'
     FOR UPDATE OF j SKIP LOCKED)`,
  // Makes due work overdue after some seconds, and lets pending signals be sent again.
  `UPDATE webhook_delivery SET next_attempt_at = next_attempt_at - interval '30 seconds'
   WHERE status = 'pending' AND next_attempt_at BETWEEN clock_timestamp() - interval '30 seconds' AND clock_timestamp() - interval '5 seconds'`,
  `UPDATE job_wake SET queued_at = queued_at - interval '1 minute'
   WHERE queued_at BETWEEN clock_timestamp() - interval '1 minute' AND clock_timestamp() - interval '15 seconds'`,
  `UPDATE graphile_worker._private_jobs SET run_at = clock_timestamp() + interval '5 seconds' WHERE id IN (
     SELECT j.id FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'cron' AND j.locked_at IS NULL AND j.run_at > clock_timestamp() + interval '5 seconds'
     FOR UPDATE OF j SKIP LOCKED)`,
]
