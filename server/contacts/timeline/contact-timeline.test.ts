import { v7 as uuidv7 } from 'uuid'
import { expect, it, vi } from 'vitest'
import { runAsActor } from '../../actor-context'
import { runBulkAction, runUndo } from '../../bulk-actions/bulk-action-fixture'
import { recordResponseEvents } from '../../cases/record-response-events'
import { contactJobQueue } from '../../contact-jobs/contact-job-queue'
import { db } from '../../db'
import { importFile } from '../../imports/contacts/import-fixture'
import { undoContactImport } from '../../imports/contacts/undo/undo-import'
import { UNKNOWN_REQUEST_ORIGIN } from '../../security-events'
import { executeSequence } from '../../sequences/execute-sequence'
import { aContact, aLocation, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse } from '../../testing/factories/responses'
import { aReview } from '../../testing/factories/reviews'
import { aSequence } from '../../testing/factories/sequences'
import { aMember } from '../../testing/factories/sessions'
import { runQueue } from '../../testing/queues'
import { apiAs } from '../../testing/rest-client'
import { runSendings } from '../../testing/sendings'
import { updateContact } from '../contacts'
import { createContact } from '../create-contact'
import { deleteContact } from '../delete-contact'
import { addSuppressions, optIn, optOut } from '../suppression'
import { addContactNote, deleteContactNote } from './contact-notes'
import { getContactTimeline } from './contact-timeline'
import { GetContactTimeline } from './schema'

type Window = { group?: 'messages' | 'answers' | 'changes' | 'notes'; before?: string }

const read = (organizationId: string, id: string, window: Window = {}) =>
  getContactTimeline(organizationId, GetContactTimeline.parse({ id, ...window }))

async function readKinds(organizationId: string, id: string, window: Window = {}): Promise<string[]> {
  return (await read(organizationId, id, window)).entries.map(({ kind }) => kind)
}

async function asMember<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  const { userId: id } = await aMember(organizationId, 'member')
  const { name } = await db.user.findUniqueOrThrow({ where: { id } })
  return runAsActor({ actor: { type: 'user', id, name }, origin: UNKNOWN_REQUEST_ORIGIN }, work)
}

it('a change lists its fields with their values before and after, and its actor', async () => {
  const organizationId = await anOrganization()
  const location = await aLocation(organizationId, { name: 'Harbour' })
  const { id } = await aContact(organizationId, { firstName: 'Ada', customFields: { plan: 'free', seats: 2 } })
  await asMember(organizationId, () =>
    updateContact(organizationId, {
      id,
      firstName: 'Augusta',
      locationId: location.id,
      customFields: { plan: 'pro' },
      unsubscribed: true,
    }),
  )
  await updateContact(organizationId, { id, tags: ['vip'] })
  const [tagged, changed, created] = (await read(organizationId, id)).entries
  expect(created).toMatchObject({ kind: 'created', via: null, actor: null })
  expect(changed).toMatchObject({ kind: 'changed', actor: { type: 'user', name: expect.any(String), job: null } })
  expect(changed?.kind === 'changed' && changed.changes).toEqual([
    { field: 'firstName', before: 'Ada', after: 'Augusta' },
    { field: 'locationId', before: null, after: 'Harbour' },
    { field: 'unsubscribed', before: false, after: true },
    { field: 'customFields.plan', before: 'free', after: 'pro' },
  ])
  expect(tagged).toMatchObject({ actor: { type: 'system' }, changes: [{ field: 'tags', before: [], after: ['vip'] }] })
})

it('an update that changes nothing leaves no entry', async () => {
  const organizationId = await anOrganization()
  const api = apiAs(organizationId, 'contacts:*')
  const { id, email } = await aContact(organizationId, { tags: ['a'] })
  await updateContact(organizationId, { id, firstName: 'Ada', tags: ['a'] })
  await api('POST /contacts/batch', { contacts: [{ email, firstName: 'Ada' }] })
  expect(await readKinds(organizationId, id)).toEqual(['created'])
})

