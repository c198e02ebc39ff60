import { describe, expect, it } from 'vitest'
import { now } from '../../clock'
import { parseBrevoEvents } from './brevo'
import { parseMailgunEvent } from './mailgun'
import type { ProviderBatch } from './parse-elements'
import { parsePostmarkEvents } from './postmark'
import {
  brevoBounce,
  type ExampleMessage,
  mailgunFailure,
  postmarkBounce,
  resendBounce,
  sendGridBounce,
} from './provider-examples'
import { parseResendEvent } from './resend'
import { parseSendGridEvents } from './sendgrid'

const message: ExampleMessage = { token: 'token', messageId: '<a@example.com>', email: 'ada@example.com', at: now() }

/** `hard`, `soft` or `machine` after the kind; empty for an event that says nothing about the delivery. */
function summarize({ events, unreadable }: ProviderBatch): string {
  expect(unreadable).toBe(0)
  return events
    .flatMap(({ event: { kind, bounceType, isMachine } }) => [kind, bounceType, isMachine ? 'machine' : ''])
    .filter(Boolean)
    .join(' ')
}

describe('Postmark', () => {
  const parse = (event: object) => summarize(parsePostmarkEvents(event, now()))
  const base = { MessageID: '883953f4', Metadata: { feedback_id: message.token }, Recipient: message.email }

  it.each([
    ['HardBounce', 'bounced hard'],
    ['BadEmailAddress', 'bounced hard'],
    ['SoftBounce', 'bounced soft'],
    ['SpamNotification', 'bounced soft'],
    ['Transient', 'deferred'],
    ['SpamComplaint', 'complained'],
    ['ManuallyDeactivated', 'rejected'],
    ['AutoResponder', ''],
    ['constructor', ''],
  ])('a bounce of type %s is %s', (type, expected) => {
    expect(parse(postmarkBounce(message, type))).toBe(expected)
  })

  it.each([
    [{ RecordType: 'Delivery', DeliveredAt: message.at.toISOString() }, 'delivered'],
    [{ RecordType: 'Open', UserAgent: 'Mozilla/5.0' }, 'opened machine'],
    [{ RecordType: 'Click' }, 'clicked'],
    [
      { RecordType: 'SubscriptionChange', SuppressSending: true, SuppressionReason: 'ManualSuppression' },
      'unsubscribed',
    ],
    [{ RecordType: 'SubscriptionChange', SuppressSending: true, SuppressionReason: 'HardBounce' }, ''],
    [{ RecordType: 'SubscriptionChange', SuppressSending: false, SuppressionReason: null }, ''],
  ])('%o is %s', (event, expected) => {
    expect(parse({ ...base, ...event })).toBe(expected)
  })
})

describe('Mailgun', () => {
  const parse = (event: object) => summarize(parseMailgunEvent({ 'event-data': event }, now()))

  it.each([
    ['permanent', 'bounce', 'bounced hard'],
    ['permanent', 'suppress-bounce', 'bounced hard'],
    ['permanent', 'generic', 'bounced soft'],
    ['permanent', 'old', 'bounced soft'],
    ['permanent', 'suppress-complaint', 'rejected'],
    ['permanent', 'suppress-unsubscribe', 'rejected'],
    ['temporary', 'generic', 'deferred'],
  ])('a %s failure for the reason %s is %s', (severity, reason, expected) => {
    expect(parse(mailgunFailure(message, severity, reason))).toBe(expected)
  })

  it('a permanent refusal because the mailbox is full is a soft bounce', () => {
    const { 'delivery-status': status, ...failure } = mailgunFailure(message)
    expect(parse({ ...failure, 'delivery-status': { ...status, 'enhanced-code': '5.2.2' } })).toBe('bounced soft')
  })

  it.each([
    [{ event: 'delivered', 'user-variables': [] }, 'delivered'],
    [{ event: 'opened', 'client-info': { bot: 'apple' } }, 'opened machine'],
    [{ event: 'opened', 'client-info': { bot: '' } }, 'opened'],
    [{ event: 'complained' }, 'complained'],
    [{ event: 'unsubscribed' }, 'unsubscribed'],
    [{ event: 'rejected', reject: { reason: 'Sandbox subdomains are for test purposes only.' } }, 'rejected'],
    [{ event: 'accepted' }, ''],
  ])('%o is %s', (event, expected) => {
    expect(parse({ id: 'x', timestamp: 1, ...event })).toBe(expected)
  })
})

