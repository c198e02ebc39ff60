import { expect, expectTypeOf, it } from 'vitest'
import { queryRows } from '../db'
import { listOverdueSendings } from '../sequences/sending/sending-queue'
import { anOrganization } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aDelivery, aSigningSubscription } from '../testing/factories/webhooks'
import { transact } from '../unit-of-work'
import { listOverdueDeliveries } from '../webhooks/delivering/delivery-queue'
import { deliveriesQueued, type WakeEvent } from './events'
import { beginRun, planRun, wake } from './wake'

const JOB = 'webhooks/deliveries.queued'

/** Wake events queued for an organization, with the time until which each sleeps. */
async function eventsOf(organizationId: string): Promise<(string | undefined)[]> {
  const jobs = await queryRows<{ payload: { name: string; data: { organizationId?: string; at?: string } }[] }>({
    text: `SELECT payload FROM graphile_worker._private_jobs WHERE payload::text LIKE '%' || $1 || '%'`,
    values: [organizationId],
  })
  return jobs
    .flatMap(({ payload }) => payload)
    .flatMap(({ data }) => (data.organizationId === organizationId ? [data.at] : []))
}

it('a hundred concurrent transactions queue one wake event for their organization', async () => {
  const organizationId = await anOrganization()
  await Promise.all(
    Array.from({ length: 100 }, () => transact(async (work) => work.wake(deliveriesQueued(organizationId)))),
  )
  expect(await eventsOf(organizationId)).toEqual([undefined])
})

it('wake sends another event only after a run has begun or the last event is over a minute old', async () => {
  const organizationId = await anOrganization()
  const woken = () => wake([deliveriesQueued(organizationId)])
  await woken()
  await beginRun(JOB, organizationId)
  await woken()
  await woken()
  expect(await eventsOf(organizationId)).toHaveLength(2)
  await queryRows({
    text: `UPDATE job_wake SET queued_at = queued_at - interval '61 seconds' WHERE organization_id = $1`,
    values: [organizationId],
  })
  await woken()
  expect(await eventsOf(organizationId)).toHaveLength(3)
})

it('planRun queues another delayed event only for an earlier time or after the planned run has begun', async () => {
  const organizationId = await anOrganization()
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const [later, early, between] = [at(300), at(60), at(120)]
  for (const moment of [later, early, between]) await planRun(JOB, organizationId, moment)
  expect(await eventsOf(organizationId)).toEqual([later.toISOString(), early.toISOString()])
  await beginRun(JOB, organizationId, early.toISOString())
  await planRun(JOB, organizationId, between)
  expect(await eventsOf(organizationId)).toHaveLength(3)
})

it('the lists of overdue work contain each organization once, even one with 5,000 overdue rows', async () => {
  const [many, one] = [await anOrganization(), await anOrganization()]
  const subscriptions = await Promise.all([many, one].map((id) => aSigningSubscription(id, ['new_contact'])))
  const sequences = await Promise.all([many, one].map((id) => aSequence(id)))
  const [long, late] = [new Date(Date.now() - 3_600_000), new Date(Date.now() - 120_000)]
  await queryRows({
    text: `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
      SELECT gen_random_uuid(), $1, $2, 'new_contact', '[]', $3::timestamptz FROM generate_series(1, 5000)`,
    values: [many, subscriptions[0]?.id, long],
  })
  await queryRows({
    text: `INSERT INTO sending (id, organization_id, sequence_id, contact_id, email, anchor_at, due_at, updated_at)
      SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'ada@example.com', $3::timestamptz, $3::timestamptz, now() FROM generate_series(1, 5000)`,
    values: [many, sequences[0]?.id, long],
  })
  await aDelivery(one, subscriptions[1]?.id ?? '', { nextAttemptAt: late })
  await aSending(one, sequences[1]?.id ?? '', { dueAt: late })
  for (const found of [await listOverdueDeliveries(1000), await listOverdueSendings(1000)])
    expect([many, one].map((id) => found.filter((other) => other === id).length)).toEqual([1, 1])
})

it('the type WakeEvent accepts neither an undeclared event nor one with other data', () => {
  type Misnamed = { name: 'webhooks/deliveries.queue'; data: { organizationId: string } }
  type Mistaken = { name: 'webhooks/notice.queued'; data: { organizationId: string } }
  expectTypeOf<Misnamed>().not.toExtend<WakeEvent>()
  expectTypeOf<Mistaken>().not.toExtend<WakeEvent>()
})
