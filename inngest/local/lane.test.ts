import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createContact } from '@/server/contacts/create'
import { db, queryRows } from '@/server/db'
import { executeSequence } from '@/server/sequences/execute'
import { anEmail, anOrganization } from '@/server/testing/factories/basics'
import { aSequence } from '@/server/testing/factories/sequences'
import { aSigningSubscription } from '@/server/testing/factories/webhooks'
import { Lane } from './lane'

/* Runs started directly in the leading process. Addresses are refused by the dialler: a receiver failure that needs no network. */

const REFUSED = 'https://10.0.0.1/'
const held = globalThis as { cfsLane?: Lane }

beforeAll(() => {
  held.cfsLane = new Lane()
})

afterAll(() => close())

async function close(): Promise<void> {
  const lane = held.cfsLane
  delete held.cfsLane
  await lane?.close()
}

async function eventsOf(organizationId: string): Promise<(string | undefined)[]> {
  const jobs = await queryRows<{ payload: { data: { organizationId?: string; at?: string } }[] }>({
    text: `SELECT payload FROM graphile_worker._private_jobs WHERE payload::text LIKE '%' || $1 || '%'`,
    values: [organizationId],
  })
  return jobs.flatMap(({ payload }) => payload).map(({ data }) => data.at)
}

const contact = (organizationId: string) => createContact(organizationId, { email: anEmail(), firstName: 'Ada' })
const attempted = (organizationId: string) =>
  db.webhookAttempt.count({ where: { organizationId, finishedAt: { not: null } } })

it('delivers a webhook in the process without an event, and queues an event for the retry', async () => {
  const organizationId = await anOrganization()
  await aSigningSubscription(organizationId, ['new_contact'], { hookUrl: REFUSED })
  await contact(organizationId)
  await expect.poll(() => attempted(organizationId)).toBe(1)
  await expect.poll(() => eventsOf(organizationId)).toHaveLength(1)
  const [delivery] = await db.webhookDelivery.findMany({ where: { organizationId } })
  expect(await eventsOf(organizationId)).toEqual([delivery?.nextAttemptAt?.toISOString()])
})

it('sends a sequence step in the process without an event, and queues an event for the next step', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId, [{ type: 'survey' }, { type: 'wait', delay: 3600 }])
  await executeSequence(organizationId, { id, contacts: [{ email: anEmail(), firstName: 'Ada' }] })
  await expect.poll(() => db.capturedMessage.count({ where: { organizationId } })).toBe(1)
  await expect.poll(() => eventsOf(organizationId)).toHaveLength(1)
  const [sending] = await db.sending.findMany({ where: { organizationId } })
  expect(await eventsOf(organizationId)).toEqual([sending?.dueAt?.toISOString()])
})

it('needs fewer than 1.1 database statements per webhook delivery', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSigningSubscription(organizationId, ['new_contact'], { hookUrl: REFUSED })
  const count = 200
  await queryRows({
    text: `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
      SELECT time_ordered_uuid(), $1, $2, 'new_contact', '[]', clock_timestamp() FROM generate_series(1, $3::int)`,
    values: [organizationId, id, count],
  })
  const asked = vi.spyOn(Client.prototype, 'query')
  held.cfsLane?.begin('webhooks/deliveries.queued', organizationId)
  await vi.waitUntil(() => asked.mock.calls.some(([query]) => isNamed(query, 'next-due-delivery')), 15_000)
  const statements = asked.mock.calls.length
  asked.mockRestore()
  expect(await attempted(organizationId)).toBe(count)
  expect(statements / count).toBeLessThan(1.1)
})

function isNamed(query: unknown, name: string): boolean {
  return typeof query === 'object' && query !== null && 'name' in query && query.name === name
}

it('queues an event for new work after the in-process runs are closed', async () => {
  const organizationId = await anOrganization()
  await aSigningSubscription(organizationId, ['new_contact'], { hookUrl: REFUSED })
  await close()
  await contact(organizationId)
  expect(await eventsOf(organizationId)).toEqual([undefined])
  expect(await attempted(organizationId)).toBe(0)
})
