import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { now } from '../../clock'
import { db } from '../../db'
import { checkHealth } from '../../health/health'
import { buildMessageToken } from '../../messaging/correlation'
import { buildMessageId } from '../../messaging/message-id'
import { whileRejectingInserts } from '../../testing/database/rejecting-trigger'
import { type ImapServer, openImapServer } from '../../testing/servers/imap-server'
import { anOrganizationWithSentStep, readUsage } from '../message-event-fixture'
import { aComplaintReport, aDeliveryReport, UNKNOWN_ADDRESS_STATUSES } from './mail-report-examples'
import { MAILBOX_FAILING_HEARTBEAT } from './mailbox-health'
import { parseMailReport } from './parse-mail-report'
import { readBounceMailbox } from './read-bounce-mailbox'
import { recordMailReport } from './record-mail-report'

const rowId = uuidv7()
const returned = { messageId: buildMessageId(rowId) }
const parse = (mail: string) => parseMailReport(mail, now())

describe('a report of a mail server', () => {
  it.each(Object.entries(UNKNOWN_ADDRESS_STATUSES))(
    'of %s about an unknown address is a hard bounce',
    async (_, status) => {
      const { rowIds, events } = await parse(aDeliveryReport(returned, [status]))
      expect(rowIds).toEqual([rowId])
      expect(events).toMatchObject([{ recipient: 'ada@example.com', event: { kind: 'bounced', bounceType: 'hard' } }])
      expect(events[0]?.event.code).toBe(status.Status.split(' ')[0])
    },
  )

  it.each([
    [
      'a full mailbox',
      { Action: 'failed', Status: '5.2.2', 'Diagnostic-Code': 'smtp; 552 5.2.2 Mailbox full' },
      'soft',
    ],
    ['a refusal by policy', { Action: 'failed', Status: '5.7.1', 'Diagnostic-Code': 'smtp; 550 5.7.1 Spam' }, 'soft'],
    [
      'a server that was down',
      { Action: 'failed', Status: '4.4.1', 'Diagnostic-Code': 'smtp; connection timed out' },
      'soft',
    ],
  ])('about %s is a soft bounce', async (_, status, bounceType) => {
    const { events } = await parse(
      aDeliveryReport(returned, [{ 'Final-Recipient': 'rfc822; a@example.com', ...status }]),
    )
    expect(events).toMatchObject([{ event: { kind: 'bounced', bounceType } }])
  })

  it('tells delays, deliveries and failures of several recipients apart', async () => {
    const status = (address: string, Action: string, Status: string) => ({
      'Final-Recipient': `rfc822; ${address}@example.com`,
      Action,
      Status,
    })
    const mail = aDeliveryReport(returned, [
      status('a', 'delayed', '4.7.1'),
      status('b', 'failed', '5.1.1'),
      status('c', 'delivered', '2.0.0'),
      status('d', 'unheard-of', '2.0.0'),
    ])
    expect((await parse(mail)).events.map(({ recipient, event: { kind } }) => [recipient, kind])).toEqual([
      ['a@example.com', 'deferred'],
      ['b@example.com', 'bounced'],
      ['c@example.com', 'delivered'],
    ])
  })

  it('finds the message by the bounce address, by the header, and by the returned headers alone', async () => {
    const token = buildMessageToken(rowId)
    const status = UNKNOWN_ADDRESS_STATUSES.Postfix
    const other = { messageId: buildMessageId(uuidv7()) }
    const byAddress = aDeliveryReport({ ...other, bounceAddress: `bounces+${token}@example.com` }, [status])
    expect((await parse(byAddress)).rowIds[0]).toBe(rowId)
    expect((await parse(aDeliveryReport({ ...other, token }, [status]))).rowIds[0]).toBe(rowId)
    const headersOnly = aDeliveryReport(returned, [status], { returned: 'text/rfc822-headers' })
    expect((await parse(headersOnly)).rowIds).toEqual([rowId])
  })

  it('in plain words of a mailer daemon is a bounce; an automatic reply is not', async () => {
    const plain = (from: string, text: string) =>
      `From: ${from}\r\nTo: x@example.com\r\nSubject: failure notice\r\n\r\n${text}\r\n`
    const words =
      '<ada@example.com>:\r\n192.0.2.1 failed after I sent the message.\r\nRemote host said: 550 5.1.1 User unknown'
    expect((await parse(plain('MAILER-DAEMON@example.com', words))).events).toMatchObject([
      { event: { kind: 'bounced', bounceType: 'hard', code: '5.1.1' } },
    ])
    expect((await parse(plain('ada@example.com', 'I am away. Call 550 5.1.1'))).events).toEqual([])
  })
})

