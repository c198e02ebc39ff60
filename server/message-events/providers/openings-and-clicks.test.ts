import { expect, it } from 'vitest'
import { parseBrevoEvents } from './brevo'
import { parseMailgunEvent } from './mailgun'
import type { ProviderBatch } from './parse-elements'
import { parsePostmarkEvents } from './postmark'
import { parseResendEvent } from './resend'
import { parseSendGridEvents } from './sendgrid'
import { parseSesEvent } from './ses'

const APPLE_PROXY = 'Mozilla/5.0'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/26.0.1410.43 Safari/537.31'

const postmark = (fields: object) => parsePostmarkEvents({ MessageID: '1', ...fields }, new Date(0))
const ses = (fields: object) => parseSesEvent({ mail: { destination: ['ada@example.com'] }, ...fields }, new Date(0))
const mailgun = (event: string, bot: string | null) =>
  parseMailgunEvent(
    { 'event-data': { event, id: 'q7DM', timestamp: 1_770_327_074.55, 'client-info': { bot }, 'user-variables': [] } },
    new Date(0),
  )
const sendGrid = (fields: object) =>
  parseSendGridEvents([{ email: 'ada@example.com', timestamp: 1_513_299_569, ...fields }], new Date(0))
const brevo = (event: string) =>
  parseBrevoEvents({ event, email: 'ada@example.com', id: 1, ts_event: 1_604_933_654 }, new Date(0))
const resend = (type: string) =>
  parseResendEvent(
    { type, created_at: '2026-02-22T23:41:12.126Z', data: { message_id: '<1@example.com>', to: ['ada@example.com'] } },
    new Date(0),
  )

/* The providers' published examples, shortened to the fields that differ. */
it.each<[string, ProviderBatch, 'opened' | 'clicked', boolean]>([
  ['Postmark', postmark({ RecordType: 'Open', UserAgent: CHROME }), 'opened', false],
  ['Postmark, by Apple’s proxy', postmark({ RecordType: 'Open', UserAgent: APPLE_PROXY }), 'opened', true],
  ['Postmark', postmark({ RecordType: 'Click', UserAgent: CHROME }), 'clicked', false],
  ['Amazon SES', ses({ eventType: 'Open', open: { userAgent: CHROME } }), 'opened', false],
  ['Amazon SES, by Apple’s proxy', ses({ eventType: 'Open', open: { userAgent: APPLE_PROXY } }), 'opened', true],
  ['Amazon SES', ses({ eventType: 'Click', click: { link: 'https://example.com' } }), 'clicked', false],
  ['Mailgun', mailgun('opened', null), 'opened', false],
  ['Mailgun', mailgun('opened', ''), 'opened', false],
  ['Mailgun, by Apple’s proxy', mailgun('opened', 'apple'), 'opened', true],
  ['Mailgun, by a security scanner', mailgun('clicked', 'generic'), 'clicked', true],
  ['SendGrid', sendGrid({ event: 'open', sg_machine_open: false }), 'opened', false],
  ['SendGrid, by Apple’s proxy', sendGrid({ event: 'open', sg_machine_open: true }), 'opened', true],
  ['SendGrid', sendGrid({ event: 'click', url: 'https://example.com' }), 'clicked', false],
  ['Brevo, the first', brevo('unique_opened'), 'opened', false],
  ['Brevo, a later one', brevo('opened'), 'opened', false],
  ['Brevo, by a proxy', brevo('unique_proxy_open'), 'opened', true],
  ['Brevo', brevo('click'), 'clicked', false],
  ['Resend', resend('email.opened'), 'opened', false],
  ['Resend', resend('email.clicked'), 'clicked', false],
])('reads %s', (_name, { events, unreadable }, kind, isMachine) => {
  expect(unreadable).toBe(0)
  expect(events).toHaveLength(1)
  expect({ isMachine: false, ...events[0]?.event }).toMatchObject({ kind, isMachine })
})
