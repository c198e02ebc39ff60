import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { RUNNER_STARTED } from '@/server/jobs/events'
import { inTransaction } from './database'
import { QueuedEvent } from './events'
import { type JobFunction, nextFiring } from './functions'
import { startRun } from './runs'

export type Intake = { pool: Pool; functions: ReadonlyMap<string, JobFunction>; log: Logger }

export async function takeEvents({ pool, functions }: Intake, payload: unknown): Promise<void> {
  const events = z.array(QueuedEvent).parse(payload)
  await inTransaction(pool, async (client) => {
    for (const { dedupe, ...event } of events) {
      const dedupeKey = dedupe ? `event:${event.name}:${event.id}` : null
      for (const job of functions.values())
        if (job.events.includes(event.name)) await startRun(client, { functionId: job.id, event, dedupeKey })
    }
  })
}

const Firing = z.object({ functionId: z.string(), cron: z.string() })

/**
 * Ensures that every schedule has its next tick queued. An existing tick is kept, so one that was missed while no runner was up fires late,
 * once.
 */
export async function planSchedules({ pool, functions }: Intake): Promise<void> {
  for (const { id, crons } of functions.values())
    for (const cron of crons) await planFiring(pool, id, cron, nextFiring(cron, new Date()), 'preserve_run_at')
}

export async function announceStart({ pool }: Intake): Promise<void> {
  const event: QueuedEvent = { id: randomUUID(), name: RUNNER_STARTED, data: {}, ts: Date.now(), dedupe: false }
  await pool.query("SELECT graphile_worker.add_job('event', $1::json)", [JSON.stringify([event])])
}

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
