import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { Forbidden, NotFound, RateLimitExceeded, ValidationError } from '../../errors'
import { useFakeTwilio, useMailbox } from '../../testing/environment'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'
import { digestRows } from '../../testing/fuzz/row-digest'
import { TEST_MESSAGES_MAX } from './constants'
import { previewMessage } from './preview-message'
import { type MessageDraft, SendTestMessages } from './schema'
import { sendTestMessages } from './send-test-messages'

const mailbox = await useMailbox()
const twilio = await useFakeTwilio()

const EMAIL: MessageDraft = {
  type: 'email',
  surveyId: null,
  subject: { en: 'Thank you', fr: 'Merci' },
  body: 'Hello {{firstName|there}}, from {{organization}}',
  earlierSurveyId: null,
}
const SMS: MessageDraft = { ...EMAIL, type: 'sms', subject: null, body: 'See you' }

let phones = 0

async function aTester(organization: Parameters<typeof anOrganization>[0] = {}) {
  const organizationId = await anOrganization(organization)
  const { userId, email } = await aMember(organizationId, 'member')
  phones += 1
  const phone = `+3363998${String(phones).padStart(4, '0')}`
  await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date(), phone, phoneReached: true } })
  const sendTest = (drafts: MessageDraft[], contactId: string | null = null) =>
    sendTestMessages(organizationId, userId, SendTestMessages.parse({ drafts, contactId, language: null }))
  return { organizationId, userId, email, phone, sendTest }
}

const maskLinks = (text: string) => text.replace(/\/([sut])\/[\w-]+/g, '/$1/…')

describe('a test message', () => {
  it('is the previewed email, marked in its subject and above its text, and goes to the user', async () => {
    const { organizationId, email, sendTest } = await aTester({ name: 'Harbour Inn' })
    const contact = await aContact(organizationId, { firstName: 'Ada' })
    expect(await sendTest([EMAIL], contact.id)).toEqual([
      { channel: 'email', recipient: email, state: 'sent', words: null },
    ])
    const [mail] = mailbox.to(email)
    const preview = await previewMessage(organizationId, { draft: EMAIL, contactId: contact.id, language: null })
    if (preview.channel !== 'email' || !mail) throw new Error('no email')
    expect(mail.mail.subject).toBe(`[Test] ${preview.subject}`)
    const [note, text] = splitAt(String(mail.mail.text), '\n\n')
    expect(note).toBe('[Test] This is a test that only you received. Its survey link records nothing.')
    expect(maskLinks(text.trimEnd())).toBe(maskLinks(preview.text.trimEnd()))
    const html = String(mail.mail.html)
    expect(maskLinks(html.replace(/<p[^>]*>\[Test\][^<]*<\/p>/, '')).trimEnd()).toBe(maskLinks(preview.html).trimEnd())
    expect(html.indexOf('[Test]', html.indexOf('<body'))).toBeGreaterThan(html.indexOf('display:none'))
    expect(mailbox.to(contact.email)).toEqual([])
  })

  it('by text message goes to the confirmed phone of the user', async () => {
    const { phone, sendTest } = await aTester()
    expect(await sendTest([SMS])).toMatchObject([{ channel: 'sms', recipient: phone, state: 'sent' }])
    expect(twilio.to(phone).map(({ body }) => body)).toEqual(['[Test] See you'])
  })

  it('of a whole sequence is numbered, in order, each with a Message-ID of its own', async () => {
    const { organizationId, email, phone, sendTest } = await aTester()
    const { id: surveyId } = await aSurvey(organizationId)
    const survey: MessageDraft = { ...EMAIL, type: 'survey', surveyId, subject: null, body: null }
    const link: MessageDraft = { ...SMS, body: 'Answer: {{surveyLink}}', earlierSurveyId: surveyId }
    const results = await sendTest([survey, EMAIL, link])
    expect(results.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    const mails = mailbox.to(email)
    expect(mails.map(({ mail }) => mail.subject?.slice(0, 10))).toEqual(['[Test 1/3]', '[Test 2/3]'])
    expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(2)
    const surveyLink = /https?:\S+\/s\/[\w-]+/.exec(String(mails[0]?.mail.text))?.[0]
    expect(twilio.to(phone).map(({ body }) => body)).toEqual([`[Test 3/3] Answer: ${surveyLink}`])
  })

  it('counts nowhere: no row of the organization changes', async () => {
    const { organizationId, sendTest } = await aTester()
    const { id: surveyId } = await aSurvey(organizationId)
    const { id: contactId } = await aContact(organizationId)
    const before = await digestRows(organizationId)
    await sendTest([{ ...EMAIL, type: 'survey', surveyId }, EMAIL, SMS], contactId)
    expect(await digestRows(organizationId)).toEqual(before)
    expect(await db.sendingStep.count({ where: { organizationId } })).toBe(0)
    expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(0)
  })

  it('that the provider refuses says so in its words, and is not tried again', async () => {
    const { email, sendTest } = await aTester()
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 No such mailbox' })
    const [result] = await sendTest([EMAIL])
    expect(result).toMatchObject({ recipient: email, state: 'failed' })
    expect(result?.words).toContain('No such mailbox')
    expect(mailbox.to(email)).toEqual([])
  })
})

describe('tests are refused', () => {
  it('429: beyond the limit of messages per user and hour, without using it up', async () => {
    const { email, sendTest } = await aTester()
    await sendTest(Array.from({ length: TEST_MESSAGES_MAX - 1 }, () => EMAIL))
    await expect(sendTest([EMAIL, EMAIL])).rejects.toThrow(RateLimitExceeded)
    await sendTest([EMAIL])
    await expect(sendTest([EMAIL])).rejects.toThrow(RateLimitExceeded)
    expect(mailbox.to(email)).toHaveLength(TEST_MESSAGES_MAX)
  })

  it('400: without a confirmed address or number', async () => {
    const { userId, sendTest } = await aTester()
    await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: null, phoneReached: false } })
    await expect(sendTest([EMAIL])).rejects.toThrow(ValidationError)
    await expect(sendTest([SMS])).rejects.toThrow(ValidationError)
  })

  it('400: a survey that is not saved, and more messages than the limit', () => {
    const parse = (drafts: MessageDraft[]) => SendTestMessages.safeParse({ drafts, contactId: null, language: null })
    expect(parse([{ ...EMAIL, type: 'survey' }]).success).toBe(false)
    expect(parse(Array.from({ length: TEST_MESSAGES_MAX + 1 }, () => EMAIL)).success).toBe(false)
    expect(parse([EMAIL]).success).toBe(true)
  })

  it('403: while the organization may not send', async () => {
    const { email, sendTest } = await aTester({ suspendedAt: new Date() })
    await expect(sendTest([EMAIL])).rejects.toThrow(Forbidden)
    expect(mailbox.to(email)).toEqual([])
  })

  it('404: for a contact of another organization', async () => {
    const { email, sendTest } = await aTester()
    const { id } = await aContact(await anOrganization())
    await expect(sendTest([EMAIL], id)).rejects.toThrow(NotFound)
    expect(mailbox.to(email)).toEqual([])
  })
})

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + separator.length)]
}
