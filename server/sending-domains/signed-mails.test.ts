import { promises as dns } from 'node:dns'
import { authenticate } from 'mailauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDetractorResponseWithComment, sendReplyEmails } from '../cases/replies/reply-fixture'
import { db } from '../db'
import { env } from '../env'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { runSendingsAndReadState } from '../testing/sendings'
import type { ReceivedMail } from '../testing/servers/mailbox'
import type { NameServer } from '../testing/servers/name-server'
import { checkSendingDomain } from './check-sending-domain'
import { anOrganizationWithVerifiedDomain, aSendingDomain, openNameServer, publishRecord } from './domain-fixture'
import { sendSenderTest } from './send-sender-test'

const mailbox = await useMailbox()
let server: NameServer
beforeAll(async () => {
  server = await openNameServer()
})
afterAll(() => server.close())

/** What a receiving server finds, by an independent implementation that asks the same DNS server. */
async function verify(raw: string, sender = 'feedback@mail.example.com') {
  const resolver = new dns.Resolver()
  resolver.setServers(server.nameServers)
  const { dkim, spf, dmarc } = await authenticate(raw, {
    ip: '192.0.2.9',
    helo: 'mail.example.com',
    sender,
    disableArc: true,
    disableBimi: true,
    resolver: (name, type) => resolver.resolve(name, type) as never,
  })
  const [signature] = dkim.results
  return {
    dkim: signature?.status.result,
    domain: signature?.signingDomain,
    signed:
      /;\s*h=([^;]*);/
        .exec(raw)?.[1]
        ?.toLowerCase()
        .split(/[\s:]+/) ?? [],
    spf: spf ? spf.status.result : undefined,
    dmarc: dmarc ? dmarc.status.result : undefined,
    isSpfAligned: dmarc ? Boolean(dmarc.alignment.spf.result) : false,
  }
}

async function sendStep(
  organizationId: string,
  step: NonNullable<Parameters<typeof aSequence>[1]>[number],
  person: Parameters<typeof aContact>[1] = {},
): Promise<ReceivedMail> {
  const contact = await aContact(organizationId, person)
  const sequence = await aSequence(organizationId, [step])
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  await runSendingsAndReadState(organizationId, sending.id)
  const [mail] = mailbox.to(contact.email)
  if (!mail) throw new Error('not sent')
  return mail
}

