import { expect, it } from 'vitest'
import { contactJobQueue } from '../contact-jobs/contact-job-queue'
import { addSuppression, optOut } from '../contacts/suppression'
import { db } from '../db'
import { useEnvironment } from '../testing/environment'
import { aContact, aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { runQueue } from '../testing/queues'
import { transact } from '../unit-of-work'
import { ALL_CONTACTS, createContacts, runBulkAction, runUndo } from './bulk-action-fixture'
import { getBulkAction } from './present-bulk-action'
import { previewBulkAction } from './preview-bulk-action'
import { startBulkAction } from './start-bulk-action'

useEnvironment({ WAITING_SENDINGS_MAX: '100' })

const SUBJECT = { locationId: null, employeeId: null }

it('enrols those who can be reached, and counts the others by reason as the preview does', async () => {
  const organizationId = await anOrganization()
  const { id: sequenceId } = await aSequence(organizationId, [{ type: 'survey' }, { type: 'sms', body: 'Hello' }])
  const phone = '+33612345678'
  const reachable = await aContact(organizationId, { phone })
  const bounced = await aContact(organizationId, { phone })
  await aContact(organizationId)
  const optedOut = await aContact(organizationId)
  const enrolled = await aContact(organizationId, { phone })
  await transact(({ tx }) => addSuppression(tx, organizationId, bounced.email, 'bounced'))
  await optOut(organizationId, optedOut.id, optedOut.email)
  await aSending(organizationId, sequenceId, { contactId: enrolled.id, email: enrolled.email })
  const skipped = [
    { reason: 'unsubscribed', count: 1 },
    { reason: 'noPhone', count: 1 },
    { reason: 'alreadyEnrolled', count: 1 },
  ]
  expect(await previewBulkAction(organizationId, { selection: ALL_CONTACTS, sequenceId })).toEqual({
    total: 5,
    unsubscribed: 1,
    skipped,
  })
  const done = await runBulkAction(organizationId, { type: 'enrol', sequenceId, ...SUBJECT })
  expect(done).toMatchObject({ status: 'done', changed: 2, recordName: 'After the visit' })
  expect(done.skipped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual(
    skipped.toSorted((a, b) => a.reason.localeCompare(b.reason)),
  )
  const sendings = await db.sending.findMany({ where: { organizationId, contactId: { not: enrolled.id } } })
  expect(sendings.map(({ contactId }) => contactId).toSorted()).toEqual([reachable.id, bounced.id].toSorted())
})

it('sends a survey by email to those whose address works, and sets the location of the contacts', async () => {
  const organizationId = await anOrganization()
  const survey = await aSurvey(organizationId, { questions: [{ id: 'q', type: 'nps', text: { en: 'Q' } }] })
  const { id: locationId } = await aLocation(organizationId)
  const contact = await aContact(organizationId)
  const bounced = await aContact(organizationId)
  await transact(({ tx }) => addSuppression(tx, organizationId, bounced.email, 'bounced'))
  const action = { type: 'sendSurvey', surveyId: survey.id, locationId, employeeId: null } as const
  expect((await previewBulkAction(organizationId, { selection: ALL_CONTACTS, surveyId: survey.id })).skipped).toEqual([
    { reason: 'bounced', count: 1 },
  ])
  const done = await runBulkAction(organizationId, action)
  expect(done).toMatchObject({ changed: 1, skipped: [{ reason: 'bounced', count: 1 }] })
  expect(await db.sending.findMany({ where: { organizationId } })).toMatchObject([
    { contactId: contact.id, surveyId: survey.id, locationId },
  ])
  expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ locationId })
  expect(await runUndo(organizationId, done.id)).toEqual({ state: 'done', restored: 1, kept: 0 })
  expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ locationId: null })
})

it('undoing an enrolment cancels the sendings that have sent nothing', async () => {
  const organizationId = await anOrganization()
  const { id: sequenceId } = await aSequence(organizationId)
  const [one = '', two = ''] = await createContacts(organizationId, 2)
  const { id } = await runBulkAction(organizationId, { type: 'enrol', sequenceId, ...SUBJECT })
  const sent = await db.sending.findFirstOrThrow({ where: { organizationId, contactId: one } })
  await db.sendingStep.create({
    data: {
      organizationId,
      sendingId: sent.id,
      stepId: sent.id,
      position: 0,
      type: 'survey',
      status: 'scheduled',
      claimedAt: new Date(),
    },
  })
  expect(await runUndo(organizationId, id)).toEqual({ state: 'done', restored: 1, kept: 1 })
  expect(await db.sending.findFirst({ where: { organizationId, contactId: one } })).toMatchObject({ status: 'queued' })
  expect(await db.sending.findFirst({ where: { organizationId, contactId: two } })).toMatchObject({
    status: 'cancelled',
    reason: { code: 'enrolmentUndone' },
    dueAt: null,
  })
})

it('waits while the queue of sendings is full, and goes on when it is not', async () => {
  const organizationId = await anOrganization()
  const { id: sequenceId } = await aSequence(organizationId)
  await createContacts(organizationId, 150)
  const id = await startBulkAction(organizationId, { type: 'enrol', sequenceId, ...SUBJECT }, ALL_CONTACTS)
  await runQueue(contactJobQueue, organizationId)
  expect(await getBulkAction(organizationId, id, 'en')).toMatchObject({
    status: 'running',
    isWaiting: true,
    processed: 100,
  })
  expect((await db.contactJob.findUniqueOrThrow({ where: { id } })).dueAt?.getTime()).toBeGreaterThan(Date.now())
})

it('fails if the sequence is paused before it has finished, and says so; refuses to start with one', async () => {
  const organizationId = await anOrganization()
  const { id: sequenceId } = await aSequence(organizationId)
  await createContacts(organizationId, 101)
  const action = { type: 'enrol', sequenceId, ...SUBJECT } as const
  const id = await startBulkAction(organizationId, action, ALL_CONTACTS)
  await db.sequence.update({ where: { id: sequenceId }, data: { status: 'paused' } })
  await runQueue(contactJobQueue, organizationId)
  expect(await getBulkAction(organizationId, id, 'en')).toMatchObject({
    status: 'failed',
    processed: 0,
    error: 'The sequence is not active any more.',
  })
  await expect(startBulkAction(organizationId, action, ALL_CONTACTS)).rejects.toMatchObject({
    code: 'SEQUENCE_INACTIVE',
  })
})
