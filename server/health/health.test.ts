import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryRows } from '../db'
import { recordHeartbeat } from '../jobs/heartbeat'
import { processState } from '../process-state'
import { transact } from '../unit-of-work'
import { checkHealth } from './health'

const ready = (isReady: boolean) => {
  processState.scheduler = { isReady, signal: () => false }
}

beforeEach(() => ready(true))
afterEach(() => {
  delete processState.scheduler
  vi.restoreAllMocks()
})

/** Runs in a transaction that is rolled back, so that sweeps of other tests are invisible. */
async function alone(work: () => Promise<void>): Promise<void> {
  const done = new Error('done')
  await transact(async () => {
    await work()
    throw done
  }).catch((error: unknown) => {
    if (error !== done) throw error
  })
}

async function lastSweep(secondsAgo: number): Promise<void> {
  await queryRows({
    text: `UPDATE job_heartbeat SET at = clock_timestamp() - $1 * interval '1 second'`,
    values: [secondsAgo],
  })
}

const runsFor = (seconds: number) => void vi.spyOn(process, 'uptime').mockReturnValue(seconds)

it('the health check reports stale jobs three minutes after the last sweep, until the next one', async () => {
  runsFor(3600)
  await alone(async () => {
    await lastSweep(170)
    expect(await checkHealth()).toEqual({ status: 'ok', database: 'ok', jobs: 'embedded' })
    await lastSweep(190)
    expect(await checkHealth()).toEqual({ status: 'unavailable', database: 'ok', jobs: 'stale' })
    await recordHeartbeat()
    expect(await checkHealth()).toEqual({ status: 'ok', database: 'ok', jobs: 'embedded' })
  })
})

it('the health check gives a newly started process time for its first sweep', async () => {
  runsFor(60)
  await alone(async () => {
    await lastSweep(86_400)
    expect(await checkHealth()).toMatchObject({ status: 'ok' })
  })
})

it('the health check reports starting jobs until the scheduler of this process is ready', async () => {
  ready(false)
  expect(await checkHealth()).toEqual({ status: 'unavailable', database: 'ok', jobs: 'starting' })
})
