import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { queryRows } from '../db'
import { processState } from '../process-state'
import { checkHealth } from './health'

beforeAll(() => {
  processState.scheduler = { isReady: true, signal: () => false }
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => vi.useRealTimers())

it.each([
  ['its disk is full', '53100'],
  ['its disk fails', '58030'],
  ['it became a standby', '25006'],
])(
  'the health check reports a database that cannot write because %s, for a minute after the last such error',
  async (_, code) => {
    expect((await checkHealth()).database).toBe('ok')
    const fault = queryRows({ text: `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`, values: [] })
    await expect(fault).rejects.toThrow('no')
    expect(await checkHealth()).toMatchObject({ status: 'unavailable', database: 'read-only' })
    vi.setSystemTime(Date.now() + 60_000)
    expect((await checkHealth()).database).toBe('ok')
  },
)

it('the health check detects a read-only database without other traffic', async () => {
  const rows = await queryRows<{ job: string }>({
    text: "SELECT job FROM job_heartbeat WHERE job = 'health'",
    values: [],
  })
  expect(rows).toEqual([{ job: 'health' }])
})
