import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeReply } from '../cases/replies/write-reply'
import { getTimeline } from '../cases/timeline'
import { now } from '../clock'
import { loadSuppressions } from '../contacts/suppression'
import { db } from '../db'
import { toUtcDay } from '../organizations/daily-message-usage'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { useMailbox } from '../testing/environment'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../testing/factories/responses'
import { aResponseToStep, aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { runSendingsAndReadState } from '../testing/sendings'
import { runCommand } from './run-command'

const mailbox = await useMailbox()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reports-'))
})
afterAll(() => rm(folder, { recursive: true }))

const WORDS = '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown'

async function aSentMail() {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  const sequence = await aSequence(organizationId, [{ type: 'survey', surveyId }])
  const sending = await aSending(organizationId, sequence.id)
  await runSendingsAndReadState(organizationId, sending.id)
  const messageId = mailbox.to(sending.email)[0]?.header('message-id') ?? ''
  return { organizationId, sending, messageId }
}

const stepOf = async (sendingId: string) => db.sendingStep.findFirstOrThrow({ where: { sendingId } })
const isSuppressed = async (organizationId: string, email: string) =>
  (await loadSuppressions(db, organizationId, [email])).get(email)?.has('bounced') === true
const useOf = async (organizationId: string) => {
  const { accepted, bounced, complained } = await db.dailyUsage.findUniqueOrThrow({
    where: { organizationId_day: { organizationId, day: new Date(toUtcDay(now())) } },
  })
  return { accepted, bounced, complained }
}

describe('org:record-bounce', () => {
  it('stores the same rows as a rejection during the SMTP session', async () => {
    const late = await aSentMail()
    const bounce = () => succeed('org:record-bounce', '--message-id', late.messageId, '--gone', '--words', WORDS)
    const { organizationId, sending } = late
    const step = await stepOf(sending.id)
    const about = { organizationId, sendingStepId: step.id, isGone: true }
    expect(await bounce()).toEqual({ ...about, recorded: 'bounced' })
    expect(await bounce()).toEqual({ ...about, recorded: 'already bounced' })

    mailbox.fault({ at: 'rcpt', code: 550, text: WORDS.slice(4) })
    const atOnce = await aSentMail()
    const rows = await Promise.all(
      [late, atOnce].map(async (mail) => {
        const { status, reason, messageId, dueAt, sentAt } = await stepOf(mail.sending.id)
        return {
          step: { status, reason, dueAt, hasLeft: sentAt !== null, hasName: messageId !== null },
          isSuppressed: await isSuppressed(mail.organizationId, mail.sending.email),
          use: await useOf(mail.organizationId),
        }
      }),
    )
    expect(rows[0]).toEqual(rows[1])
    expect(rows[0]).toMatchObject({
      step: { status: 'bounced', reason: { code: 'refused', values: { words: WORDS } } },
      isSuppressed: true,
      use: { accepted: 0, bounced: 1 },
    })
  })

  it('does not suppress the address without --gone', async () => {
    const { organizationId, sending, messageId } = await aSentMail()
    await succeed('org:record-bounce', '--message-id', messageId)
    expect(await stepOf(sending.id)).toMatchObject({ status: 'bounced' })
    expect(await isSuppressed(organizationId, sending.email)).toBe(false)
  })

  it('counts a late bounce on the day it is recorded', async () => {
    const { organizationId, sending, messageId } = await aSentMail()
    const { id, claimedAt } = await stepOf(sending.id)
    const before = new Date((claimedAt?.getTime() ?? 0) - 3 * 86_400_000)
    await db.sendingStep.update({ where: { id }, data: { claimedAt: before } })
    await succeed('org:record-bounce', '--message-id', messageId)
    expect(await useOf(organizationId)).toMatchObject({ accepted: 1, bounced: 1 })
  })

  it('records no bounce for a survey that was answered', async () => {
    const { organizationId, sending, messageId } = await aSentMail()
    const step = await stepOf(sending.id)
    await aResponseToStep(step, sending.contactId)
    await db.sendingStep.update({ where: { id: step.id }, data: { status: 'answered' } })
    expect(await succeed('org:record-bounce', '--message-id', messageId, '--gone')).toMatchObject({
      recorded: 'arrived',
    })
    expect(await isSuppressed(organizationId, sending.email)).toBe(false)
  })

  it('marks a reply to a customer as failed, suppresses the address and reopens the case', async () => {
    const organizationId = await anOrganization()
    const ada = await aMember(organizationId, 'admin')
    await db.user.update({ where: { id: ada.userId }, data: { emailVerifiedAt: new Date() } })
    const { survey, contact, sending, step } = await aSurveyRequest(organizationId)
    const { id } = await aResponse(organizationId, survey.id, {
      contactId: contact.id,
      sendingId: sending.id,
      sendingStepId: step.id,
    })
    await writeReply(organizationId, { id, draftId: uuidv7(), subject: 'Sorry', text: 'We are sorry.' }, ada)
    const mail = await db.systemEmail.findFirstOrThrow({ where: { organizationId, kind: 'caseReply' } })
    await sendSystemEmail(mail.id)
    const messageId = mailbox.to(contact.email)[0]?.header('message-id') ?? ''
    const bounce = () => succeed('org:record-bounce', '--message-id', messageId, '--gone', '--words', WORDS)
    expect(await bounce()).toMatchObject({ emailId: mail.id, recorded: 'bounced' })
    expect(await bounce()).toMatchObject({ recorded: 'already bounced' })
    const { replies, events } = await getTimeline(organizationId, id)
    expect(replies).toMatchObject([{ status: 'failed', reason: { code: 'refused', values: { words: WORDS } } }])
    expect(events.filter(({ kind }) => kind === 'replyFailed')).toHaveLength(1)
    expect((await db.response.findUniqueOrThrow({ where: { id } })).caseState).toBe('open')
    expect(await isSuppressed(organizationId, contact.email)).toBe(true)
    expect(await useOf(organizationId)).toMatchObject({ accepted: 0, bounced: 1 })
  })

  it('parses a delivery report: its message, the server’s text, and whether the mailbox is gone', async () => {
    const { organizationId, sending, messageId } = await aSentMail()
    const report = async (diagnostic: string, status: string, action = 'failed') => {
      const file = path.join(folder, `${uuidv7()}.eml`)
      await writeFile(file, deliveryReport({ messageId, diagnostic, status, action, to: sending.email }))
      return succeed('org:record-bounce', '--report', file)
    }
    expect(await report('451 4.7.1 Greylisted', '4.7.1', 'delayed')).toEqual({ recorded: 'nothing' })
    expect(await report(WORDS, '5.1.1')).toMatchObject({ organizationId, recorded: 'bounced', isGone: true })
    expect(await stepOf(sending.id)).toMatchObject({
      status: 'bounced',
      reason: { code: 'refused', values: { words: WORDS } },
    })
    expect(await isSuppressed(organizationId, sending.email)).toBe(true)
  })

  it('does not suppress an address whose mailbox is full', async () => {
    const { organizationId, sending, messageId } = await aSentMail()
    const file = path.join(folder, 'full.eml')
    const diagnostic = '552 5.2.2 Mailbox full'
    await writeFile(
      file,
      deliveryReport({ messageId, diagnostic, status: '5.2.2', action: 'failed', to: sending.email }),
    )
    expect(await succeed('org:record-bounce', '--report', file)).toMatchObject({ recorded: 'bounced', isGone: false })
    expect(await isSuppressed(organizationId, sending.email)).toBe(false)
  })

  it('records nothing for an email that is not a report', async () => {
    const { messageId } = await aSentMail()
    const file = path.join(folder, 'reply.eml')
    await writeFile(
      file,
      `Subject: Re: A question\r\nMessage-ID: <x@example.com>\r\nIn-Reply-To: ${messageId}\r\n\r\nThank you.\r\n`,
    )
    expect(await succeed('org:record-bounce', '--report', file)).toEqual({ recorded: 'nothing' })
  })

  it('refuses a Message-ID that is unknown or no Message-ID of this service', async () => {
    const refuse = async (messageId: string) => runCommand(['org:record-bounce', '--message-id', messageId])
    expect(await refuse(`<${uuidv7()}@example.com>`)).toMatchObject({
      messages: ['There is no mail with that Message-ID.', expect.stringContaining('Usage')],
    })
    expect(await refuse('<1@example.com>')).toMatchObject({
      messages: [expect.stringContaining('must be the Message-ID'), expect.stringContaining('Usage')],
    })
  })
})