describe('SendGrid', () => {
  const parse = (event: object) => summarize(parseSendGridEvents([event], now()))

  it.each([
    ['bounce', 'Invalid Address', 'bounced hard'],
    ['bounce', 'Mailbox Unavailable', 'bounced soft'],
    ['blocked', 'Reputation', 'bounced soft'],
  ])('a bounce of type %s because of %s is %s', (type, classification, expected) => {
    expect(parse({ ...sendGridBounce(message, type), bounce_classification: classification })).toBe(expected)
  })

  it.each([
    [{ event: 'dropped', reason: 'Bounced Address' }, 'bounced hard'],
    [{ event: 'dropped', reason: 'Spam Reporting Address' }, 'rejected'],
    [{ event: 'deferred', response: '400 try again later', attempt: '5' }, 'deferred'],
    [{ event: 'delivered', response: '250 OK' }, 'delivered'],
    [{ event: 'open', sg_machine_open: true }, 'opened machine'],
    [{ event: 'open', sg_machine_open: false, useragent: 'Mozilla/4.0 (compatible)' }, 'opened'],
    [{ event: 'spamreport' }, 'complained'],
    [{ event: 'group_unsubscribe' }, 'unsubscribed'],
    [{ event: 'group_resubscribe' }, ''],
    [{ event: 'processed' }, ''],
  ])('%o is %s', (event, expected) => {
    expect(parse({ email: message.email, timestamp: 1, sg_event_id: 'x', ...event })).toBe(expected)
  })
})

describe('Brevo', () => {
  it.each([
    ['hard_bounce', 'bounced hard'],
    ['invalid_email', 'bounced hard'],
    ['soft_bounce', 'bounced soft'],
    ['deferred', 'deferred'],
    ['blocked', 'rejected'],
    ['error', 'rejected'],
    ['spam', 'complained'],
    ['unsubscribed', 'unsubscribed'],
    ['delivered', 'delivered'],
    ['unique_opened', 'opened'],
    ['proxy_open', 'opened machine'],
    ['unique_proxy_open', 'opened machine'],
    ['click', 'clicked'],
    ['request', ''],
    ['toString', ''],
  ])('%s is %s', (event, expected) => {
    expect(summarize(parseBrevoEvents(brevoBounce(message, event), now()))).toBe(expected)
  })
})

describe('Resend', () => {
  it.each([
    ['email.bounced', 'bounced hard'],
    ['email.complained', 'complained'],
    ['email.delivered', 'delivered'],
    ['email.delivery_delayed', 'deferred'],
    ['email.failed', 'rejected'],
    ['email.suppressed', 'rejected'],
    ['email.clicked', 'clicked'],
    ['email.sent', ''],
  ])('%s is %s', (type, expected) => {
    expect(summarize(parseResendEvent({ ...resendBounce(message), type }, now()))).toBe(expected)
  })

  it.each(['Transient', 'Undetermined'])('a bounce of type %s is a soft one', (type) => {
    expect(summarize(parseResendEvent(resendBounce(message, type), now()))).toBe('bounced soft')
  })
})

it.each([
  ['Mailgun', parseMailgunEvent],
  ['Postmark', parsePostmarkEvents],
  ['SendGrid', parseSendGridEvents],
  ['Brevo', parseBrevoEvents],
  ['Resend', parseResendEvent],
])('an event of %s that is not as documented is unreadable', (_, parse) => {
  for (const body of [null, 5, 'text', {}, { event: 5, RecordType: 5, type: 5 }])
    expect(parse(body, now())).toEqual({ events: [], unreadable: 1 })
})

it('a time in the future, or that cannot be read, is the time of receipt', () => {
  const receivedAt = now()
  const occurredAt = (at: string) =>
    parsePostmarkEvents({ ...postmarkBounce(message), BouncedAt: at }, receivedAt).events[0]?.event.occurredAt
  expect(occurredAt('2999-01-01T00:00:00Z')).toEqual(receivedAt)
  expect(occurredAt('soon')).toEqual(receivedAt)
  expect(occurredAt('2019-11-05T16:33:54.9070259Z')).toEqual(new Date('2019-11-05T16:33:54.907Z'))
})
