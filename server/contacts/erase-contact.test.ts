import { v7 as uuidv7 } from 'uuid'
import { expect, it, vi } from 'vitest'
import { addNote } from '../cases/notes'
import { writeReply } from '../cases/replies/write-reply'
import { now } from '../clock'
import { db } from '../db'
import { signToken } from '../encryption'
import { eraseExpiredTexts } from '../responses/erase-expired-texts'
import { eraseResponseText } from '../responses/erase-text'
import { submitResponse } from '../responses/submit-response'
import { anOrganization, aSubscription, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aMember } from '../testing/factories/sessions'
import { apiAs } from '../testing/rest-client'
import { eraseContact } from './delete-contact'

/** Rows of every table that contain the words, as `schema.table: row`. */
async function findTraces(words: string): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> '_prisma_migrations'`
  const traces: string[] = []
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<{ row: string }[]>(
      // Compared as ASCII, which is several times faster than by the rules of a language.
      `SELECT t::text AS row FROM ${name} t WHERE t::text COLLATE "C" ILIKE $1`,
      `%${words}%`,
    )
    traces.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return traces
}

/** A contact whose name, address, answers and other data contain the same word. */
async function aKnownPerson() {
  const word = `canary${uuidv7().replaceAll('-', '')}`
  const organizationId = await anOrganization()
  const admin = await aMember(organizationId, 'admin')
  await db.user.update({ where: { id: admin.userId }, data: { emailVerifiedAt: now() } })
  await aSubscription(organizationId, ['new_contact', 'new_response', 'detractor_response'])
  const api = apiAs(organizationId, 'contacts:write')
  const { body } = await api(
    'POST /contacts',
    {
      email: `${word}@example.com`,
      firstName: word,
      lastName: word,
      title: word,
      customFields: { note: word },
      tags: [word],
    },
    { headers: { 'Idempotency-Key': word.slice(6) } },
  )
  const contactId: string = body.data.id
  const survey = await aSurvey(organizationId, {
    questions: [{ id: 'why', type: 'text', text: 'Why?', required: false }],
  })
  const email = `${word}@example.com`
  const sending = await db.sending.create({
    data: { organizationId, contactId, email, surveyId: survey.id, anchorAt: now(), dueAt: now(), status: 'running' },
  })
  const about = { organizationId, sendingId: sending.id, stepId: sending.id, surveyId: survey.id }
  const step = await db.sendingStep.create({
    data: { ...about, position: 0, type: 'survey', status: 'captured', channel: 'email', recipient: email },
  })
  const message = { channel: 'email', sender: 'us@example.com', recipient: email, text: `Hello ${word}` }
  await db.capturedMessage.create({ data: { organizationId, contactId, ...message } })
  const toUs = { ...message, recipient: 'owner@example.com', namedContactIds: [contactId] }
  await db.capturedMessage.create({ data: { organizationId, ...toUs } })
  const answers = new Map([
    ['nps', ['2']],
    ['why', [`Call me: ${word}`]],
  ])
  expect(await submitResponse(signToken('survey', step.id), answers, 'en')).toMatchObject({ state: 'submitted' })
  const response = await db.response.findFirstOrThrow({ where: { organizationId, contactId } })
  await addNote(organizationId, { id: response.id, text: `${word} is angry` }, { userId: admin.userId, name: 'Grace' })
  const reply = { id: response.id, draftId: uuidv7(), subject: `To ${word}`, text: `Dear ${word}` }
  await writeReply(organizationId, reply, admin)
  const review = await aReview(organizationId, { contactId, authorName: word })
  return { word, organizationId, contactId, responseId: response.id, reviewId: review.id }
}

it('erasing a contact removes its personal data from every table and keeps its score', async () => {
  const { word, organizationId, contactId, responseId } = await aKnownPerson()
  const before = await findTraces(word)
  const tables = [...new Set(before.map((row) => row.slice(0, row.indexOf(':'))))].toSorted()
  expect(tables).toEqual(
    expect.arrayContaining([
      'public.captured_message',
      'public.contact',
      'public.response',
      'public.response_note',
      'public.response_reply',
      'public.review',
      'public.sending',
      'public.sending_step',
      'public.webhook_delivery',
    ]),
  )
  const api = apiAs(organizationId, 'admin')
  expect(await api(`POST /contacts/${contactId}/erase`, {})).toMatchObject({
    status: 200,
    body: { data: { id: contactId, erased: true } },
  })
  expect(await findTraces(word)).toEqual([])
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(0)
  expect(await db.response.findUniqueOrThrow({ where: { id: responseId } })).toMatchObject({
    contactId,
    npsScore: 2,
    answers: [{ questionId: 'nps', value: 2 }],
  })
  expect((await api(`POST /contacts/${contactId}/erase`, {})).status).toBe(404)
})

it('erasing a contact keeps the data of another', async () => {
  const [erased, other] = [await aKnownPerson(), await aKnownPerson()]
  const before = await findTraces(other.word)
  await eraseContact(erased.organizationId, erased.contactId)
  expect(await findTraces(other.word)).toEqual(before)
})

it('erasing the text of a response keeps the contact, the score and the notes, and removes stored webhook bodies', async () => {
  const { word, organizationId, contactId, responseId } = await aKnownPerson()
  await eraseResponseText(organizationId, responseId)
  const remaining = (await findTraces(`Call me: ${word}`)).map((row) => row.slice(0, row.indexOf(':')))
  expect(remaining).toEqual([])
  expect(await db.contact.count({ where: { organizationId, id: contactId } })).toBe(1)
  expect(await db.response.findUniqueOrThrow({ where: { id: responseId } })).toMatchObject({ npsScore: 2 })
  expect(await db.responseNote.count({ where: { organizationId } })).toBe(1)
  expect(await db.responseEvent.findMany({ where: { responseId, kind: 'textErased' } })).toHaveLength(1)
})

it('a text retention of 90 days erases older texts once, and no others', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T12:00:00Z') })
  try {
    const [organizationId, forEver] = [await anOrganization({ responseTextDays: 90 }), await anOrganization()]
    const answers = [
      { questionId: 'nps', type: 'nps', text: 'How likely?', value: 2 },
      { questionId: 'why', type: 'text', text: 'Why?', value: 'The soup was cold.' },
    ]
    const surveys = { [organizationId]: await aSurvey(organizationId), [forEver]: await aSurvey(forEver) }
    const surveyIdOf = (id: string) => surveys[id]?.id ?? ''
    const old = await aResponse(organizationId, surveyIdOf(organizationId), {
      answers,
      createdAt: new Date('2026-04-01T11:59:59Z'),
    })
    const young = await aResponse(organizationId, surveyIdOf(organizationId), {
      answers,
      createdAt: new Date('2026-04-01T12:00:01Z'),
    })
    const ancient = await aResponse(forEver, surveyIdOf(forEver), { answers, createdAt: new Date('2020-01-01') })
    await eraseExpiredTexts()
    await eraseExpiredTexts()
    const readAnswers = async (id: string) => (await db.response.findUniqueOrThrow({ where: { id } })).answers
    expect(await readAnswers(old.id)).toMatchObject([{ questionId: 'nps' }])
    expect(await readAnswers(young.id)).toEqual(answers)
    expect(await readAnswers(ancient.id)).toEqual(answers)
    expect(await db.responseEvent.findMany({ where: { organizationId } })).toMatchObject([
      { responseId: old.id, kind: 'textErased', actorName: null },
    ])
  } finally {
    vi.useRealTimers()
  }
})