it('a change through the API names its key, and one of an import its member and file', async () => {
  const organizationId = await anOrganization()
  const api = apiAs(organizationId, 'contacts:*')
  const email = 'ada@example.com'
  const { body } = await api('POST /contacts', { email, firstName: 'Ada' })
  await api('POST /contacts/batch', { contacts: [{ email, lastName: 'King' }] })
  await asMember(organizationId, () => importFile(organizationId, 'email,last name\nada@example.com,Byron\n'))
  const { entries } = await read(organizationId, body.data.id)
  expect(entries).toMatchObject([
    {
      kind: 'changed',
      actor: { type: 'user', job: { kind: 'import', isUndo: false, fileName: expect.stringContaining('csv') } },
      changes: [{ field: 'lastName', before: 'King', after: 'Byron' }],
    },
    { kind: 'changed', actor: { type: 'key' }, changes: [{ field: 'lastName', before: null, after: 'King' }] },
    { kind: 'created', via: 'api', actor: { type: 'key', name: expect.any(String) } },
  ])
})

it('a change by an import or a bulk action, or by its undo, names the job as long as it is stored', async () => {
  const organizationId = await anOrganization()
  const { id, email } = await aContact(organizationId)
  const { action, imported } = await asMember(organizationId, async () => {
    const tagged = await runBulkAction(organizationId, { type: 'addTags', tags: ['vip'] }, { ids: [id] })
    await runUndo(organizationId, tagged.id)
    const file = await importFile(organizationId, `email,last name\n${email},Byron\n`)
    await undoContactImport(organizationId, file.id)
    await runQueue(contactJobQueue, organizationId)
    return { action: tagged, imported: file }
  })
  const addTags = { kind: 'bulkAction', id: action.id, action: { type: 'addTags', tags: ['vip'] }, recordName: null }
  const ofFile = { kind: 'import', id: imported.id, fileName: 'people.csv' }
  const readJobs = async () =>
    (await read(organizationId, id)).entries.map((entry) => ('actor' in entry ? (entry.actor?.job ?? null) : null))
  expect(await readJobs()).toEqual([
    { ...ofFile, isUndo: true },
    { ...ofFile, isUndo: false },
    { ...addTags, isUndo: true },
    { ...addTags, isUndo: false },
    null,
  ])
  await db.contactJob.deleteMany({ where: { organizationId, kind: 'bulkAction' } })
  expect(await readJobs()).toMatchObject([{ kind: 'import' }, { kind: 'import' }, null, null, null])
})

it('a timeline has each opt-out and opt-in of the person once, and a bounce of the address', async () => {
  const organizationId = await anOrganization()
  const { id, email } = await aContact(organizationId)
  await optOut(organizationId, id, email)
  await optOut(organizationId, id, email)
  await optIn(organizationId, id, email)
  await addSuppressions(db, organizationId, [email], 'bounced')
  await addSuppressions(db, organizationId, [email], 'bounced')
  const { entries } = await read(organizationId, id, { group: 'changes' })
  expect(entries.map(({ kind }) => kind)).toEqual(['bounced', 'optedIn', 'optedOut', 'created'])
  expect(entries[2]).toMatchObject({ actor: { type: 'stranger' } })
})

it('a timeline has an opt-out from before the contact was created', async () => {
  const organizationId = await anOrganization()
  const { id, email } = await aContact(organizationId)
  await optOut(organizationId, id, email)
  await deleteContact(organizationId, id)
  const again = await createContact(organizationId, { email, firstName: 'Again' })
  const { id: newId } = JSON.parse(again.text) as { id: string }
  const { entries } = await read(organizationId, newId)
  expect(entries).toMatchObject([{ kind: 'created' }, { kind: 'optedOut', actor: null }])
})

