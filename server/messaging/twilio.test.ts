import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { certificateFor } from '../testing/servers/certificates'
import { type FakeTwilio, openFakeTwilio, type TwilioFault } from '../testing/servers/fake-twilio'
import { aReceiver } from '../testing/servers/https-receiver'
import type { SmsMessage } from './message'
import type { SmsFailureCause } from './sms-failure-causes'
import { createTwilioSender, type TwilioAccount } from './twilio'

let twilio: FakeTwilio
beforeEach(async () => {
  twilio = await openFakeTwilio()
})
afterEach(() => twilio.close())

const TIMEOUT_MS = 10_000
const PHONE = '+33612345678'
const message: SmsMessage = {
  channel: 'sms',
  from: 'Café',
  to: PHONE,
  text: 'Bonjour Zoé & co\nhttps://a.example/s/1?x=1+2',
}
const send = (changes: Partial<TwilioAccount> = {}, timeoutMs = TIMEOUT_MS) =>
  createTwilioSender({ ...twilio.account, ...changes }, timeoutMs)(message)

describe('sending through Twilio', () => {
  it('sends a text message unchanged and returns the message id of Twilio', async () => {
    const outcome = await send()
    const [text, ...more] = twilio.received
    expect(more).toEqual([])
    expect(text).toEqual({ sid: text?.sid, to: PHONE, from: '+15005550006', body: message.text })
    expect(outcome).toEqual({ state: 'accepted', messageId: text?.sid })
  })

  it('sends through a Twilio messaging service if that is the sender', async () => {
    const service = `MG${'0a'.repeat(16)}`
    expect(await send({ from: service })).toMatchObject({ state: 'accepted' })
    expect(twilio.received).toMatchObject([{ messagingServiceSid: service }])
    expect(twilio.received[0]).not.toHaveProperty('from')
  })

  it('treats a 201 of Twilio as accepted, even with an unreadable body', async () => {
    twilio.fault({ status: 201, text: '<html>' })
    expect(await send()).toEqual({ state: 'accepted' })
  })
})

describe('refusals by Twilio', () => {
  it.each<[number, string, number, 'bounced' | 'refused' | 'postponed', SmsFailureCause]>([
    [21211, "The 'To' number +33612345678 is not a valid phone number.", 400, 'bounced', 'number'],
    [21614, "'To' number is not a valid mobile number", 400, 'bounced', 'unreachable'],
    [21610, 'Attempt to send to unsubscribed recipient', 400, 'bounced', 'optedOut'],
    [21408, 'Permission to send an SMS has not been enabled for the region', 400, 'refused', 'region'],
    [21606, "The 'From' phone number provided is not a valid, SMS-capable one", 400, 'refused', 'sender'],
    [21659, "'From' is not a Twilio phone number", 400, 'refused', 'sender'],
    [21660, 'Mismatch between the From number and the account', 400, 'refused', 'sender'],
    [21608, 'The number is unverified. Trial accounts cannot send to it', 400, 'refused', 'trial'],
    [20003, 'Authenticate', 401, 'postponed', 'credentials'],
    [20005, 'Account not active', 403, 'postponed', 'account'],
  ])('maps the Twilio error %i to an outcome and a cause: %s', async (code, words, status, state, cause) => {
    twilio.fault({ code, message: words, status })
    const outcome = await send()
    expect(outcome).toMatchObject({ state, cause, words: `${code} ${words.replace(PHONE, '…')}` })
    expect(twilio.received).toEqual([])
  })

  it('reports an unknown Twilio error in the words of Twilio', async () => {
    twilio.fault({
      code: 21617,
      message: 'The concatenated message body exceeds the 1600 character limit',
      status: 400,
    })
    const words = '21617 The concatenated message body exceeds the 1600 character limit'
    expect(await send()).toEqual({ state: 'refused', words })
  })

  it('reports a wrong secret or account at Twilio as wrong credentials', async () => {
    expect(await send({ password: 'wrong' })).toMatchObject({ state: 'postponed', cause: 'credentials' })
    expect(await send({ accountSid: `AC${'0'.repeat(32)}` })).toMatchObject({
      state: 'postponed',
      cause: 'credentials',
    })
  })
})

describe('postponed text messages', () => {
  it('postpones a text message when Twilio is busy, by its Retry-After', async () => {
    const busy = { code: 20429, message: 'Too Many Requests', status: 429 }
    twilio.fault({ ...busy, headers: { 'Retry-After': '90' } }, busy)
    expect(await send()).toMatchObject({ state: 'postponed', cause: 'busy', retryAfterMs: 90_000 })
    expect(await send()).toEqual({ state: 'postponed', cause: 'busy', words: '20429 Too Many Requests' })
  })

  it('postpones a text message when Twilio is out of service', async () => {
    twilio.fault({ code: 20503, message: 'Service unavailable', status: 503 })
    expect(await send()).toMatchObject({ state: 'postponed', cause: 'busy' })
  })

  it('postpones a text message when Twilio refuses the connection or its host is unknown', async () => {
    await twilio.close()
    expect(await send()).toMatchObject({ state: 'postponed', cause: 'noConnection' })
    twilio = await openFakeTwilio()
    expect(await send({ apiUrl: 'https://twilio.invalid' })).toMatchObject({
      state: 'postponed',
      cause: 'noConnection',
    })
  })

  it('never sends the Twilio secret to a server with an untrusted certificate', async () => {
    const impostor = await aReceiver({ certificate: await certificateFor(['127.0.0.1']) })
    expect(await send({ apiUrl: impostor.url('') })).toMatchObject({ state: 'postponed', cause: 'noConnection' })
    expect(impostor.requests).toEqual([])
    await impostor.close()
  })

  it('postpones a text message when the TLS handshake times out', async () => {
    const silent = createServer(() => undefined)
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    // Accepts the connection, but never completes the TLS handshake.
    const outcome = await send({ apiUrl: `https://127.0.0.1:${port}` }, 300)
    expect(outcome).toMatchObject({ state: 'postponed', cause: 'noConnection' })
    silent.close()
  })
})

describe('unconfirmed text messages', () => {
  it.each<[string, TwilioFault, SmsFailureCause]>([
    ['a connection that breaks', { cut: true }, 'noAnswer'],
    ['a connection that breaks once the message was received', { cut: true, keep: true }, 'noAnswer'],
    ['a reply that never arrives', { hang: true, keep: true }, 'noAnswer'],
    ['a failure of Twilio’s own', { code: 20500, message: 'Internal Server Error', status: 500 }, 'failure'],
    ['a gateway that gave up', { status: 504, text: 'Gateway timeout' }, 'failure'],
    ['an outage reported by another server', { status: 503, text: 'Unavailable' }, 'failure'],
  ])('reports a text message as unconfirmed, without a retry, after %s', async (_, fault, cause) => {
    twilio.fault(fault)
    expect(await send({}, 300)).toMatchObject({ state: 'unconfirmed', cause })
    expect(twilio.countRequests()).toBe(1)
  })
})