describe('a mail to a contact', () => {
  it('has the envelope sender of the service, and one in the domain once its return path is found', async () => {
    env.sendingDomains.returnPathHost = 'bounces.service.example'
    try {
      const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server)
      const step = { type: 'email', subject: 'Hello', body: 'Text' }
      expect((await sendStep(organizationId, step)).envelopeFrom).toBe(env.mailFrom.address)
      server.set(`bounce.${domain.domain}`, { cname: 'bounces.service.example' })
      server.set('bounces.service.example', { txt: ['v=spf1 ip4:192.0.2.9 -all'] })
      expect((await checkSendingDomain(organizationId)).records[1]).toMatchObject({
        kind: 'returnPath',
        check: { status: 'ok' },
      })
      const mail = await sendStep(organizationId, step)
      expect(mail.envelopeFrom).toBe(`feedback@bounce.${domain.domain}`)
      expect(await verify(mail.raw, mail.envelopeFrom)).toMatchObject({ dkim: 'pass', spf: 'pass', isSpfAligned: true })
    } finally {
      env.sendingDomains.returnPathHost = null
    }
  })

  it('of a survey comes from the verified domain, with a valid signature that covers the headers of providers', async () => {
    const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server, {
      name: 'Café Lumière',
      localPart: 'avis',
    })
    const { id: surveyId } = await aSurvey(organizationId)
    const mail = await sendStep(
      organizationId,
      { type: 'survey', surveyId },
      { firstName: 'Zoë', lastName: '山田 Łukasz' },
    )
    expect(mail.mail.from).toEqual({ name: 'Café Lumière', address: `avis@${domain.domain}` })
    expect(mail.header('message-id')).toMatch(new RegExp(`^<[0-9a-f-]{36}@${domain.domain}>$`))
    expect(mail.header('list-id')).toBe(`<surveys.${organizationId}.${domain.domain}>`)
    expect(mail.header('feedback-id')).toMatch(new RegExp(`^[0-9a-f-]{36}:${organizationId}:survey:custfeedback$`))
    expect(mail.header('auto-submitted')).toBe('auto-generated')
    expect(mail.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const verified = await verify(mail.raw)
    expect(verified).toMatchObject({ dkim: 'pass', domain: domain.domain, dmarc: 'pass' })
    expect(verified.signed).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'list-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
        'feedback-id',
      ]),
    )
    expect(verified.signed, 'relays replace them').not.toEqual(expect.arrayContaining(['message-id']))
    expect(verified.signed).not.toEqual(expect.arrayContaining(['date']))
  })

  it('is signed as it arrives: with lines of a dot alone, long lines and trailing white space', async () => {
    const { organizationId } = await anOrganizationWithVerifiedDomain(server)
    const body = ['.', '..two dots', '.', 'é'.repeat(2000), 'trailing   ', '', '', 'From here', '.'].join('\n')
    const mail = await sendStep(organizationId, { type: 'email', subject: 'Été : 50 % ☀️', body })
    expect(mail.mail.text).toContain('\n..two dots\n.\n')
    expect(await verify(mail.raw)).toMatchObject({ dkim: 'pass', dmarc: 'pass' })
  })

  it('has no valid signature after its text or a signed header was changed on the way', async () => {
    const { organizationId } = await anOrganizationWithVerifiedDomain(server)
    const { raw } = await sendStep(organizationId, { type: 'email', subject: 'Hello', body: 'The text.' })
    expect(await verify(raw)).toMatchObject({ dkim: 'pass' })
    expect((await verify(raw.replace('The text.', 'The test.'))).dkim).not.toBe('pass')
    expect((await verify(raw.replace('Subject: Hello', 'Subject: Hallo'))).dkim).not.toBe('pass')
    const replaced = raw
      .replace(/^Message-ID: .*$/m, 'Message-ID: <0100@relay.example>')
      .replace(/^Date: .*$/m, 'Date: Thu, 1 Jan 2026 00:00:00 +0000')
    expect(replaced).not.toBe(raw)
    expect(await verify(replaced), 'relays replace these').toMatchObject({ dkim: 'pass' })
  })

  it('comes unsigned from the address of the service until the domain is verified', async () => {
    const organizationId = await anOrganization()
    const created = await aSendingDomain(organizationId, { domain: 'later.example' })
    const before = await sendStep(organizationId, { type: 'email', subject: 'Hello', body: 'Text' })
    expect(before.mail.from?.address).toBe(env.mailFrom.address)
    expect(before.header('dkim-signature')).toBeUndefined()
    expect(before.header('message-id')).toMatch(/@mail\.example\.com>$/)
    publishRecord(server, created, 'dkim')
    await checkSendingDomain(organizationId)
    const after = await sendStep(organizationId, { type: 'email', subject: 'Hello', body: 'Text' })
    expect(after.mail.from?.address).toBe('feedback@later.example')
  })

  it('that a member writes as a reply is signed too, and names the member as before', async () => {
    const { organizationId, contact, ada, write } = await aDetractorResponseWithComment()
    const created = await aSendingDomain(organizationId, { domain: 'harbour.example' })
    publishRecord(server, created, 'dkim')
    publishRecord(server, created, 'dmarc')
    await checkSendingDomain(organizationId)
    await write()
    await sendReplyEmails(organizationId)
    const [mail] = mailbox.to(contact.email)
    expect(mail?.mail).toMatchObject({
      from: { name: 'Ada Lovelace at Harbour', address: 'feedback@harbour.example' },
      replyTo: [{ address: ada.email }],
      messageId: expect.stringMatching(/@harbour\.example>$/) as string,
    })
    expect(mail?.header('feedback-id')).toBe(`replies:${organizationId}:reply:custfeedback`)
    expect(await verify(mail?.raw ?? '')).toMatchObject({ dkim: 'pass', dmarc: 'pass' })
  })
})

it('a test of the sender reaches the user with the sender of mails to contacts', async () => {
  const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server, { name: 'Harbour' })
  const owner = await aMember(organizationId, 'owner')
  expect(await sendSenderTest(organizationId, owner)).toEqual({ email: owner.email })
  const { id } = await db.systemEmail.findFirstOrThrow({ where: { organizationId, kind: 'senderTest' } })
  await sendSystemEmail(id)
  const [mail] = mailbox.to(owner.email)
  expect(mail?.mail.from).toEqual({ name: 'Harbour', address: `feedback@${domain.domain}` })
  expect(mail?.header('list-id')).toBe(`<surveys.${organizationId}.${domain.domain}>`)
  expect(await verify(mail?.raw ?? '')).toMatchObject({ dkim: 'pass', dmarc: 'pass' })
})

it('mails of the service to its users keep the address of the service', async () => {
  const { organizationId, domain } = await anOrganizationWithVerifiedDomain(server)
  const owner = await aMember(organizationId, 'owner')
  publishRecord(server, domain, 'dkim', 'v=DKIM1; p=')
  await checkSendingDomain(organizationId)
  const { id } = await db.systemEmail.findFirstOrThrow({ where: { organizationId, kind: 'sendingDomainFailing' } })
  await sendSystemEmail(id)
  const [mail] = mailbox.to(owner.email)
  expect(mail?.mail.from?.address).toBe(env.mailFrom.address)
  expect(mail?.header('dkim-signature')).toBeUndefined()
})
