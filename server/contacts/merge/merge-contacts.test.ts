import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { contactJobQueue } from '../../contact-jobs/contact-job-queue'
import { db } from '../../db'
import { signToken } from '../../encryption'
import { importFile } from '../../imports/contacts/import-fixture'
import { undoContactImport } from '../../imports/contacts/undo/undo-import'
import { countWrongStats } from '../../responses/response-stats-queries'
import { submitResponse } from '../../responses/submit-response'
import { blockAddresses } from '../../suppressions/block-addresses'
import { liftSuppression } from '../../suppressions/lift-suppression'
import { openTransaction, waitForLockWaiters } from '../../testing/database/locks'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse } from '../../testing/factories/responses'
import { aReview } from '../../testing/factories/reviews'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { runQueue } from '../../testing/queues'
import { databaseTime } from '../../testing/synced-copy'
import { createContact } from '../create-contact'
import { addSuppressions, optOut } from '../suppression'
import { addContactNote } from '../timeline/contact-notes'
import { getContactTimeline } from '../timeline/contact-timeline'
import { mergeContacts } from './merge-contacts'

const AUTHOR = { userId: uuidv7(), name: 'Grace' }

async function readScores(organizationId: string, surveyId: string) {
  const rows = await db.response.groupBy({
    by: ['surveyId', 'status'],
    where: { organizationId, surveyId },
    _count: true,
    _sum: { npsScore: true },
  })
  return { rows, wrong: await countWrongStats(db, organizationId) }
}

it('moves responses, sendings, reviews, notes and history, and leaves the statistics as they are', async () => {
  const organizationId = await anOrganization()
  const [kept, other] = [await aContact(organizationId), await aContact(organizationId, { firstName: 'Augusta' })]
  const survey = await aSurvey(organizationId)
  const sequence = await aSequence(organizationId)
  const scored = { rating: 9, npsScore: 9, band: 'positive' }
  const [old, young] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-04-01T10:00:00Z')]
  await aResponse(organizationId, survey.id, { ...scored, contactId: kept.id, createdAt: old })
  await aResponse(organizationId, survey.id, {
    contactId: other.id,
    rating: 3,
    npsScore: 3,
    band: 'negative',
    createdAt: young,
  })
  await aSending(organizationId, sequence.id, { contactId: other.id, email: other.email })
  await aReview(organizationId, { contactId: other.id })
  await addContactNote(organizationId, { id: other.id, text: 'Likes tea' }, AUTHOR)
  const message = { channel: 'email', sender: 'us@example.com', recipient: other.email, text: 'Hello' }
  const named = await db.capturedMessage.create({
    data: { organizationId, ...message, contactId: other.id, namedContactIds: [other.id, uuidv7()] },
  })
  const before = await readScores(organizationId, survey.id)

  expect(await mergeContacts(organizationId, { id: kept.id, otherId: other.id })).toEqual({
    id: kept.id,
    mergedId: other.id,
  })
  expect(await readScores(organizationId, survey.id)).toEqual(before)
  for (const table of ['response', 'sending', 'review', 'contactNote', 'capturedMessage'] as const) {
    const model = db[table] as typeof db.response
    expect([table, await model.count({ where: { organizationId, contactId: other.id } })]).toEqual([table, 0])
  }
  expect(await db.response.count({ where: { organizationId, contactId: kept.id } })).toBe(2)
  expect((await db.capturedMessage.findUniqueOrThrow({ where: { id: named.id } })).namedContactIds[0]).toBe(kept.id)
  expect(await db.contactActivity.findFirst({ where: { organizationId } })).toMatchObject({
    contactId: kept.id,
    lastAnsweredAt: young,
    lastRating: 3,
    lastBand: 'negative',
  })
  const { entries } = await getContactTimeline(organizationId, { id: kept.id })
  expect(entries[0]).toMatchObject({ kind: 'merged', name: 'Augusta', email: other.email })
  expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['answered', 'enrolled', 'note', 'review']))
  expect(await db.auditEvent.findFirst({ where: { organizationId } })).toMatchObject({ action: 'contact.merged' })
})

it('the change feed has the kept contact and its responses as changed, and the other contact as deleted', async () => {
  const organizationId = await anOrganization()
  const past = new Date('2026-01-01T00:00:00Z')
  const kept = await aContact(organizationId, { updatedAt: past })
  const other = await aContact(organizationId)
  const survey = await aSurvey(organizationId)
  const { id } = await aResponse(organizationId, survey.id, { contactId: other.id })
  const since = await databaseTime()
  await mergeContacts(organizationId, { id: kept.id, otherId: other.id })
  const [contact, response, deleted] = [
    await db.contact.findUniqueOrThrow({ where: { id: kept.id } }),
    await db.response.findUniqueOrThrow({ where: { id } }),
    await db.deletedRecord.findMany({ where: { organizationId } }),
  ]
  expect([contact, response].map(({ updatedAt }) => updatedAt >= since)).toEqual([true, true])
  expect(deleted).toMatchObject([{ kind: 'contact', id: other.id }])
})

