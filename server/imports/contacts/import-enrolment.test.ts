import { beforeEach, expect, it } from 'vitest'
import { contactJobQueue } from '../../contact-jobs/contact-job-queue'
import { optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { setSequenceStatus } from '../../sequences/sequences'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { runQueue } from '../../testing/queues'
import { importFile, prepareImport, startPreparedImport } from './import-fixture'
import { getContactImport } from './present-import'
import { undoContactImport } from './undo/undo-import'

const TARGETS = ['email', 'firstName', 'dedupeKey'] as const
const VISITS = [
  'email,first name,receipt',
  'ada@example.com,Ada,A-1',
  'grace@example.com,Grace,A-2',
  'ada@example.com,Ada,A-3',
  'out@example.com,Out,A-4',
  'ada@example.com,Ada,A-1',
  'nowhere,Alan,A-5',
].join('\n')

let organizationId: string
let sequenceId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  sequenceId = (await aSequence(organizationId)).id
})

const importVisits = (content = VISITS) => importFile(organizationId, content, { targets: [...TARGETS], sequenceId })
const listSent = async () =>
  (await db.sending.findMany({ where: { organizationId }, orderBy: [{ email: 'asc' }, { id: 'asc' }] })).map(
    ({ email, status }) => [email, status],
  )

it('enrols those who can be reached, once for each key, also of a file that is imported again', async () => {
  const out = await aContact(organizationId, { email: 'out@example.com' })
  await optOut(organizationId, out.id, out.email)
  const done = await importVisits()
  expect(done).toMatchObject({
    status: 'done',
    counts: { created: 2, refused: 1, enrolled: 3 },
    sequence: { id: sequenceId },
    notEnrolled: [
      { reason: 'duplicateKey', count: 1 },
      { reason: 'unsubscribed', count: 1 },
    ],
  })
  expect((await listSent()).map(([email]) => email)).toEqual([
    'ada@example.com',
    'ada@example.com',
    'grace@example.com',
  ])
  const again = await importVisits(`${VISITS}\ngrace@example.com,Grace,A-6`)
  expect(again).toMatchObject({ counts: { enrolled: 1 } })
  expect(await db.sending.count({ where: { organizationId } })).toBe(4)
})

it('enrols each person once without keys, and not those who are in the sequence', async () => {
  const file = 'email,first name,receipt\nada@example.com,Ada,\nada@example.com,Ada,\ngrace@example.com,Grace,'
  expect(await importVisits(file)).toMatchObject({
    counts: { enrolled: 2 },
    notEnrolled: [{ reason: 'alreadyEnrolled', count: 1 }],
  })
  expect(await importVisits(file)).toMatchObject({ counts: { enrolled: 0 } })
  expect(await db.sending.count({ where: { organizationId } })).toBe(2)
})

it('imports people without enrolling them once the sequence is not active, and does not start then', async () => {
  const { id } = await prepareImport(organizationId, VISITS, { targets: [...TARGETS], sequenceId })
  await setSequenceStatus(organizationId, { id: sequenceId, status: 'paused' })
  await expect(startPreparedImport(organizationId, id)).rejects.toMatchObject({ code: 'SEQUENCE_INACTIVE' })
  await setSequenceStatus(organizationId, { id: sequenceId, status: 'active' })
  await startPreparedImport(organizationId, id)
  await setSequenceStatus(organizationId, { id: sequenceId, status: 'paused' })
  await runQueue(contactJobQueue, organizationId)
  expect(await getContactImport(organizationId, id, 'en')).toMatchObject({
    status: 'done',
    counts: { created: 3, enrolled: 0 },
    notEnrolled: [{ reason: 'sequenceInactive', count: 5 }],
  })
})

it('undoing cancels enrolments that have sent nothing, and their keys count no more', async () => {
  const known = await aContact(organizationId, { email: 'grace@example.com', firstName: 'Grace', lastName: null })
  const { id, undo } = await importVisits()
  expect(undo.state).toBe('possible')
  await undoContactImport(organizationId, id)
  await runQueue(contactJobQueue, organizationId)
  expect((await getContactImport(organizationId, id, 'en')).undo).toMatchObject({
    state: 'done',
    counts: { enrolmentsCancelled: 4, deleted: 2 },
  })
  expect(await db.contact.findMany({ where: { organizationId } })).toMatchObject([{ id: known.id }])
  expect(await db.sending.count({ where: { organizationId, status: { not: 'cancelled' } } })).toBe(0)
  expect(await importVisits()).toMatchObject({ counts: { enrolled: 4 } })
})

it('cannot be undone once it has sent something to a contact that it created', async () => {
  const { id } = await importVisits()
  const sending = await db.sending.findFirstOrThrow({ where: { organizationId, email: 'ada@example.com' } })
  await db.sendingStep.create({
    data: {
      organizationId,
      sendingId: sending.id,
      stepId: sending.id,
      position: 0,
      type: 'survey',
      status: 'scheduled',
      claimedAt: new Date(),
    },
  })
  expect((await getContactImport(organizationId, id, 'en')).undo.state).toBe('contacted')
})
