import { expect, it } from 'vitest'
import { POST } from '@/app/api/inngest/route'
import { startJobs } from '../jobs/start-jobs'
import { processState } from '../process-state'
import { useEnvironment } from '../testing/environment'
import { checkHealth } from './health'

useEnvironment({ PAUSE_JOBS: '1' })

it('PAUSE_JOBS starts no scheduler, refuses the calls of an Inngest server, and is healthy', async () => {
  startJobs()
  expect(processState.scheduler).toBeUndefined()
  const headers = { 'x-inngest-signature': `t=${Math.floor(Date.now() / 1000)}&s=${'0'.repeat(64)}` }
  const call = new Request('http://localhost/api/inngest?fnId=x', { method: 'POST', body: '{}', headers })
  expect((await POST(call, {})).status).toBe(503)
  expect(await checkHealth()).toMatchObject({ status: 'ok', jobs: 'paused' })
})
