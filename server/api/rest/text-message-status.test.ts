import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/twilio/status/[token]/route'
import { createAlertRule } from '../../alerts/rules'
import { CreateAlertRule } from '../../alerts/schema'
import { sendAlertSms } from '../../alerts/send-sms'
import { sendTestAlert } from '../../alerts/send-test-alert'
import { loadSmsOptOuts, removeSmsOptOut } from '../../contacts/sms-opt-outs'
import { getContactTimeline } from '../../contacts/timeline/contact-timeline'
import { db } from '../../db'
import { signToken } from '../../encryption'
import { env } from '../../env'
import { useFakeTwilio } from '../../testing/environment'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence, NEVER_QUIET } from '../../testing/factories/sequences'
import { aMember } from '../../testing/factories/sessions'
import { runSendings } from '../../testing/sendings'
import { openTwilioWebhooks, type TwilioWebhooks } from '../../testing/servers/twilio-webhooks'
import { transact } from '../../unit-of-work'

const twilio = await useFakeTwilio()
let webhooks: TwilioWebhooks

beforeAll(async () => {
  webhooks = await openTwilioWebhooks(env.baseUrl, twilio.authToken, async (request) => {
    const token = new URL(request.url).pathname.split('/').at(-1) ?? ''
    return POST(request, { params: Promise.resolve({ token }) })
  })
})
afterAll(() => webhooks.close())

