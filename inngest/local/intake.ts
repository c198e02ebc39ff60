import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { inTransaction, queueExecution } from './database'
import type { QueuedEvent } from './events'
import { compileCondition } from './expressions'
import { type JobEvent, type JobFunction, nextFiring } from './functions'
import { cancelRun, resolveStep, startRun } from './runs'
import { RUNNER_STARTED } from './started'

/*
 * What an event brings about, and a moment of a schedule.
 */

export type Intake = { pool: Pool; functions: ReadonlyMap<string, JobFunction>; log: Logger }

const Events = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    data: z.record(z.string(), z.unknown()),
    ts: z.number(),
    dedupe: z.boolean(),
  }),
)

/** An event ends what it cancels, wakes who waits for it, and starts what it triggers; those of one job in one transaction. */
export async function takeEvents({ pool, functions }: Intake, payload: unknown): Promise<void> {
  const events = Events.parse(payload)
  const jobs = [...functions.values()]
  await inTransaction(pool, async (client) => {
    for (const { dedupe, ...event } of events) {
      for (const job of jobs) await cancelRuns(client, job, event)
      await wakeWaiting(client, event)
      for (const job of jobs)
        if (job.triggers.some((trigger) => trigger.event === event.name && trigger.isMet({ event })))
          await startRun(client, { functionId: job.id, event, dedupeKey: dedupeKey(job, event, dedupe) })
    }
  })
}

function dedupeKey(job: JobFunction, event: JobEvent, dedupe: boolean): string | null {
  if (job.idempotencyKeyOf) return `key:${job.idempotencyKeyOf(event)}`
  return dedupe ? `event:${event.name}:${event.id}` : null
}

async function cancelRuns(client: PoolClient, job: JobFunction, event: JobEvent): Promise<void> {
  const cancels = job.cancels.filter((cancel) => cancel.event === event.name)
  if (cancels.length === 0) return
  const { rows } = await client.query<{ id: string; event: JobEvent }>(
    "SELECT id, event FROM inngest_local.run WHERE function_id = $1 AND status = 'running' ORDER BY id",
    [job.id],
  )
  for (const run of rows)
    if (cancels.some(({ isMet }) => isMet({ event: run.event, async: event }))) {
      await cancelRun(client, run.id)
      // Its turn may be under way, or it may have a place in a line: whoever executes finds that it has ended.
      await queueExecution(client, run.id, null)
    }
}

async function wakeWaiting(client: PoolClient, event: JobEvent): Promise<void> {
  const { rows } = await client.query<{ run_id: string; hash: string; expression: string | null; event: JobEvent }>(
    `SELECT o.run_id, o.hash, o.expression, r.event FROM inngest_local.open_step o
     JOIN inngest_local.run r ON r.id = o.run_id WHERE o.event_name = $1 ORDER BY o.run_id, o.hash`,
    [event.name],
  )
  for (const wait of rows)
    if (compileCondition(wait.expression ?? undefined)({ event: wait.event, async: event }))
      await resolveStep(client, wait.run_id, wait.hash, { ...event, user: {} })
}

const Firing = z.object({ functionId: z.string(), cron: z.string() })

/**
 * Makes sure that every schedule has its next moment in the queue. One that has stays as it is, so a moment that passed
 * while nobody ran fires late, once.
 */
export async function planSchedules({ pool, functions }: Intake): Promise<void> {
  for (const { id, crons } of functions.values())
    for (const cron of crons) await planFiring(pool, id, cron, nextFiring(cron, new Date()), 'preserve_run_at')
}

/** Triggers what is to be done when a runner begins to execute. */
export async function announceStart({ pool }: Intake): Promise<void> {
  const event: QueuedEvent = { id: randomUUID(), name: RUNNER_STARTED, data: {}, ts: Date.now(), dedupe: false }
  await pool.query("SELECT graphile_worker.add_job('event', $1::json)", [JSON.stringify([event])])
}

/** Starts the run of a moment and plans the next one, in one transaction. */
export async function fire({ pool, functions }: Intake, payload: unknown, at: Date): Promise<void> {
  const { functionId, cron } = Firing.parse(payload)
  if (!functions.get(functionId)?.crons.includes(cron)) return
  const id = `${cron}@${at.toISOString()}`
  const event = { id, name: 'inngest/scheduled.timer', data: { cron }, ts: at.getTime() }
  const next = nextFiring(cron, new Date(Math.max(at.getTime(), Date.now())))
  await inTransaction(pool, async (client) => {
    await startRun(client, { functionId, event, dedupeKey: `cron:${id}` })
    await planFiring(client, functionId, cron, next, 'replace')
  })
}

async function planFiring(
  client: Pool | PoolClient,
  functionId: string,
  cron: string,
  at: Date,
  mode: 'replace' | 'preserve_run_at',
): Promise<void> {
  await client.query(
    "SELECT graphile_worker.add_job('cron', $1::json, run_at => $2, job_key => $3, job_key_mode => $4)",
    [JSON.stringify({ functionId, cron }), at, `cron:${functionId}:${cron}`, mode],
  )
}
