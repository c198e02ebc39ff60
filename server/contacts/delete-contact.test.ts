import { expect, it } from 'vitest'
import { db } from '../db'
import { submitResponse } from '../responses/submit-response'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../testing/factories/responses'
import { aSending, aSequence } from '../testing/factories/sequences'
import { runSendingsAndReadState } from '../testing/sendings'
import { deleteContact } from './delete-contact'

/** Data of the organization, except its own row and its surveys. */
async function findTraces(organizationId: string, words: string[]): Promise<string[]> {
  const where = { organizationId }
  const rows = [
    ...(await db.sending.findMany({ where })),
    ...(await db.sendingStep.findMany({ where })),
    ...(await db.capturedMessage.findMany({ where })),
    ...(await db.contact.findMany({ where })),
  ]
  return rows.map((row) => JSON.stringify(row)).filter((row) => words.some((word) => row.includes(word)))
}

it('deleting a contact erases its messages and addresses and cancels its sendings, and no other’s', async () => {
  const organizationId = await anOrganization()
  const contact = await aContact(organizationId, { phone: '+33612345678' })
  const other = await aContact(organizationId, { phone: '+33612345678' })
  const sequence = await aSequence(organizationId, [
    { type: 'survey' },
    { type: 'sms', body: 'Hello' },
    { type: 'email', subject: 'A', body: 'B', delay: 3600 },
  ])
  const runs = []
  for (const { id: contactId, email } of [contact, contact, other]) {
    const run = await aSending(organizationId, sequence.id, { contactId, email })
    await runSendingsAndReadState(organizationId, run.id)
    runs.push(run)
  }
  const [first, , others] = runs
  const surveyStep = await db.sendingStep.findFirstOrThrow({ where: { sendingId: first?.id ?? '', position: 0 } })
  const references = { contactId: contact.id, sendingId: surveyStep.sendingId, sendingStepId: surveyStep.id }
  const response = await aResponse(organizationId, surveyStep.surveyId ?? '', references)

  await deleteContact(organizationId, contact.id)
  expect(await findTraces(organizationId, [contact.email])).toEqual([])
  expect(await db.sending.findMany({ where: { contactId: contact.id } })).toMatchObject([
    { status: 'cancelled', reason: { code: 'contactDeleted' }, dueAt: null, email: '' },
    { status: 'cancelled', email: '' },
  ])
  expect(await db.sendingStep.count({ where: { sending: { contactId: contact.id }, recipient: { not: null } } })).toBe(
    0,
  )
  expect(await db.response.findUniqueOrThrow({ where: { id: response.id } })).toMatchObject({ contactId: contact.id })

  expect(await db.capturedMessage.count({ where: { organizationId, contactId: other.id } })).toBe(2)
  expect(await db.sending.findUniqueOrThrow({ where: { id: others?.id ?? '' } })).toMatchObject({
    status: 'running',
    email: other.email,
  })
  expect(await runSendingsAndReadState(organizationId, first?.id ?? '')).toEqual({ state: 'ended' })
})

it('a contact deleted while a sending runs and a response arrives leaves no data behind', async () => {
  for (let round = 0; round < 6; round += 1) {
    const organizationId = await anOrganization({ throttleDays: 1 })
    const { contact, token } = await aSurveyRequest(organizationId)
    const sequence = await aSequence(organizationId, [{ type: 'email', subject: 'A', body: 'B' }, { type: 'survey' }])
    const run = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    await Promise.all([
      runSendingsAndReadState(organizationId, run.id),
      submitResponse(token, new Map([['nps', ['9']]]), 'en'),
      deleteContact(organizationId, contact.id),
    ])
    expect(await findTraces(organizationId, [contact.email])).toEqual([])
    expect(await db.sending.count({ where: { organizationId, endedAt: null, status: { not: 'completed' } } })).toBe(0)
  }
})
