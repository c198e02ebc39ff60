import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '@/server/db'
import { deliveriesQueued } from '@/server/jobs/events'
import { anOrganization } from '@/server/testing/factories/basics'
import { aDelivery, aSigningSubscription, makeDue } from '@/server/testing/factories/webhooks'
import { deliverWebhooks } from './deliver-webhooks'
import { acceptEvents } from './local/events'
import { runServed } from './local/testing/served'

let served: Awaited<ReturnType<typeof runServed>>

beforeAll(async () => {
  served = await runServed([deliverWebhooks])
})

afterAll(() => served.stop())

it('attempts a due webhook delivery when woken, and gives up after five failures', async () => {
  const organizationId = await anOrganization()
  // Refused by the dialler: a receiver failure that needs no network.
  const { id: subscriptionId } = await aSigningSubscription(organizationId, ['new_contact'], {
    hookUrl: 'https://10.0.0.1/',
  })
  const { id: deliveryId } = await aDelivery(organizationId, subscriptionId)
  const wake = () => acceptEvents(served.queue.url, [deliveriesQueued(organizationId)])
  const attempts = () =>
    db.webhookAttempt.findMany({ where: { deliveryId, finishedAt: { not: null } }, orderBy: { attempt: 'asc' } })

  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await wake()
    await expect.poll(async () => (await attempts()).length).toBe(attempt)
    if (attempt < 5) await makeDue(deliveryId)
  }
  await expect
    .poll(async () => (await attempts()).map(({ deadLetter }) => deadLetter))
    .toEqual([false, false, false, false, true])
  expect(await db.webhookDelivery.findUnique({ where: { id: deliveryId } })).toMatchObject({
    status: 'failed',
    attemptCount: 5,
    deadLetter: true,
  })
})
