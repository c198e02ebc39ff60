import { expect, it } from 'vitest'
import { readEnvironment } from '@/server/env'
import { deliveryQueue } from '@/server/webhooks/delivery/delivery-queue'
import { getConcurrencyLimits } from './functions'

const limitsWith = (variables: Record<string, string>) =>
  getConcurrencyLimits(deliveryQueue, readEnvironment({ ...process.env, ...variables }))

const OF_EACH = { key: 'event.data.organizationId', limit: 1 }

it('leaves the total number of concurrent runs to the plan in Inngest Cloud', () => {
  const keys = { INNGEST_EVENT_KEY: 'given-by-inngest', INNGEST_SIGNING_KEY: 'signkey-prod-00ff' }
  expect(limitsWith(keys)).toEqual([OF_EACH])
})

it('limits the total number of concurrent runs on a self-hosted Inngest server', () => {
  expect(limitsWith({})).toEqual([OF_EACH, { limit: 200 }])
  const own = { INNGEST_BASE_URL: 'http://127.0.0.1:8288', INNGEST_EVENT_KEY: '00ff', INNGEST_SIGNING_KEY: '00ff' }
  expect(limitsWith(own)).toEqual([OF_EACH, { limit: 200 }])
})
