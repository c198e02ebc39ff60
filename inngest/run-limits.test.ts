import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function limitsWith(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  const [{ runLimits }, { deliveryQueue }] = await Promise.all([
    import('./run-limits'),
    import('@/server/webhooks/delivering/delivery-queue'),
  ])
  return runLimits(deliveryQueue)
}

const OF_EACH = { key: 'event.data.organizationId', limit: 1 }

it('in the cloud the plan says how many runs execute at once', async () => {
  const keys = { INNGEST_EVENT_KEY: 'given-by-inngest', INNGEST_SIGNING_KEY: 'signkey-prod-00ff' }
  expect(await limitsWith(keys)).toEqual([OF_EACH])
})

it('on a server of our own, and on this machine, we say it', async () => {
  expect(await limitsWith({})).toEqual([OF_EACH, { limit: 200 }])
  vi.resetModules()
  const own = { INNGEST_BASE_URL: 'http://127.0.0.1:8288', INNGEST_EVENT_KEY: '00ff', INNGEST_SIGNING_KEY: '00ff' }
  expect(await limitsWith(own)).toEqual([OF_EACH, { limit: 200 }])
})