it('messages, answers, cases, reviews and notes are in one order, newest first, and each group has its own', async () => {
  const organizationId = await anOrganization()
  const contact = await aContact(organizationId)
  const { id } = contact
  const sequence = await aSequence(organizationId, [{ type: 'survey' }, { type: 'sms', body: 'Hello' }])
  await executeSequence(organizationId, {
    id: sequence.id,
    contacts: [{ email: contact.email, phone: '+33612345678' }],
    locationId: null,
    employeeId: null,
  })
  await runSendings(organizationId)
  const survey = await aSurvey(organizationId)
  const response = await aResponse(organizationId, survey.id, {
    contactId: id,
    npsScore: 2,
    rating: 2,
    band: 'negative',
    answers: [{ questionId: 'why', type: 'text', text: 'Why?', value: 'Cold soup' }],
  })
  await recordResponseEvents(db, organizationId, [{ responseId: response.id, kind: 'contacted' }])
  await aReview(organizationId, { contactId: id, rating: 4, publishedAt: new Date() })
  const author = { userId: uuidv7(), name: 'Grace' }
  await addContactNote(organizationId, { id, text: 'Likes tea' }, author)
  const { entries } = await read(organizationId, id)
  const times = entries.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(entries.map(({ kind }) => kind).toSorted()).toEqual(
    ['answered', 'case', 'changed', 'created', 'enrolled', 'message', 'message', 'note', 'review'].toSorted(),
  )
  expect(await readKinds(organizationId, id, { group: 'messages' })).toEqual(['message', 'message', 'enrolled'])
  expect((await readKinds(organizationId, id, { group: 'answers' })).toSorted()).toEqual(['answered', 'case', 'review'])
  expect(await readKinds(organizationId, id, { group: 'notes' })).toEqual(['note'])
  const answer = entries.find(({ kind }) => kind === 'answered')
  expect(answer).toMatchObject({ response: { rating: 2, comment: 'Cold soup', survey: { name: survey.name } } })
  const messages = entries.filter(({ kind }) => kind === 'message')
  expect(messages).toMatchObject([{ type: 'sms' }, { type: 'survey', recipient: contact.email }])
})

it('pages show each entry once, also if many have one time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T12:00:00Z') })
  try {
    const organizationId = await anOrganization()
    const { id } = await aContact(organizationId)
    const author = { userId: uuidv7(), name: 'Grace' }
    for (let n = 0; n < 60; n += 1) await addContactNote(organizationId, { id, text: `Note ${n}` }, author)
    for (let n = 0; n < 20; n += 1) await updateContact(organizationId, { id, tags: [`t${n}`] })
    const seen: string[] = []
    const pages: number[] = []
    for (let before: string | null = ''; before !== null; ) {
      const page = await read(organizationId, id, before === '' ? {} : { before })
      seen.push(...page.entries.map((entry) => entry.id))
      pages.push(page.entries.length)
      before = page.next
    }
    expect(pages).toEqual([25, 25, 25, 6])
    expect(new Set(seen).size).toBe(81)
  } finally {
    vi.useRealTimers()
  }
})

it('a timeline shows nothing of another contact, and a deleted contact leaves no note and no change', async () => {
  const organizationId = await anOrganization()
  const [one, other] = [await aContact(organizationId), await aContact(organizationId)]
  const author = { userId: uuidv7(), name: 'Grace' }
  await addContactNote(organizationId, { id: one.id, text: 'Likes tea' }, author)
  await updateContact(organizationId, { id: one.id, firstName: 'Augusta' })
  expect(await readKinds(organizationId, other.id)).toEqual(['created'])
  await deleteContact(organizationId, one.id)
  expect(await db.contactNote.count({ where: { organizationId } })).toBe(0)
  expect(await db.contactEvent.count({ where: { organizationId } })).toBe(0)
  await expect(read(organizationId, one.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(addContactNote(organizationId, { id: one.id, text: 'Late' }, author)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

it('a note is deleted by its author or an admin, and by no other member', async () => {
  const organizationId = await anOrganization()
  const { id } = await aContact(organizationId)
  const author = { userId: uuidv7(), name: 'Grace', role: 'member' as const }
  const colleague = { userId: uuidv7(), role: 'member' as const }
  const [own, others] = [
    await addContactNote(organizationId, { id, text: 'One' }, author),
    await addContactNote(organizationId, { id, text: 'Two' }, author),
  ]
  await expect(deleteContactNote(organizationId, own.id, colleague)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await deleteContactNote(organizationId, own.id, author)
  await deleteContactNote(organizationId, others.id, { ...colleague, role: 'admin' })
  await expect(deleteContactNote(organizationId, own.id, author)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await db.auditEvent.findMany({ where: { organizationId } })).toMatchObject([
    { action: 'contact_note.deleted', recordId: id },
    { action: 'contact_note.deleted', recordId: id },
  ])
})
