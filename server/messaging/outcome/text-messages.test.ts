import { describe, expect, it, onTestFinished } from 'vitest'
import { listAlerts } from '../../alerts/alert-log'
import { createAlertRule } from '../../alerts/rules'
import { CreateAlertRule } from '../../alerts/schema'
import { sendAlertSms } from '../../alerts/send-sms'
import { sendTestAlert } from '../../alerts/send-test-alert'
import { confirmPhone, requestPhoneChange } from '../../auth/phone-number'
import { getProfile } from '../../auth/profile'
import { db } from '../../db'
import { env } from '../../env'
import { ValidationError } from '../../errors'
import { useFakeTwilio } from '../../testing/environment'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { ageSending, aSending, aSequence, NEVER_QUIET } from '../../testing/factories/sequences'
import { aMember } from '../../testing/factories/sessions'
import { runSendingsAndReadState } from '../../testing/sendings'
import { getOutboxChannels } from '../outbox'

const twilio = await useFakeTwilio()

const aPhone = () => `+336${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const countCaptured = (organizationId: string) => db.capturedMessage.count({ where: { organizationId } })
const STOP = { code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 }
const BUSY = { code: 20429, message: 'Too Many Requests', status: 429, headers: { 'Retry-After': '300' } }

it('captures no text messages when an SMS provider is configured', () => {
  expect(getOutboxChannels().sms).toBe(false)
})

describe('SMS steps', () => {
  async function aRun(phone = aPhone()) {
    const organizationId = await anOrganization(NEVER_QUIET)
    const survey = await aSurvey(organizationId)
    const sequence = await aSequence(organizationId, [
      { type: 'sms', surveyId: survey.id, body: { en: 'Hi {{firstName}}' } },
    ])
    const contact = await aContact(organizationId, { phone })
    const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    const step = () => db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id } })
    return {
      organizationId,
      contact,
      phone,
      sending,
      step,
      run: () => runSendingsAndReadState(organizationId, sending.id),
    }
  }

  it('sends an SMS step once under concurrent runs, and stores the message id of Twilio', async () => {
    const { organizationId, phone, step, run } = await aRun()
    await Promise.all([run(), run(), run()])
    const [text, ...more] = twilio.to(phone)
    expect(more).toEqual([])
    expect(text).toMatchObject({ from: '+15005550006', body: expect.stringMatching(/^Hi Ada\nhttps:\S+\/t\/\w{12}$/) })
    expect(await step()).toMatchObject({
      status: 'sent',
      channel: 'sms',
      recipient: phone,
      messageId: text?.sid,
      reason: null,
      sentAt: expect.any(Date),
    })
    expect(await countCaptured(organizationId)).toBe(0)
  })

  it('an SMS step refused after a STOP is bounced, and does not suppress or unsubscribe the contact', async () => {
    const { organizationId, contact, phone, step, run } = await aRun()
    twilio.fault(STOP)
    expect(await run()).toEqual({ state: 'ended' })
    const reason = { code: 'refused', values: { cause: 'optedOut', words: `21610 ${STOP.message}` } }
    expect(await step()).toMatchObject({ status: 'bounced', reason, messageId: null })
    expect(twilio.to(phone)).toEqual([])
    expect(await db.suppression.count({ where: { organizationId } })).toBe(0)
    expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ unsubscribed: false })
    expect(await db.smsOptOut.count({ where: { organizationId } })).toBe(1)
  })

  it('records no opt-out without an auth token, because a START could not lift it', async () => {
    const configured = env.twilio
    onTestFinished(() => void Object.assign(env, { twilio: configured }))
    Object.assign(env, { twilio: configured && { ...configured, authToken: null } })
    const { organizationId, step, run } = await aRun()
    twilio.fault(STOP)
    await run()
    expect(await step()).toMatchObject({ status: 'bounced' })
    expect(await db.smsOptOut.count({ where: { organizationId } })).toBe(0)
  })

  it('retries an SMS step after the Retry-After of a busy Twilio', async () => {
    const { phone, sending, step, run } = await aRun()
    twilio.fault(BUSY)
    const waits = await run()
    const pause = waits.state === 'waiting' ? (waits.until.getTime() - Date.now()) / 1000 : 0
    expect(pause).toBeCloseTo(300, -1)
    expect(await step()).toMatchObject({
      status: 'scheduled',
      claimedAt: null,
      reason: { code: 'retrying', values: { cause: 'busy' } },
    })
    expect(twilio.to(phone)).toEqual([])
    await ageSending(sending.id, 310)
    expect(await run()).toEqual({ state: 'ended' })
    expect(twilio.to(phone)).toHaveLength(1)
    expect(await step()).toMatchObject({ status: 'sent', messageId: twilio.to(phone)[0]?.sid, reason: null })
  })

  it.each([
    ['the connection broke', 'noAnswer', { cut: true, keep: true } as const],
    ['Twilio failed', 'failure', { code: 20500, message: 'Internal Server Error', status: 500 }],
  ])('does not resend an SMS step when %s after the request, and marks it as unconfirmed', async (_, cause, fault) => {
    const { phone, sending, step, run } = await aRun()
    const before = twilio.countRequests()
    twilio.fault(fault)
    expect(await run()).toEqual({ state: 'ended' })
    await ageSending(sending.id, 600)
    await run()
    expect(twilio.countRequests() - before).toBe(1)
    expect(twilio.to(phone).length).toBeLessThanOrEqual(1)
    const reason = { code: 'unconfirmed', values: { cause } }
    expect(await step()).toMatchObject({ status: 'failed', reason, messageId: null, sentAt: expect.any(Date) })
  })

  it('retries an SMS step that Twilio refused for wrong credentials', async () => {
    const { phone, sending, step, run } = await aRun()
    twilio.fault({ code: 20003, message: 'Authenticate', status: 401 })
    expect((await run()).state).toBe('waiting')
    expect(await step()).toMatchObject({ reason: { code: 'retrying', values: { cause: 'credentials' } } })
    await ageSending(sending.id, 60)
    await run()
    expect(twilio.to(phone)).toHaveLength(1)
  })
})

describe('alert text messages through Twilio', () => {
  async function aTest() {
    const organizationId = await anOrganization()
    const { userId } = await aMember(organizationId, 'owner')
    const phone = aPhone()
    await db.user.update({ where: { id: userId }, data: { phone, phoneReached: true } })
    const input = { name: 'Unhappy', active: false, trigger: 'response', bands: ['negative'], pauseMinutes: 0 }
    const ways = { userIds: [], smsUserIds: [userId], channels: [] }
    const rule = await createAlertRule(organizationId, CreateAlertRule.parse({ ...NARROW, ...input, ...ways }))
    await sendTestAlert(organizationId, rule.id)
    const { id } = await db.alertMessage.findFirstOrThrow({ where: { organizationId } })
    const log = async () => (await listAlerts(organizationId, { page: 1, limit: 1 })).data[0]?.messages
    return { organizationId, phone, id, log, send: () => sendAlertSms(organizationId, id) }
  }
  const NARROW = {
    npsAtMost: null,
    csatAtMost: null,
    cesAtMost: null,
    starsAtMost: null,
    words: [],
    surveyIds: [],
    locationIds: [],
  }

  it('sends an alert text message once, and stores the message id of Twilio', async () => {
    const { organizationId, phone, id, log, send } = await aTest()
    await Promise.all([send(), send()])
    await send()
    const [text, ...more] = twilio.to(phone)
    expect(more).toEqual([])
    expect(text?.body).toMatch(/^Test: the alert "Unhappy" reaches you here\./)
    expect(await db.alertMessage.findUnique({ where: { id } })).toMatchObject({ messageId: text?.sid })
    expect(await log()).toMatchObject([{ channel: 'sms', state: 'sent', reason: null }])
    expect(await countCaptured(organizationId)).toBe(0)
  })

  it('logs why an alert text message was refused, and does not retry an unconfirmed one', async () => {
    const refused = await aTest()
    twilio.fault({ code: 21408, message: 'Permission to send an SMS has not been enabled', status: 400 })
    await refused.send()
    expect(await refused.log()).toMatchObject([
      { state: 'failed', sentAt: null, reason: { code: 'refused', values: { cause: 'region' } } },
    ])
    const lost = await aTest()
    twilio.fault({ cut: true, keep: true })
    await lost.send()
    const due = { nextAttemptAt: new Date(Date.now() - 1000) }
    await db.alertMessage.updateMany({ where: { id: lost.id, nextAttemptAt: { not: null } }, data: due })
    await lost.send()
    expect(twilio.to(lost.phone)).toHaveLength(1)
    expect(await lost.log()).toMatchObject([{ state: 'failed', reason: { code: 'unconfirmed' } }])
  })
})

describe('phone confirmation codes', () => {
  it('the code in a text message confirms the phone number', async () => {
    const organizationId = await anOrganization()
    const person = await aMember(organizationId, 'member')
    const phone = aPhone()
    await requestPhoneChange(organizationId, person, { phone })
    const [text] = twilio.to(phone)
    await confirmPhone(person, { code: /\b\d{6}\b/.exec(text?.body ?? '')?.[0] ?? '' })
    expect(await getProfile(person)).toMatchObject({ phone, pendingPhone: null })
    expect(await countCaptured(organizationId)).toBe(0)
  })

  it('explains why a phone confirmation code cannot be sent, and stores no pending number', async () => {
    const organizationId = await anOrganization()
    const person = await aMember(organizationId, 'member')
    twilio.fault({ code: 21614, message: "'To' number is not a valid mobile number", status: 400 })
    const refused: unknown = await requestPhoneChange(organizationId, person, { phone: aPhone() }).catch(
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(ValidationError)
    expect(refused).toMatchObject({
      details: { phone: ['This number cannot receive text messages. Enter a mobile number.'] },
    })
    expect(await db.phoneChange.count({ where: { userId: person.userId } })).toBe(0)
  })
})
