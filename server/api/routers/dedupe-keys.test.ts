import { beforeEach, expect, it } from 'vitest'
import { deleteContact } from '../../contacts/delete-contact'
import { db } from '../../db'
import { deleteExpiredRows } from '../../retention/retention'
import { openTransaction, waitForLockWaiters } from '../../testing/database/locks'
import { anEmailAddress, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { apiAs } from '../../testing/rest-client'

const DAY_MS = 86_400_000

let organizationId: string
let api: ReturnType<typeof apiAs>
let sequenceId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  api = apiAs(organizationId, 'sequences:execute', 'surveys:send')
  sequenceId = (await aSequence(organizationId)).id
})

const execute = (body: object, id = sequenceId) => api(`POST /sequences/${id}/execute`, body)
const countSendings = () => db.sending.count({ where: { organizationId } })

it('200: an event that is delivered twice creates one sending, and answers it again', async () => {
  const email = anEmailAddress()
  const body = { contacts: [{ email, firstName: 'Ada', dedupeKey: 'ticket 5012' }] }
  const first = await execute(body)
  expect(first.body.data).toMatchObject({ contactsProcessed: 1, sendingsCreated: 1 })
  expect(first.body.data.results[0]).not.toHaveProperty('duplicate')

  const again = await execute({ contacts: [{ ...body.contacts[0], firstName: 'Changed' }] })

  const [result] = first.body.data.results
  expect(again.status).toBe(200)
  expect(again.body.data).toMatchObject({ contactsProcessed: 0, sendingsCreated: 0 })
  expect(again.body.data.results).toEqual([{ ...result, duplicate: true }])
  expect(await countSendings()).toBe(1)
  expect(await db.contact.findUnique({ where: { id: result.contactId } })).toMatchObject({ firstName: 'Ada' })
})

it('one of twenty concurrent requests with a key creates a sending', async () => {
  const body = { contacts: [{ email: anEmailAddress(), dedupeKey: 'order 7' }] }
  const answers = await Promise.all(Array.from({ length: 20 }, () => execute(body)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const results = answers.map((answer) => answer.body.data.results[0])
  expect(results.filter(({ duplicate }) => duplicate)).toHaveLength(19)
  expect(new Set(results.map((result) => result.sendingId)).size).toBe(1)
  expect(await countSendings()).toBe(1)
})

it('a key whose request was rolled back is free for the request that waited for it', async () => {
  const { tx, rollback } = await openTransaction()
  const email = anEmailAddress()
  await execute({ contacts: [{ email, dedupeKey: 'order 8' }] })
  const { keyHash } = await db.sendingDedupeKey.findFirstOrThrow({ where: { organizationId } })
  await db.sendingDedupeKey.deleteMany({ where: { organizationId } })
  const key = { organizationId, targetId: sequenceId, keyHash, sendingId: organizationId, createdAt: new Date() }
  await tx.sendingDedupeKey.create({ data: key })

  const waiting = execute({ contacts: [{ email, dedupeKey: 'order 8' }] })
  await waitForLockWaiters('%sending_dedupe_key%')
  await rollback()

  expect((await waiting).body.data).toMatchObject({ sendingsCreated: 1 })
})

it('a refused request claims no key', async () => {
  const contacts = [{ email: anEmailAddress(), locationId: sequenceId, dedupeKey: 'order 9' }]
  expect((await execute({ contacts })).status).toBe(400)
  const { body } = await execute({ contacts: [{ email: contacts[0]?.email, dedupeKey: 'order 9' }] })
  expect(body.data).toMatchObject({ sendingsCreated: 1 })
})

it('a key counts for its sequence or survey alone', async () => {
  const contacts = [{ email: anEmailAddress(), dedupeKey: 'order 10' }]
  const { id: surveyId } = await aSurvey(organizationId)
  const other = await aSequence(organizationId)
  await execute({ contacts })
  expect((await execute({ contacts }, other.id)).body.data).toMatchObject({ sendingsCreated: 1 })
  expect((await api(`POST /surveys/${surveyId}/send`, { contacts })).body.data).toMatchObject({ sendingsCreated: 1 })
  const repeated = await api(`POST /surveys/${surveyId}/send`, { contacts })
  expect(repeated.body.data).toMatchObject({ sendingsCreated: 0, results: [{ duplicate: true }] })
})

it('the key of a request counts once for each of its addresses, and not for contacts with their own', async () => {
  const [ada, grace, alan] = [anEmailAddress(), anEmailAddress(), anEmailAddress()]
  const send = (...contacts: object[]) => execute({ contacts, dedupeKey: 'March' })
  await send({ email: ada }, { email: grace })
  const { body } = await send({ email: ada }, { email: alan }, { email: grace, dedupeKey: 'March' })
  expect(body.data).toMatchObject({ contactsProcessed: 2, sendingsCreated: 2 })
  expect(
    body.data.results.map(({ email, duplicate = false }: { email: string; duplicate?: boolean }) => [email, duplicate]),
  ).toEqual([
    [ada, true],
    [alan, false],
    [grace, false],
  ])
})

it('of two contacts with one key in a request, the first is sent to', async () => {
  const [ada, grace] = [anEmailAddress(), anEmailAddress()]
  const { body } = await execute({
    contacts: [
      { email: ada, dedupeKey: 'order 11' },
      { email: grace, dedupeKey: 'order 11' },
    ],
  })
  const [first] = body.data.results
  expect(body.data.results).toMatchObject([
    { email: ada },
    { email: grace, sendingId: first.sendingId, contactId: first.contactId, duplicate: true },
  ])
  expect(await db.contact.count({ where: { organizationId, email: grace } })).toBe(0)
})

it('a repeated key does not create again a contact who was deleted', async () => {
  const contacts = [{ email: anEmailAddress(), dedupeKey: 'order 12' }]
  const [{ contactId }] = (await execute({ contacts })).body.data.results
  await deleteContact(organizationId, contactId)
  expect((await execute({ contacts })).body.data.results).toMatchObject([{ contactId, duplicate: true }])
  expect(await db.contact.count({ where: { organizationId } })).toBe(0)
})

it('a key is free again after 90 days', async () => {
  const contacts = [{ email: anEmailAddress(), dedupeKey: 'order 13' }]
  await execute({ contacts })
  const setAge = (days: number) =>
    db.sendingDedupeKey.updateMany({
      where: { organizationId },
      data: { createdAt: new Date(Date.now() - days * DAY_MS) },
    })
  await setAge(89.9)
  await deleteExpiredRows()
  expect((await execute({ contacts })).body.data).toMatchObject({ sendingsCreated: 0 })
  await setAge(90.1)
  expect((await execute({ contacts })).body.data).toMatchObject({ sendingsCreated: 1 })
  expect((await execute({ contacts })).body.data).toMatchObject({ sendingsCreated: 0 })
  await setAge(90.1)
  await deleteExpiredRows()
  expect(await db.sendingDedupeKey.count({ where: { organizationId } })).toBe(0)
})

it.each([
  [{ contacts: [{ email: 'ada@example.com', dedupeKey: 'x'.repeat(201) }] }, 'contacts.0.dedupeKey'],
  [{ contacts: [{ email: 'ada@example.com', dedupeKey: 5 }] }, 'contacts.0.dedupeKey'],
  [{ contacts: [{ email: 'ada@example.com' }], dedupeKey: ' ' }, 'dedupeKey'],
])('400: a dedupe key that is no text of at most 200 characters', async (input, field) => {
  const { status, body } = await execute(input)
  expect([status, Object.keys(body.error.details)]).toEqual([400, [field]])
})
