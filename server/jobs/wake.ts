import { afterAnswer, wakeAll } from '@/inngest/client'
import { now } from '../clock'
import { queryRows } from '../db'
import { log } from '../log'
import {
  isOrganizationWake,
  type OrganizationJob,
  type OrganizationWake,
  organizationWake,
  type WakeEvent,
} from './events'

/*
 * Deduplicates wake events. One event covers all work pending when its run begins: a wake while an event is in flight is redundant; one
 * after the run began sends another event.
 */

/** An event that was not taken up within this time is assumed lost; a duplicate is harmless. */
const LOST_MS = 60_000
const ADMIT_TIMEOUT_MS = 2500

/** Set while this process executes the jobs (inngest/local/lane.ts). */
const shared = globalThis as { cfsLane?: { begin: (job: OrganizationJob, organizationId: string) => boolean } }

/**
 * Signals workers about committed rows, unless an event for the organization is already in flight. Never throws and never takes long: if a
 * wake is lost, the sweep finds the row.
 */
export async function wake(events: readonly WakeEvent[]): Promise<void> {
  const plain = events.filter((event) => !isOrganizationWake(event))
  const { cfsLane: lane } = shared
  const isBegun = ({ name, data }: OrganizationWake) => lane?.begin(name, data.organizationId) === true
  const admitted = await admit(events.filter(isOrganizationWake).filter((event) => !isBegun(event)))
  const isSent = await wakeAll([
    ...plain,
    ...admitted.map(({ job, organizationId }) => organizationWake(job, organizationId)),
  ])
  if (!isSent) await forget(admitted)
}

/** As {@link wake}, but notifies an Inngest server after the response is sent, so that its latency and outages do not affect requests. */
export function wakeAfterAnswer(events: readonly WakeEvent[]): Promise<void> {
  return afterAnswer(() => wake(events))
}

/** Call it before a run looks for work: later commits trigger another run. @param at the time until which the run slept */
export async function beginRun(job: OrganizationJob, organizationId: string, at?: string): Promise<void> {
  await queryRows({
    name: 'begin-run',
    text: `UPDATE job_wake SET queued_at = NULL,
        timer_at = CASE WHEN timer_at = $3::timestamptz OR timer_at <= $4::timestamptz THEN NULL ELSE timer_at END
      WHERE organization_id = $1::uuid AND job = $2 AND (queued_at IS NOT NULL OR timer_at IS NOT NULL)`,
    values: [organizationId, job, at ?? null, now()],
  })
}

/** Schedules a run at that time, unless an earlier one is planned, which will schedule the next itself. */
export async function planRun(job: OrganizationJob, organizationId: string, at: Date): Promise<void> {
  const [planned] = await queryRows<{ timer_at: Date | null }>({
    name: 'planned-run',
    text: 'SELECT timer_at FROM job_wake WHERE organization_id = $1::uuid AND job = $2',
    values: [organizationId, job],
  })
  const plannedAt = planned?.timer_at?.getTime() ?? Infinity
  if (plannedAt <= at.getTime() && plannedAt > now().getTime()) return
  // Recorded after sending: a crash in between leaves a redundant event, not a missing one.
  if (!(await wakeAll([organizationWake(job, organizationId, at)]))) return
  await queryRows({
    name: 'plan-run',
    text: `INSERT INTO job_wake (organization_id, job, timer_at) VALUES ($1::uuid, $2, $3::timestamptz)
      ON CONFLICT (organization_id, job) DO UPDATE SET timer_at = excluded.timer_at`,
    values: [organizationId, job, at],
  })
}

type Woken = { organizationId: string; job: OrganizationJob }

async function admit(events: readonly OrganizationWake[]): Promise<Woken[]> {
  const named = new Map<string, Woken>()
  for (const { name: job, data } of events)
    named.set(`${job} ${data.organizationId}`, { organizationId: data.organizationId, job })
  const given = [...named.values()]
  if (given.length === 0) return []
  try {
    return await inTime(
      queryRows<Woken>({
        name: 'admit-wakes',
        // Rows with an event in flight are not locked, so that concurrent requests of a busy organization do not block each other.
        text: `
          INSERT INTO job_wake (organization_id, job, queued_at)
          SELECT g.organization_id, g.job, $3::timestamptz FROM unnest($1::uuid[], $2::text[]) AS g(organization_id, job)
          LEFT JOIN job_wake w ON w.organization_id = g.organization_id AND w.job = g.job
          WHERE w.queued_at IS NULL OR w.queued_at < $4::timestamptz
          ORDER BY g.organization_id, g.job
          ON CONFLICT (organization_id, job) DO UPDATE SET queued_at = excluded.queued_at
            WHERE job_wake.queued_at IS NULL OR job_wake.queued_at < $4::timestamptz
          RETURNING organization_id AS "organizationId", job`,
        values: [
          given.map(({ organizationId }) => organizationId),
          given.map(({ job }) => job),
          now(),
          new Date(now().getTime() - LOST_MS),
        ],
      }),
    )
  } catch (error) {
    log.warn({ err: error, wakes: given.length }, 'the jobs were not woken; the sweep will')
    return []
  }
}

/** Clears the in-flight mark after a failed send, so that the next wake is sent. */
async function forget(woken: readonly Woken[]): Promise<void> {
  for (const { organizationId, job } of woken)
    await beginRun(job, organizationId).catch((error: unknown) =>
      log.debug({ err: error, organizationId }, 'a wake that was not sent stays noted for a minute'),
    )
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ADMIT_TIMEOUT_MS} ms`)), ADMIT_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
