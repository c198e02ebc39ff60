import { now } from '../clock'
import { queryRows } from '../db'
import type { JobSignal, QueueName } from './queue-names'

/*
 * Events of an Inngest server that are in flight, or sleep. One event covers all work pending when its run begins: another one while it is in
 * flight is redundant, and may be billed; after the run began, another one is sent. Work of the service itself is not tracked.
 */

const LOST_MS = 60_000

/** Records that signals are in flight. @returns those that were not yet */
export function markSignalsInFlight(signals: readonly JobSignal[]): Promise<JobSignal[]> {
  return queryRows({
    name: 'admit-signals',
    // Rows with an event in flight are not locked, so that concurrent requests of a busy organization do not block each other.
    text: `
      INSERT INTO job_signal (organization_id, job, queued_at)
      SELECT g.organization_id, g.job, $3::timestamptz FROM unnest($1::uuid[], $2::text[]) AS g(organization_id, job)
      LEFT JOIN job_signal w ON w.organization_id = g.organization_id AND w.job = g.job
      WHERE w.queued_at IS NULL OR w.queued_at < $4::timestamptz
      ORDER BY g.organization_id, g.job
      ON CONFLICT (organization_id, job) DO UPDATE SET queued_at = excluded.queued_at
        WHERE job_signal.queued_at IS NULL OR job_signal.queued_at < $4::timestamptz
      RETURNING organization_id AS "organizationId", job AS queue`,
    values: [
      signals.map(({ organizationId }) => organizationId),
      signals.map(({ queue }) => queue),
      now(),
      new Date(now().getTime() - LOST_MS),
    ],
  })
}

export async function recordSignalReceived(queue: QueueName, organizationId: string, at?: string): Promise<void> {
  await queryRows({
    name: 'land-signal',
    text: `UPDATE job_signal SET queued_at = NULL,
        timer_at = CASE WHEN timer_at = $3::timestamptz OR timer_at <= $4::timestamptz THEN NULL ELSE timer_at END
      WHERE organization_id = $1::uuid AND job = $2 AND (queued_at IS NOT NULL OR timer_at IS NOT NULL)`,
    values: [organizationId, queue, at ?? null, now()],
  })
}

export async function isRunPlanned(queue: QueueName, organizationId: string, by: Date): Promise<boolean> {
  const rows = await queryRows({
    name: 'is-run-planned',
    text: `SELECT FROM job_signal
      WHERE organization_id = $1::uuid AND job = $2 AND timer_at <= $3::timestamptz AND timer_at > $4::timestamptz`,
    values: [organizationId, queue, by, now()],
  })
  return rows.length > 0
}

export async function recordPlannedRun(queue: QueueName, organizationId: string, at: Date): Promise<void> {
  await queryRows({
    name: 'record-planned-run',
    text: `INSERT INTO job_signal (organization_id, job, timer_at) VALUES ($1::uuid, $2, $3::timestamptz)
      ON CONFLICT (organization_id, job) DO UPDATE SET timer_at = excluded.timer_at`,
    values: [organizationId, queue, at],
  })
}