it('keeps the fields of the kept contact, fills empty ones from the other, and takes those that were chosen', async () => {
  const organizationId = await anOrganization()
  const [early, late] = [new Date('2025-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z')]
  const pair = async () => [
    await aContact(organizationId, {
      lastName: null,
      tags: ['a', 'b'],
      customFields: { plan: 'pro', seats: 2 },
      createdAt: late,
    }),
    await aContact(organizationId, {
      firstName: 'Augusta',
      lastName: 'King',
      title: 'Countess',
      tags: ['b', 'c'],
      customFields: { plan: 'free', since: '2020' },
      createdAt: early,
    }),
  ]
  const [kept, other] = (await pair()) as [Awaited<ReturnType<typeof aContact>>, Awaited<ReturnType<typeof aContact>>]
  await mergeContacts(organizationId, { id: kept.id, otherId: other.id })
  expect(await db.contact.findUniqueOrThrow({ where: { id: kept.id } })).toMatchObject({
    email: kept.email,
    firstName: 'Ada',
    lastName: 'King',
    title: 'Countess',
    tags: ['a', 'b', 'c'],
    customFields: { plan: 'pro', seats: 2, since: '2020' },
    createdAt: early,
  })
  const [next, last] = (await pair()) as [typeof kept, typeof other]
  await mergeContacts(organizationId, { id: next.id, otherId: last.id, fromOther: ['email', 'firstName'] })
  expect(await db.contact.findUniqueOrThrow({ where: { id: next.id } })).toMatchObject({
    email: last.email,
    firstName: 'Augusta',
    lastName: null,
  })
})

it.each(['kept', 'other'] as const)('an opt-out of the %s one holds, at both addresses', async (who) => {
  const organizationId = await anOrganization()
  const people = { kept: await aContact(organizationId), other: await aContact(organizationId) }
  await optOut(organizationId, people[who].id, people[who].email)
  await mergeContacts(organizationId, { id: people.kept.id, otherId: people.other.id })
  const merged = { unsubscribed: true, optedOutAt: expect.any(Date) }
  expect(await db.contact.findUniqueOrThrow({ where: { id: people.kept.id } })).toMatchObject(merged)
  const stored = await db.suppression.findMany({ where: { organizationId } })
  // Of an address that no contact has, only the hash is kept.
  expect(new Set(stored.map(({ email }) => email))).toEqual(new Set([people.kept.email, null]))
  await createContact(organizationId, { email: people.other.email, firstName: 'Again' })
  const again = await db.contact.findFirst({ where: { organizationId, email: people.other.email } })
  expect(again).toMatchObject(merged)
})

it('an unsubscription by the organization holds, and a bounce stays with its address', async () => {
  const organizationId = await anOrganization()
  const [kept, other] = [await aContact(organizationId), await aContact(organizationId, { unsubscribed: true })]
  await addSuppressions(db, organizationId, [other.email], 'bounced')
  await mergeContacts(organizationId, { id: kept.id, otherId: other.id })
  const [third, fourth] = [await aContact(organizationId), await aContact(organizationId)]
  await addSuppressions(db, organizationId, [fourth.email], 'bounced')
  await mergeContacts(organizationId, { id: third.id, otherId: fourth.id, fromOther: ['email'] })
  const read = (id: string) => db.contact.findUniqueOrThrow({ where: { id } })
  expect(await read(kept.id)).toMatchObject({ unsubscribed: true, optedOutAt: null, bouncedAt: null })
  expect(await read(third.id)).toMatchObject({ unsubscribed: false, bouncedAt: expect.any(Date) })
})

it('lifting a block that came with a merge leaves a contact that the organization unsubscribed', async () => {
  const organizationId = await anOrganization()
  const [kept, other] = [await aContact(organizationId, { unsubscribed: true }), await aContact(organizationId)]
  await blockAddresses(organizationId, { addresses: [other.email], note: null })
  await mergeContacts(organizationId, { id: kept.id, otherId: other.id })
  const where = { organizationId, reason: 'blocked', email: kept.email }
  const { id } = await db.suppression.findFirstOrThrow({ where })
  await liftSuppression(organizationId, { id, reason: 'blocked', because: 'By phone' })
  expect(await db.contact.findUniqueOrThrow({ where: { id: kept.id } })).toMatchObject({ unsubscribed: true })
})

it('of two running sendings to one sequence, that of the kept contact goes on', async () => {
  const organizationId = await anOrganization()
  const [kept, other] = [await aContact(organizationId), await aContact(organizationId)]
  const [both, one] = [await aSequence(organizationId), await aSequence(organizationId)]
  const stays = await aSending(organizationId, both.id, { contactId: kept.id })
  const ends = await aSending(organizationId, both.id, { contactId: other.id })
  const moves = await aSending(organizationId, one.id, { contactId: other.id })
  await mergeContacts(organizationId, { id: kept.id, otherId: other.id })
  const read = (id: string) => db.sending.findUniqueOrThrow({ where: { id } })
  expect(await read(stays.id)).toMatchObject({ contactId: kept.id, status: 'queued' })
  expect(await read(ends.id)).toMatchObject({
    contactId: kept.id,
    status: 'cancelled',
    reason: { code: 'contactMerged' },
  })
  expect(await read(moves.id)).toMatchObject({ contactId: kept.id, status: 'queued' })
})

