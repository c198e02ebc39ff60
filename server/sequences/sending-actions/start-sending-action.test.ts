import { expect, it } from 'vitest'
import { contactJobQueue } from '../../contact-jobs/contact-job-queue'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { runQueue } from '../../testing/queues'
import { insertSendings } from '../queries'
import { listRunningSendingActions, startSendingAction } from './start-sending-action'

async function aSequenceWithPeople(count: number) {
  const organizationId = await anOrganization()
  const sequence = await aSequence(organizationId, [{ type: 'survey', delay: 86_400 }])
  await db.contact.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      organizationId,
      email: `person${n}@example.com`,
      firstName: `P${n}`,
    })),
  })
  const contacts = await db.contact.findMany({ where: { organizationId } })
  await insertSendings(db, organizationId, {
    sequenceId: sequence.id,
    surveyId: null,
    employeeId: null,
    status: 'running',
    anchorAt: new Date(),
    dueAt: new Date(Date.now() + 86_400_000),
    sendings: contacts.map(({ id, email }) => ({ id, contactId: id, email, locationId: null })),
  })
  return { organizationId, sequence, contacts }
}

const countPaused = (organizationId: string) => db.sending.count({ where: { organizationId, pausedAt: { not: null } } })

it('acts on all who match the filter, of this sequence alone, and records the number', async () => {
  const { organizationId, sequence } = await aSequenceWithPeople(30)
  const other = await aSending(organizationId, (await aSequence(organizationId)).id)
  const filter = { sequence_id: sequence.id, status: 'running' as const, search: 'person1' }
  const action = await startSendingAction(organizationId, { action: { type: 'pause' }, filter })
  expect(action).toMatchObject({ status: 'done', total: 11, changed: 11, unchanged: 0, failed: 0 })
  expect(await countPaused(organizationId)).toBe(11)
  expect(await db.sending.findUnique({ where: { id: other.id } })).toMatchObject({ pausedAt: null })
  expect(await db.auditEvent.findMany({ where: { organizationId } })).toMatchObject([
    { action: 'sendings.paused', recordId: sequence.id, changes: [{ field: 'count', from: null, to: 11 }] },
  ])
})

it('acts on many in batches of a job, whose progress can be read', async () => {
  const { organizationId, sequence } = await aSequenceWithPeople(1203)
  const start = (type: 'pause' | 'resume' | 'cancel') =>
    startSendingAction(organizationId, { action: { type }, filter: { sequence_id: sequence.id } })
  expect(await start('pause')).toMatchObject({ status: 'running', total: 1203, changed: 0 })
  expect(await listRunningSendingActions(organizationId, sequence.id)).toHaveLength(1)
  await runQueue(contactJobQueue, organizationId)
  expect(await listRunningSendingActions(organizationId, sequence.id)).toEqual([])
  expect(await countPaused(organizationId)).toBe(1203)

  await start('resume')
  await runQueue(contactJobQueue, organizationId)
  expect(await countPaused(organizationId)).toBe(0)
  const waiting = { organizationId, dueAt: { gt: new Date() } }
  expect(await db.sending.count({ where: waiting })).toBe(1203)

  await start('cancel')
  await runQueue(contactJobQueue, organizationId)
  expect(await db.sending.count({ where: { organizationId, status: 'cancelled' } })).toBe(1203)
  expect(await db.contactEvent.count({ where: { organizationId, kind: 'sendingAction' } })).toBe(3 * 1203)
})

it('refuses a filter that selects no one', async () => {
  const { organizationId, sequence } = await aSequenceWithPeople(1)
  const filter = { sequence_id: sequence.id, status: 'completed' as const }
  await expect(startSendingAction(organizationId, { action: { type: 'pause' }, filter })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  expect(await db.contactJob.count({ where: { organizationId } })).toBe(0)
})
