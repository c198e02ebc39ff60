import { expect, it } from 'vitest'
import { queryRows } from '../db'
import { sendingQueue } from '../sequences/sending/sending-queue'
import { anOrganization } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aDelivery, aSigningSubscription } from '../testing/factories/webhooks'
import { isOrganizationDueForSweep } from '../testing/queues'
import { deliveryQueue } from '../webhooks/delivery/delivery-queue'

it('the lists of due work contain each organization once, even one with 5,000 overdue rows', async () => {
  const [busy, quiet] = [await anOrganization(), await anOrganization()]
  const subscriptions = await Promise.all([busy, quiet].map((id) => aSigningSubscription(id, ['new_contact'])))
  const sequences = await Promise.all([busy, quiet].map((id) => aSequence(id)))
  const [long, late] = [new Date(Date.now() - 3_600_000), new Date(Date.now() - 120_000)]
  await queryRows({
    text: `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
      SELECT gen_random_uuid(), $1, $2, 'new_contact', '[]', $3::timestamptz FROM generate_series(1, 5000)`,
    values: [busy, subscriptions[0]?.id, long],
  })
  await queryRows({
    text: `INSERT INTO sending (id, organization_id, sequence_id, contact_id, email, anchor_at, due_at, updated_at)
      SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'ada@example.com', $3::timestamptz, $3::timestamptz, now() FROM generate_series(1, 5000)`,
    values: [busy, sequences[0]?.id, long],
  })
  await aDelivery(quiet, subscriptions[1]?.id ?? '', { nextAttemptAt: late })
  await aSending(quiet, sequences[1]?.id ?? '', { dueAt: late })
  for (const queue of [deliveryQueue, sendingQueue]) {
    const dueOrganizations = await queue.listDueOrganizations(1000, late)
    expect([busy, quiet].map((id) => dueOrganizations.filter((due) => due.organizationId === id).length)).toEqual([
      1, 1,
    ])
  }
})

it('the sweep finds an overdue sending whose signal was lost, but none that is not overdue', async () => {
  const [late, early, parked] = await Promise.all([anOrganization(), anOrganization(), anOrganization()])
  await aSending(late, (await aSequence(late)).id, { dueAt: new Date(Date.now() - 90_000) })
  await aSending(early, (await aSequence(early)).id)
  await aSending(parked, (await aSequence(parked)).id, { dueAt: null })
  const dueOrganizations = await Promise.all(
    [late, early, parked].map((id) => isOrganizationDueForSweep(sendingQueue, id)),
  )
  expect(dueOrganizations).toEqual([true, false, false])
})
