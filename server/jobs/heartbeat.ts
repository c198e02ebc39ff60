import { queryRows } from '../db'

/*
 * Whether the jobs really run: an Inngest server that is set up and never told of this app, or one that has stopped calling,
 * looks like a working one from everywhere else. The sweep, which must run every minute, writes down that it did.
 */

/** Two sweeps that did not come, and time for a third. */
const STALE_S = 180

/** Said by the sweep. */
export async function recordHeartbeat(): Promise<void> {
  await queryRows({
    name: 'note-pulse',
    text: `INSERT INTO job_pulse (job, at) VALUES ('sweep', clock_timestamp())
      ON CONFLICT (job) DO UPDATE SET at = excluded.at`,
    values: [],
  })
}

/** Whether the last sweep is so long ago, in seconds; by default, that the jobs cannot be running. */
export async function isHeartbeatStale(seconds = STALE_S): Promise<boolean> {
  const [row] = await queryRows<{ stale: boolean }>({
    name: 'is-pulse-stale',
    text: `SELECT NOT EXISTS (
      SELECT FROM job_pulse WHERE job = 'sweep' AND at > clock_timestamp() - $1 * interval '1 second') AS stale`,
    values: [seconds],
  })
  return row?.stale ?? true
}
