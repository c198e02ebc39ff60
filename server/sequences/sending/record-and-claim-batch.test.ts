import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { now } from '../../clock'
import { db } from '../../db'
import { getDailyMessageUsage } from '../../organizations/daily-message-usage'
import { useMailbox } from '../../testing/environment'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { runQueue } from '../../testing/queues'
import { recordAndClaimBatch } from './record-and-claim-batch'
import { sendingQueue } from './sending-queue'

const mailbox = await useMailbox()

const run = (organizationId: string) => runQueue(sendingQueue, organizationId)

async function people(organizationId: string, sequenceId: string, count: number) {
  const sendings = []
  for (let n = 0; n < count; n += 1) sendings.push(await aSending(organizationId, sequenceId))
  return sendings
}

const listStatuses = async (organizationId: string) =>
  (await db.sending.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })).map(({ status }) => status)

it('completes a batch of survey sendings with fewer than two SQL statements per recipient', async () => {
  const organizationId = await anOrganization()
  const sequence = await aSequence(organizationId, [{ type: 'survey' }])
  const sendings = await people(organizationId, sequence.id, 60)
  const queries = vi.spyOn(Client.prototype, 'query')
  await run(organizationId)
  const statements = queries.mock.calls.length
  queries.mockRestore()
  expect(new Set(await listStatuses(organizationId))).toEqual(new Set(['completed']))
  for (const { email } of sendings) expect(mailbox.to(email)).toHaveLength(1)
  // Two passes per sending, each shared with a batch: before and after the message.
  expect(statements / sendings.length).toBeLessThan(2)
})

it('does not block other sendings when one message cannot be built, and keeps its completed steps', async () => {
  const organizationId = await anOrganization()
  // Saving a survey would refuse this.
  const broken = await aSurvey(organizationId, { questions: [null] })
  const faulty = await aSequence(organizationId, [{ type: 'wait' }, { type: 'survey', surveyId: broken.id }])
  const sound = await aSequence(organizationId, [{ type: 'survey' }])
  const unlucky = await aSending(organizationId, faulty.id)
  const others = await people(organizationId, sound.id, 12)
  await run(organizationId)
  for (const { email } of others) expect(mailbox.to(email)).toHaveLength(1)
  const rows = await db.sendingStep.findMany({ where: { sendingId: unlucky.id } })
  expect(rows).toMatchObject([{ type: 'wait', status: 'completed' }])
  expect(await db.sending.findUnique({ where: { id: unlucky.id } })).toMatchObject({ endedAt: null })
})

it('sends as many messages of a batch as the daily quota allows, and leaves the rest unclaimed', async () => {
  const organizationId = await anOrganization({ quotaPerDay: 3 })
  const sequence = await aSequence(organizationId, [{ type: 'survey' }])
  await people(organizationId, sequence.id, 8)
  await run(organizationId)
  const statuses = await listStatuses(organizationId)
  expect(statuses.filter((status) => status === 'completed')).toHaveLength(3)
  expect(statuses.filter((status) => status === 'running')).toHaveLength(5)
  expect(await getDailyMessageUsage(organizationId)).toMatchObject({ used: 3, limit: 3 })
  const waiting = await db.sendingStep.findMany({ where: { organizationId, endedAt: null } })
  expect(waiting).toHaveLength(5)
  for (const { reason, claimedAt } of waiting) {
    expect(reason).toMatchObject({ code: 'quotaUsed', values: { limit: '3' } })
    expect(claimedAt).toBeNull()
  }
})

it('throttles several runs of one contact that are due in the same batch', async () => {
  const organizationId = await anOrganization({ throttleDays: 30 })
  const contact = await aContact(organizationId)
  for (let n = 0; n < 3; n += 1) {
    const { id } = await aSequence(organizationId, [{ type: 'survey' }])
    await aSending(organizationId, id, { contactId: contact.id, email: contact.email })
  }
  await run(organizationId)
  expect(mailbox.to(contact.email)).toHaveLength(1)
  const steps = await db.sendingStep.findMany({ where: { organizationId }, orderBy: { status: 'asc' } })
  expect(steps.map(({ status }) => status)).toEqual(['sent', 'skipped', 'skipped'])
})

it('claims no more sendings than it has free places, and leaves the others due', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId, [{ type: 'survey' }])
  await people(organizationId, id, 5)
  const { outgoing, isFull } = await recordAndClaimBatch(organizationId, [], { capacity: 2 })
  expect([outgoing.length, isFull]).toEqual([2, true])
  expect(await db.sending.count({ where: { organizationId, dueAt: { lte: now() } } })).toBe(3)
})
