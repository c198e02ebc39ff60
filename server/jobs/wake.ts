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
 * Who has been told that an organization's work is due. One event stands for all the work that waits when its run begins:
 * a wake that comes while an event is still on its way says nothing new, one that comes after the run began is another.
 */

/** An event that nobody has taken up for so long may be lost; another one does no harm. */
const LOST_MS = 60_000
const ADMIT_TIMEOUT_MS = 2500

/** Open while this process executes the jobs (inngest/local/lane.ts). */
const shared = globalThis as { cfsLane?: { begin: (job: OrganizationJob, organizationId: string) => boolean } }

/**
 * Wakes workers for rows that are committed; an organization whose wake is still on its way is not woken again. Never
 * throws and never takes long: should a wake be lost, the row stays and the sweep finds it.
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

/**
 * The same for whoever has somebody waiting for an answer: an Inngest server is told after that, so that what is written
 * costs the same whether it is up, down or hanging.
 */
export function wakeAfterAnswer(events: readonly WakeEvent[]): Promise<void> {
  return afterAnswer(() => wake(events))
}

/**
 * Said before a run looks for work: what is committed from now on wakes another one.
 * @param at the moment for which the run slept.
 */
export async function beginRun(job: OrganizationJob, organizationId: string, at?: string): Promise<void> {
  await queryRows({
    name: 'begin-run',
    text: `UPDATE job_wake SET queued_at = NULL,
        timer_at = CASE WHEN timer_at = $3::timestamptz OR timer_at <= $4::timestamptz THEN NULL ELSE timer_at END
      WHERE organization_id = $1::uuid AND job = $2 AND (queued_at IS NOT NULL OR timer_at IS NOT NULL)`,
    values: [organizationId, job, at ?? null, now()],
  })
}

/** Has a run sleep until then, unless one wakes earlier, which will look when it is time for the next. */
export async function planRun(job: OrganizationJob, organizationId: string, at: Date): Promise<void> {
  const [planned] = await queryRows<{ timer_at: Date | null }>({
    name: 'planned-run',
    text: 'SELECT timer_at FROM job_wake WHERE organization_id = $1::uuid AND job = $2',
    values: [organizationId, job],
  })
  const plannedAt = planned?.timer_at?.getTime() ?? Infinity
  if (plannedAt <= at.getTime() && plannedAt > now().getTime()) return
  // Written after it was sent: a process that dies between the two has one sleeper too many, not one too few.
  if (!(await wakeAll([organizationWake(job, organizationId, at)]))) return
  await queryRows({
    name: 'plan-run',
    text: `INSERT INTO job_wake (organization_id, job, timer_at) VALUES ($1::uuid, $2, $3::timestamptz)
      ON CONFLICT (organization_id, job) DO UPDATE SET timer_at = excluded.timer_at`,
    values: [organizationId, job, at],
  })
}

type Woken = { organizationId: string; job: OrganizationJob }

/** Those who are not on their way already. */
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
        // Who is on the way is left alone, without a lock: a busy organization's requests do not wait for each other.
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

/** Nothing is on its way after all: the next wake is sent again. */
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