const aPhone = () => `+336${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const aMessageSid = () => `SM${randomBytes(16).toString('hex')}`

type PostOptions = Parameters<TwilioWebhooks['post']>[2]

function report(callback: string, sid: string, status: string, error: object = {}, options: PostOptions = {}) {
  // A fragment configures Twilio, and is neither sent nor signed.
  const { pathname } = new URL(callback)
  const parameters = {
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: '+33600000000',
    ...error,
  }
  return webhooks.post(pathname, parameters, options)
}

async function aSentTextMessage() {
  const organizationId = await anOrganization(NEVER_QUIET)
  const phone = aPhone()
  const contact = await aContact(organizationId, { phone })
  const sequence = await aSequence(organizationId, [{ type: 'sms', body: { en: 'Hello' } }])
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  await runSendings(organizationId)
  const [text] = twilio.to(phone)
  const step = () => db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id } })
  const { sid = '', statusCallback = '' } = text ?? {}
  const tell = (status: string, error: object = {}, options: PostOptions = {}) =>
    report(statusCallback, sid, status, error, options)
  return { organizationId, contact, step, tell, sid, statusCallback }
}

describe('POST /api/twilio/status/{token}', () => {
  it('204: a delivery is recorded once, whatever comes twice or late', async () => {
    const { organizationId, step, tell, statusCallback } = await aSentTextMessage()
    expect(statusCallback).toMatch(
      /^https:\/\/feedback\.example\.com\/api\/twilio\/status\/[\w-]{43}#rc=3&rp=ct,rt,5xx$/,
    )
    expect(await step()).toMatchObject({ status: 'sent' })
    expect(await tell('queued')).toMatchObject({ status: 204, body: '' })
    await Promise.all([tell('delivered', { RawDlrDoneDate: '2611271206' }), tell('delivered')])
    expect(await tell('sent')).toMatchObject({ status: 204 })
    expect(await step()).toMatchObject({ status: 'delivered', reason: null })
    expect(await db.messageEvent.findMany({ where: { organizationId } })).toMatchObject([
      { kind: 'delivered', channel: 'sms', provider: 'twilio' },
    ])
  })

  it.each([
    ['30005', 'bounced', 'number'],
    ['30003', 'bounced', 'switchedOff'],
    ['30004', 'bounced', 'blocked'],
    ['30007', 'failed', 'filtered'],
    ['30034', 'failed', 'registration'],
  ])('204: an undelivered message with the error %s is %s, with the cause %s in words', async (code, status, cause) => {
    const { organizationId, contact, step, tell } = await aSentTextMessage()
    await tell('undelivered', { ErrorCode: code, ErrorMessage: 'What the carrier said' })
    await tell('sent')
    const reason = { code: 'refused', values: { words: `${code} What the carrier said`, cause } }
    expect(await step()).toMatchObject({ status, reason })
    const { entries } = await getContactTimeline(organizationId, { id: contact.id, group: 'messages' })
    expect(entries[0]).toMatchObject({ kind: 'message', status, reason })
    // A number is no address: emails go on.
    expect(await db.suppression.count({ where: { organizationId } })).toBe(0)
    expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ bouncedAt: null })
  })

  it('204: a number that answered STOP, as Twilio reports late, is opted out until START, whatever comes twice', async () => {
    const { organizationId, contact, step, tell } = await aSentTextMessage()
    const phone = contact.phone ?? ''
    const isOptedOut = async () => (await loadSmsOptOuts(db, organizationId, [phone])).has(phone)
    await tell('failed', { ErrorCode: '21610' })
    expect(await step()).toMatchObject({ status: 'bounced', reason: { values: { cause: 'optedOut' } } })
    expect(await isOptedOut()).toBe(true)
    await transact(({ tx }) => removeSmsOptOut(tx, organizationId, phone))
    await tell('failed', { ErrorCode: '21610' })
    expect(await isOptedOut()).toBe(false)
  })

  it('204: a report that arrives before the response to the message is applied with it', async () => {
    const { organizationId, step, sid, statusCallback } = await aSentTextMessage()
    const { id, sendingId } = await step()
    const claimedAt = new Date()
    await db.sendingStep.update({
      where: { id },
      data: { status: 'scheduled', sentAt: null, endedAt: null, messageId: null, claimedAt },
    })
    await report(statusCallback, sid, 'delivered')
    expect(await step()).toMatchObject({ status: 'scheduled' })
    await db.sending.update({
      where: { id: sendingId },
      data: { endedAt: null, status: 'running', dueAt: new Date(0) },
    })
    await db.sendingStep.update({ where: { id }, data: { claimedAt: new Date(0) } })
    await runSendings(organizationId)
    expect(await step()).toMatchObject({ status: 'delivered', reason: null })
  })

  it('403: without effect unless Twilio signed it for this message', async () => {
    const { step, tell } = await aSentTextMessage()
    const other = await aSentTextMessage()
    const refused = await Promise.all([
      tell('failed', {}, { signature: null }),
      tell('failed', {}, { authToken: 'f'.repeat(32) }),
      tell('failed', {}, { signedUrl: other.statusCallback.replace(/#.*/, '') }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await step()).toMatchObject({ status: 'sent' })
  })

  it('204: a token of another purpose, of no message, or a report without a status has no effect', async () => {
    const { step, tell } = await aSentTextMessage()
    const { id } = await step()
    for (const token of [signToken('survey', id), signToken('sms-status', crypto.randomUUID()), 'nonsense'])
      expect(await report(`${env.baseUrl}/api/twilio/status/${token}`, aMessageSid(), 'failed')).toMatchObject({
        status: 204,
      })
    expect(await tell('nonsense')).toMatchObject({ status: 204 })
    expect(await step()).toMatchObject({ status: 'sent' })
  })

  it('204: an alert that did not arrive is failed in the log of its rule', async () => {
    const organizationId = await anOrganization()
    const { userId } = await aMember(organizationId, 'owner')
    const phone = aPhone()
    await db.user.update({ where: { id: userId }, data: { phone, phoneReached: true } })
    const rule = await createAlertRule(organizationId, CreateAlertRule.parse({ ...ALERT, smsUserIds: [userId] }))
    await sendTestAlert(organizationId, rule.id)
    const message = () => db.alertMessage.findFirstOrThrow({ where: { organizationId } })
    await sendAlertSms(organizationId, (await message()).id)
    const { sid = '', statusCallback = '' } = twilio.to(phone)[0] ?? {}
    await report(statusCallback, sid, 'delivered')
    expect(await message()).toMatchObject({ state: 'sent', reason: null })
    await report(statusCallback, sid, 'undelivered', { ErrorCode: '30006' })
    const failed = { state: 'failed', reason: { code: 'refused', values: { cause: 'unreachable' } } }
    expect(await message()).toMatchObject(failed)
    expect(await db.alert.findFirstOrThrow({ where: { organizationId } })).toMatchObject({ state: 'failed' })
  })
})

const ALERT = {
  name: 'Unhappy',
  active: false,
  trigger: 'response',
  bands: ['negative'],
  pauseMinutes: 0,
  npsAtMost: null,
  csatAtMost: null,
  cesAtMost: null,
  starsAtMost: null,
  words: [],
  surveyIds: [],
  locationIds: [],
  userIds: [],
  channels: [],
}
