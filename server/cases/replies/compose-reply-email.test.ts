import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { useMailbox } from '../../testing/environment'
import { aDetractorResponseWithComment, getLastReply, sendReplyEmails } from './reply-fixture'
import { getReplyForm } from './reply-form'

const mailbox = await useMailbox()

describe('case replies', () => {
  it('a reply is an email in its author’s name with their Reply-To, and quotes the response', async () => {
    const { organizationId, id, contact, step, ada, write } = await aDetractorResponseWithComment()
    await db.contact.update({ where: { id: contact.id }, data: { firstName: 'Ida', lastName: 'B.' } })
    await write({ text: 'We are sorry.\n\nhttps://harbour.example' })
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'waiting', reason: null, mayRetry: false })
    await sendReplyEmails(organizationId)

    const [mail] = mailbox.to(contact.email)
    expect(mail?.mail).toMatchObject({
      from: { name: 'Ada Lovelace at Harbour', address: 'feedback@mail.example.com' },
      to: [{ name: 'Ida B.', address: contact.email }],
      replyTo: [{ name: 'Ada Lovelace', address: ada.email }],
      subject: 'About the soup',
      inReplyTo: `<${step.id}@mail.example.com>`,
    })
    expect(mail?.header('auto-submitted')).toBeUndefined()
    expect(mail?.header('list-unsubscribe')).toBeUndefined()
    expect(mail?.mail.text).toContain(
      [
        'We are sorry.\n\nhttps://harbour.example\n',
        'On 2 May 2026, you told us:\n',
        '> How likely?\n> 2 of 10\n>\n> Why?\n> Cold <soup>\n> https://evil.example\n',
        '-- \nAda Lovelace at Harbour wrote this to you personally.',
      ].join('\n'),
    )
    expect(mail?.mail.html).toContain('href="https://harbour.example"')
    expect(mail?.mail.html).toContain('Cold &lt;soup><br/>https://evil.example')
    expect(await getLastReply(organizationId, id)).toMatchObject({
      status: 'sent',
      recipient: contact.email,
      reason: null,
    })
  })

  it('a reply continues the email thread of the previous reply and proposes its subject', async () => {
    const { organizationId, id, contact, step, ada, grace, write } = await aDetractorResponseWithComment()
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({
      obstacle: null,
      recipientEmail: contact.email,
      replyToEmail: ada.email,
      subject: 'Your feedback to Harbour',
      isCaptured: false,
      values: { score: '2/10', location: '', organization: 'Harbour', writer: 'Ada Lovelace' },
    })
    await write()
    await sendReplyEmails(organizationId)
    const { subject } = await getReplyForm(organizationId, id, grace.userId)
    expect(subject).toBe('Re: About the soup')
    await write({ subject }, grace)
    await sendReplyEmails(organizationId)
    const [first, second] = mailbox.to(contact.email)
    expect(second?.mail.inReplyTo).toBe(first?.mail.messageId)
    expect(second?.header('references')).toBe(`<${step.id}@mail.example.com> ${first?.mail.messageId}`)
    expect((await getReplyForm(organizationId, id, ada.userId)).subject).toBe('Re: About the soup')
  })

  it('a reply to a text message has no References header', async () => {
    const { organizationId, contact, step, write } = await aDetractorResponseWithComment()
    await db.sendingStep.update({ where: { id: step.id }, data: { channel: 'sms', messageId: 'SM0123' } })
    await write()
    await sendReplyEmails(organizationId)
    expect(mailbox.to(contact.email).map(({ header }) => header('references'))).toEqual([undefined])
  })

  it('a reply is in the customer’s language around its author’s words', async () => {
    const { organizationId, id, contact, ada, write } = await aDetractorResponseWithComment()
    await db.contact.update({ where: { id: contact.id }, data: { preferredLanguage: 'fr' } })
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({
      language: 'fr',
      subject: 'Harbour : votre réponse à notre enquête',
    })
    await write()
    await sendReplyEmails(organizationId)
    const [mail] = mailbox.to(contact.email)
    expect(mail?.mail.from?.name).toBe('Ada Lovelace, Harbour')
    expect(mail?.mail.text).toContain('Le 2 mai 2026, vous nous avez répondu')
    expect(mail?.mail.text).toContain('2 sur 10')
  })
})