it.each([
  ['abuse', 'complained'],
  ['fraud', 'complained'],
  ['opt-out', 'unsubscribed'],
])('a feedback report of type %s is %s', async (type, kind) => {
  const { rowIds, events } = await parse(aComplaintReport(returned, type))
  expect(rowIds).toEqual([rowId])
  expect(events).toMatchObject([{ recipient: 'ada@example.com', event: { kind } }])
})

it('a feedback report that it is no spam says nothing', async () => {
  expect((await parse(aComplaintReport(returned, 'not-spam'))).events).toEqual([])
})

describe('recording a report', () => {
  const statusFor = (email: string) => ({ 'Final-Recipient': `rfc822; ${email}`, Action: 'failed', Status: '5.1.1' })

  it('fails the step and suppresses the address, once', async () => {
    const { organizationId, step, contact } = await anOrganizationWithSentStep()
    const mail = aDeliveryReport({ messageId: buildMessageId(step.id) }, [statusFor(contact.email.toUpperCase())])
    await recordMailReport(mail)
    await recordMailReport(mail)
    expect(await db.sendingStep.findUnique({ where: { id: step.id } })).toMatchObject({ status: 'bounced' })
    expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ bouncedAt: expect.any(Date) })
    expect(await readUsage(organizationId)).toMatchObject({ bounced: 1 })
  })

  it('about another address, to which the recipient forwards, does not suppress theirs', async () => {
    const { step, contact } = await anOrganizationWithSentStep()
    await recordMailReport(aDeliveryReport({ messageId: buildMessageId(step.id) }, [statusFor('old@example.com')]))
    expect(await db.sendingStep.findUnique({ where: { id: step.id } })).toMatchObject({ status: 'bounced' })
    expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ bouncedAt: null })
  })
})

describe('the bounce mailbox', () => {
  let imap: ImapServer
  beforeAll(async () => {
    imap = await openImapServer()
  })
  afterAll(() => imap.close())
  beforeEach(async () => {
    imap.mails.length = 0
    imap.password = 'secret'
    await db.jobHeartbeat.deleteMany({ where: { job: MAILBOX_FAILING_HEARTBEAT } })
  })

  async function aReport() {
    const sent = await anOrganizationWithSentStep()
    const status = { 'Final-Recipient': `rfc822; ${sent.contact.email}`, Action: 'failed', Status: '5.1.1' }
    const mail = imap.deliver(aDeliveryReport({ messageId: buildMessageId(sent.step.id) }, [status]))
    const isBounced = async () =>
      (await db.sendingStep.findUniqueOrThrow({ where: { id: sent.step.id } })).status === 'bounced'
    return { ...sent, mail, isBounced }
  }

  it('records each report once, and marks all messages as read', async () => {
    const report = await aReport()
    const newsletter = imap.deliver('From: news@example.com\r\nSubject: News\r\n\r\nHello\r\n')
    expect(await readBounceMailbox(imap.url)).toEqual({ read: 2, recorded: 1 })
    expect(await report.isBounced()).toBe(true)
    expect([report.mail, newsletter].map(({ flags }) => [...flags])).toEqual([['\\Seen'], ['\\Seen']])
    expect(await readBounceMailbox(imap.url)).toEqual({ read: 0, recorded: 0 })
  })

  it('records the reports behind one that cannot be recorded, which stays unread', async () => {
    const [bad, good] = [await aReport(), await aReport()]
    const result = await whileRejectingInserts('message_event', `NEW.organization_id = '${bad.organizationId}'`, () =>
      readBounceMailbox(imap.url),
    )
    expect(result).toBeNull()
    expect(await checkHealth()).toMatchObject({ bounceMailbox: 'failing' })
    expect([bad, good].map(({ mail }) => [...mail.flags])).toEqual([[], ['\\Seen']])
    expect([await bad.isBounced(), await good.isBounced()]).toEqual([false, true])
    expect(await readBounceMailbox(imap.url)).toEqual({ read: 1, recorded: 1 })
  })

  it('reads a message again if the connection broke before it was marked', async () => {
    const report = await aReport()
    imap.breakAt('UID STORE')
    expect(await readBounceMailbox(imap.url)).toBeNull()
    expect(report.mail.flags.size).toBe(0)
    expect(await readBounceMailbox(imap.url)).toEqual({ read: 1, recorded: 1 })
    expect(await readUsage(report.organizationId)).toMatchObject({ bounced: 1 })
  })

  it('reports a wrong password as failing in the health check, until it can be read again', async () => {
    imap.password = 'another'
    expect(await readBounceMailbox(imap.url)).toBeNull()
    expect(await checkHealth()).toMatchObject({ bounceMailbox: 'failing' })
    imap.password = 'secret'
    expect(await readBounceMailbox(imap.url)).toEqual({ read: 0, recorded: 0 })
    expect(await checkHealth()).not.toHaveProperty('bounceMailbox')
  })

  it('is not read without an address', async () => {
    expect(await readBounceMailbox(undefined)).toBeNull()
  })
})
