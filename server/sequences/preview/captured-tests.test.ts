import { expect, it } from 'vitest'
import { db } from '../../db'
import { useFakeTwilio } from '../../testing/environment'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'
import { sendTestMessages } from './send-test-messages'

const twilio = await useFakeTwilio()
const DRAFT = { surveyId: null, subject: 'Thanks', body: 'Hello', earlierSurveyId: null }

it('a test without a mail server is kept in the Outbox, for its user only, until the named contact is deleted', async () => {
  const organizationId = await anOrganization()
  const { userId } = await aMember(organizationId, 'member')
  const { id: contactId } = await aContact(organizationId)
  const draft = { ...DRAFT, type: 'email' as const }
  const results = await sendTestMessages(organizationId, userId, { drafts: [draft], contactId, language: 'fr' })
  expect(results).toMatchObject([{ state: 'captured' }])
  const captured = await db.capturedMessage.findMany({ where: { organizationId } })
  expect(captured).toMatchObject([{ userId, contactId: null, namedContactIds: [contactId], subject: '[Test] Thanks' }])
  expect(captured[0]?.text).toContain('Ceci est un test')
})

it('an email that is kept in the Outbox is not told as not tried after a text message without an answer', async () => {
  const organizationId = await anOrganization()
  const { userId } = await aMember(organizationId, 'member')
  await db.user.update({ where: { id: userId }, data: { phone: '+33639988001', phoneReached: true } })
  twilio.fault({ cut: true, keep: true })
  const drafts = (['sms', 'email', 'sms'] as const).map((type) => ({ ...DRAFT, type }))
  const results = await sendTestMessages(organizationId, userId, { drafts, contactId: null, language: null })
  expect(results.map(({ state }) => state)).toEqual(['unanswered', 'captured', 'notTried'])
  expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(1)
})