it('refuses a merge with itself, with an unknown contact and with one of another organization, and changes nothing', async () => {
  const [organizationId, foreign] = [await anOrganization(), await anOrganization()]
  const [kept, stranger] = [await aContact(organizationId), await aContact(foreign)]
  const refused = { code: 'VALIDATION_ERROR', fields: { otherId: [expect.any(String)] } }
  for (const otherId of [kept.id, kept.id.toUpperCase(), uuidv7(), stranger.id])
    await expect(mergeContacts(organizationId, { id: kept.id, otherId })).rejects.toMatchObject(refused)
  await expect(mergeContacts(organizationId, { id: stranger.id, otherId: kept.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await db.contact.count({ where: { id: { in: [kept.id, stranger.id] } } })).toBe(2)
})

it('refuses a merge whose tags together exceed the limit, and changes nothing', async () => {
  const organizationId = await anOrganization()
  const tags = (prefix: string) => Array.from({ length: 30 }, (_, n) => `${prefix}${n}`)
  const [kept, other] = [
    await aContact(organizationId, { tags: tags('a') }),
    await aContact(organizationId, { tags: tags('b') }),
  ]
  await expect(mergeContacts(organizationId, { id: kept.id, otherId: other.id })).rejects.toMatchObject({
    fields: { tags: [expect.any(String)] },
  })
  expect(await db.contact.count({ where: { organizationId } })).toBe(2)
})

it('undoing an import leaves a contact that it created and that was merged', async () => {
  const organizationId = await anOrganization()
  const kept = await aContact(organizationId, { email: 'kept@example.com' })
  const done = await importFile(
    organizationId,
    'email,first name,last name\nkept@example.com,A,B\nnew@example.com,New,One\n',
  )
  const created = await db.contact.findFirstOrThrow({ where: { organizationId, email: 'new@example.com' } })
  await mergeContacts(organizationId, { id: kept.id, otherId: created.id })
  const rows = await db.contactImportRow.findMany({ where: { organizationId } })
  expect(rows.map(({ contactId, outcome, changes }) => [contactId, outcome, changes])).toEqual([
    [kept.id, 'updated', null],
    [kept.id, 'updated', null],
  ])
  const merged = await db.contact.findUniqueOrThrow({ where: { id: kept.id } })
  await undoContactImport(organizationId, done.id)
  await runQueue(contactJobQueue, organizationId)
  expect(await db.contact.findUniqueOrThrow({ where: { id: kept.id } })).toEqual(merged)
})

it('of two opposite merges at once one wins, and no row is lost', async () => {
  const organizationId = await anOrganization()
  const survey = await aSurvey(organizationId)
  const [one, other] = [await aContact(organizationId), await aContact(organizationId)]
  for (const contactId of [one.id, other.id]) await aResponse(organizationId, survey.id, { contactId })
  const merges = await Promise.allSettled([
    mergeContacts(organizationId, { id: one.id, otherId: other.id }),
    mergeContacts(organizationId, { id: other.id, otherId: one.id }),
  ])
  expect(merges.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [left, ...more] = await db.contact.findMany({ where: { organizationId } })
  expect(more).toEqual([])
  expect(await db.response.count({ where: { organizationId, contactId: left?.id ?? '' } })).toBe(2)
})

it('an answer that is given during the merge belongs to the kept contact', async () => {
  const organizationId = await anOrganization()
  const [kept, other] = [await aContact(organizationId), await aContact(organizationId)]
  const sequence = await aSequence(organizationId)
  const sending = await aSending(organizationId, sequence.id, { contactId: other.id, email: other.email })
  const step = await db.sendingStep.create({
    data: {
      organizationId,
      sendingId: sending.id,
      stepId: uuidv7(),
      position: 0,
      type: 'survey',
      surveyId: sequence.steps[0]?.surveyId ?? null,
      status: 'sent',
    },
  })
  const blocker = await openTransaction()
  await blocker.tx.$queryRaw`SELECT id FROM sending WHERE id = ${sending.id}::uuid FOR UPDATE`
  const merging = mergeContacts(organizationId, { id: kept.id, otherId: other.id })
  await waitForLockWaiters('%FROM sending%')
  const answering = submitResponse(signToken('survey', step.id), new Map([['nps', ['9']]]), 'en')
  await waitForLockWaiters('%', 2)
  await blocker.commit()
  await merging
  expect(await answering).toMatchObject({ state: 'submitted' })
  expect(await db.response.findMany({ where: { organizationId } })).toMatchObject([{ contactId: kept.id, npsScore: 9 }])
})
