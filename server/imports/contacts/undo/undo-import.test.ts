import { expect, it } from 'vitest'
import { runBulkAction, runUndo } from '../../../bulk-actions/bulk-action-fixture'
import { contactJobQueue } from '../../../contact-jobs/contact-job-queue'
import { deleteContact } from '../../../contacts/delete-contact'
import { optOut } from '../../../contacts/suppression'
import { db } from '../../../db'
import { aContact, anOrganization } from '../../../testing/factories/basics'
import { aSurveyRequest } from '../../../testing/factories/responses'
import { aSequence } from '../../../testing/factories/sequences'
import { runQueue } from '../../../testing/queues'
import { importFile } from '../import-fixture'
import { getContactImport } from '../present-import'
import { undoContactImport } from './undo-import'

const NO_SUBJECT = { locationId: null, employeeId: null }
const FILE =
  'email,first name,last name\nada@example.com,Augusta,King\nnew@example.com,New,One\nada@example.com,Ada,Byron\n'

async function undo(organizationId: string, id: string) {
  await undoContactImport(organizationId, id)
  await runQueue(contactJobQueue, organizationId)
  return (await getContactImport(organizationId, id, 'en')).undo
}

it('deletes what the import created, and restores the fields that are as it wrote them', async () => {
  const organizationId = await anOrganization()
  const { id } = await aContact(organizationId, {
    email: 'ada@example.com',
    firstName: 'A',
    lastName: 'L',
    tags: ['x'],
  })
  const before = await db.contact.findUniqueOrThrow({ where: { id } })
  const done = await importFile(organizationId, FILE, { tags: ['imported'] })
  expect(done.counts).toMatchObject({ created: 1, updated: 1, duplicate: 1 })
  await db.contact.update({ where: { id }, data: { lastName: 'Changed' } })
  const created = await db.contact.findFirstOrThrow({ where: { organizationId, email: 'new@example.com' } })
  await optOut(organizationId, created.id, created.email)
  expect(await undo(organizationId, done.id)).toEqual({ state: 'done', counts: { deleted: 1, changed: 1 } })
  const [contact, ...others] = await db.contact.findMany({ where: { organizationId } })
  expect(others).toEqual([])
  expect({ ...contact, updatedAt: before.updatedAt }).toEqual({ ...before, lastName: 'Changed' })
  // The opt-out of a deleted contact is kept.
  expect(await db.suppression.count({ where: { organizationId, reason: 'opted_out' } })).toBe(1)
  await expect(undoContactImport(organizationId, done.id)).rejects.toMatchObject({
    fields: { body: ['import.undoState'] },
  })
})

it('restores several changes of one contact from the last to the first', async () => {
  const organizationId = await anOrganization()
  await aContact(organizationId, { email: 'ada@example.com', firstName: 'A', lastName: 'L' })
  const done = await importFile(organizationId, FILE)
  expect(await undo(organizationId, done.id)).toEqual({ state: 'done', counts: { deleted: 1, restored: 1 } })
  expect(await db.contact.findMany({ where: { organizationId } })).toMatchObject([{ firstName: 'A', lastName: 'L' }])
})

it('cannot undo once a contact that the import created has been sent a survey', async () => {
  const organizationId = await anOrganization()
  const done = await importFile(organizationId, FILE)
  const contact = await db.contact.findFirstOrThrow({ where: { organizationId, email: 'new@example.com' } })
  await aSurveyRequest(organizationId, { contactId: contact.id } as never)
  await db.sending.updateMany({ where: { organizationId }, data: { contactId: contact.id } })
  expect((await getContactImport(organizationId, done.id, 'en')).undo).toEqual({ state: 'contacted', counts: {} })
  await expect(undoContactImport(organizationId, done.id)).rejects.toMatchObject({
    fields: { body: ['import.undoContacted'] },
  })
})

it('undoes an import whose contacts were enrolled, once their enrolment is undone and nothing was sent', async () => {
  const organizationId = await anOrganization()
  const done = await importFile(organizationId, FILE)
  const sequence = await aSequence(organizationId, [{ type: 'email', subject: 'A', body: 'B', delay: 3600 }])
  const enrolment = await runBulkAction(organizationId, { type: 'enrol', sequenceId: sequence.id, ...NO_SUBJECT })
  expect((await getContactImport(organizationId, done.id, 'en')).undo.state).toBe('contacted')
  expect(await runUndo(organizationId, enrolment.id)).toMatchObject({ restored: 2 })
  expect(await undo(organizationId, done.id)).toEqual({ state: 'done', counts: { deleted: 2 } })
  expect(await db.contact.count({ where: { organizationId } })).toBe(0)
})

it('keeps a contact that is sent a survey while the undoing waits, and counts it', async () => {
  const organizationId = await anOrganization()
  const done = await importFile(organizationId, FILE)
  await undoContactImport(organizationId, done.id)
  const contact = await db.contact.findFirstOrThrow({ where: { organizationId, email: 'new@example.com' } })
  await aSurveyRequest(organizationId)
  await db.sending.updateMany({ where: { organizationId }, data: { contactId: contact.id } })
  await runQueue(contactJobQueue, organizationId)
  const { undo: result } = await getContactImport(organizationId, done.id, 'en')
  expect(result).toEqual({ state: 'done', counts: { contacted: 1, deleted: 1 } })
})

it('a contact that is deleted leaves no value in the rows of the import', async () => {
  const organizationId = await anOrganization()
  const { id } = await aContact(organizationId, { email: 'ada@example.com', firstName: 'A', lastName: 'Secretname' })
  await importFile(organizationId, FILE)
  expect(JSON.stringify(await db.contactImportRow.findMany({ where: { organizationId } }))).toContain('Secretname')
  await deleteContact(organizationId, id)
  expect(JSON.stringify(await db.contactImportRow.findMany({ where: { organizationId } }))).not.toMatch(
    /Secretname|Byron|King/,
  )
})
