import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from './database'
import { Slots } from './slots'
import { on, useScenarios } from './testing/scenarios'
import { removeOldRuns, requeueLost } from './upkeep'

const scenarios = useScenarios((inngest) => [
  inngest.createFunction(on('sleeper'), async ({ step }) => {
    await step.sleep('night', '8h')
  }),
])

let pool: Pool
beforeAll(() => {
  pool = openPool({ connectionString: scenarios.database.url })
})
afterAll(() => pool.end())

it('requeues a due run whose job was lost, and deletes the run a week after its end', async () => {
  const { query } = scenarios.database
  await scenarios.send('sleeper')
  await scenarios.untilAsleep('sleeper')
  const executor = { pool, executing: new Map(), slots: new Slots() }

  await query(
    "SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs WHERE task_identifier = 'execute'",
  )
  await requeueLost(executor)
  expect(await query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'execute'")).toEqual([])

  await query("UPDATE inngest_local.run SET due_at = clock_timestamp() - interval '1 minute'")
  await requeueLost(executor)
  expect(await scenarios.endsOf('sleeper')).toMatchObject([{ status: 'completed' }])

  await removeOldRuns(pool)
  expect(await query('SELECT FROM inngest_local.run')).toHaveLength(1)
  await query("UPDATE inngest_local.run SET ended_at = clock_timestamp() - interval '8 days'")
  await removeOldRuns(pool)
  expect(await query('SELECT FROM inngest_local.run UNION ALL SELECT FROM inngest_local.step')).toEqual([])
})