describe('org:record-complaint', () => {
  it('counts the complaint and unsubscribes the contact', async () => {
    const { organizationId, sending, messageId } = await aSentMail()
    expect(await succeed('org:record-complaint', '--message-id', messageId)).toMatchObject({
      organizationId,
      recorded: 'complaint',
      complaintsToday: 1,
      isOptedOut: true,
    })
    expect(await db.contact.findUnique({ where: { id: sending.contactId } })).toMatchObject({ unsubscribed: true })
    expect(await useOf(organizationId)).toMatchObject({ complained: 1 })
  })

  it('parses a complaint report of a mail provider', async () => {
    const { sending, messageId } = await aSentMail()
    const file = path.join(folder, 'complaint.eml')
    await writeFile(
      file,
      [
        'From: <abuse@example.org>',
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
        '',
        '--b',
        'Content-Type: message/feedback-report',
        '',
        'Feedback-Type: abuse',
        'User-Agent: Example/1',
        'Version: 1',
        '',
        '--b',
        'Content-Type: message/rfc822',
        '',
        `Message-ID: ${messageId}`,
        'Subject: Hello',
        '',
        'Hello',
        '--b--',
      ].join('\r\n'),
    )
    expect(await succeed('org:record-complaint', '--report', file)).toMatchObject({ recorded: 'complaint' })
    expect(await db.contact.findUnique({ where: { id: sending.contactId } })).toMatchObject({ unsubscribed: true })
  })
})

/** In Postfix's format: folded, with the Message-ID of the report before the email's. */
function deliveryReport(about: { messageId: string; diagnostic: string; status: string; action: string; to: string }) {
  return [
    'From: MAILER-DAEMON@mx.example.com (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Message-Id: <20261122101010.ABCDEF@mx.example.com>',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="b/mx.example.com"',
    '',
    '--b/mx.example.com',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your message could not be delivered.',
    '',
    '--b/mx.example.com',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: rfc822; ${about.to}`,
    `Action: ${about.action}`,
    `Status: ${about.status}`,
    'Remote-MTA: dns; mail.example.net',
    `Diagnostic-Code: smtp; ${about.diagnostic.replace(': ', ':\r\n    ')}`,
    '',
    '--b/mx.example.com',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${about.messageId}`,
    'Subject: A question',
    '',
    '--b/mx.example.com--',
  ].join('\r\n')
}

async function succeed(...args: string[]): Promise<Record<string, unknown>> {
  const outcome = await runCommand(args)
  if ('messages' in outcome) throw new Error(outcome.messages.join(' '))
  return outcome.answer as Record<string, unknown>
}
