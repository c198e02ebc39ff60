import { expect, it } from 'vitest'
import { db } from '../../db'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'
import { sendTestMessages } from './send-test-messages'

it('a test without a mail server is kept in the Outbox, for its user only, until the named contact is deleted', async () => {
  const organizationId = await anOrganization()
  const { userId } = await aMember(organizationId, 'member')
  const { id: contactId } = await aContact(organizationId)
  const draft = { type: 'email' as const, surveyId: null, subject: 'Thanks', body: 'Hello', earlierSurveyId: null }
  const results = await sendTestMessages(organizationId, userId, { drafts: [draft], contactId, language: 'fr' })
  expect(results).toMatchObject([{ state: 'captured' }])
  const captured = await db.capturedMessage.findMany({ where: { organizationId } })
  expect(captured).toMatchObject([{ userId, contactId: null, namedContactIds: [contactId], subject: '[Test] Thanks' }])
  expect(captured[0]?.text).toContain('Ceci est un test')
})
