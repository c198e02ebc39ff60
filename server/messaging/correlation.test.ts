import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { signToken } from '../encryption'
import { readEnvironment } from '../env'
import { openMailbox } from '../testing/servers/mailbox'
import { createChannels } from './channels'
import {
  addCorrelation,
  buildMessageToken,
  detectMailProvider,
  findRowIdOfBounceAddress,
  type MailProviderName,
  readMessageToken,
} from './correlation'
import type { EmailMessage } from './message'
import { buildMessageId } from './message-id'

const rowId = uuidv7()
const anEmail = (messageId = buildMessageId(rowId)): EmailMessage => ({
  channel: 'email',
  from: { name: 'Engines', address: 'feedback@example.com' },
  to: { name: 'Ada', address: 'ada@example.com' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId,
  headers: {},
})

describe('the token of a message', () => {
  it('names its row, whatever the case that mail servers give it', () => {
    const token = buildMessageToken(rowId)
    expect(token).toMatch(/^[\da-v]{52}$/)
    expect(readMessageToken(token)).toBe(rowId)
    expect(readMessageToken(token.toUpperCase())).toBe(rowId)
    expect(findRowIdOfBounceAddress(`<bounces+${token}@example.com>`)).toBe(rowId)
  })

  it('cannot be altered, guessed or made from another signed link', () => {
    const token = buildMessageToken(rowId)
    const other = buildMessageToken(uuidv7())
    const link = BigInt(`0x${Buffer.from(signToken('unsubscribe', rowId), 'base64url').toString('hex')}`)
    for (const forged of [
      `${other.slice(0, 26)}${token.slice(26)}`,
      link.toString(32).padStart(52, '0'),
      '',
      'v'.repeat(52),
    ])
      expect(readMessageToken(forged)).toBeNull()
  })
})

it.each<[string, MailProviderName | null]>([
  ['smtps://u:p@email-smtp.eu-west-1.amazonaws.com', 'ses'],
  ['smtp://u:p@smtp.postmarkapp.com:587', 'postmark'],
  ['smtps://u:p@smtp.resend.com', 'resend'],
  ['smtp://u:p@smtp.eu.mailgun.org', 'mailgun'],
  ['smtp://u:p@smtp.sendgrid.net', 'sendgrid'],
  ['smtp://u:p@smtp-relay.brevo.com', 'brevo'],
  ['smtp://mail.example.com', null],
  ['smtp://sendgrid.net.example.com', null],
])('detects the provider of %s as %s', (url, provider) => {
  expect(detectMailProvider(url)).toBe(provider)
})

it('hands the token to the configured provider alone', () => {
  const token = buildMessageToken(rowId)
  const headersOf = (provider: MailProviderName | null) =>
    addCorrelation(anEmail(), { provider, bounceAddress: undefined }).headers
  const ours = { 'X-Feedback-Message-Id': token }
  expect(headersOf(null)).toEqual(ours)
  expect(headersOf('ses')).toEqual({ ...ours, 'X-SES-MESSAGE-TAGS': `feedback_id=${token}` })
  expect(headersOf('postmark')).toMatchObject({ 'X-PM-Metadata-feedback_id': token })
  expect(headersOf('mailgun')).toMatchObject({ 'X-Mailgun-Variables': `{"feedback_id":"${token}"}` })
  expect(JSON.parse(headersOf('sendgrid')['X-SMTPAPI'] ?? '')).toMatchObject({
    unique_args: { feedback_id: token },
  })
})

it.each<[MailProviderName, object, object]>([
  ['postmark', { 'X-PM-TrackOpens': 'false', 'X-PM-TrackLinks': 'None' }, { 'X-PM-TrackOpens': 'true' }],
  ['mailgun', { 'X-Mailgun-Track': 'no' }, { 'X-Mailgun-Track': 'yes' }],
  [
    'sendgrid',
    { 'X-SMTPAPI': expect.stringContaining('"opentrack":{"settings":{"enable":0}}') },
    { 'X-SMTPAPI': expect.stringContaining('"opentrack":{"settings":{"enable":1}}') },
  ],
])('tells %s whether to track openings and clicks, by default not', (provider, untracked, tracked) => {
  const headersOf = (message: EmailMessage) => addCorrelation(message, { provider, bounceAddress: undefined }).headers
  expect(headersOf(anEmail())).toMatchObject(untracked)
  expect(headersOf({ ...anEmail(), tracksOpensAndClicks: true })).toMatchObject(tracked)
})

it('leaves an email whose Message-ID is of no row as it is', () => {
  const message = anEmail('<1@example.com>')
  expect(addCorrelation(message, { provider: 'ses', bounceAddress: 'bounces@example.com' })).toBe(message)
})

it('sends from the bounce address in the envelope, and keeps the sender in the header', async () => {
  const senders: string[] = []
  const mailbox = await openMailbox(0, ({ envelopeFrom }) => void senders.push(envelopeFrom))
  try {
    const environment = readEnvironment({
      ...process.env,
      SMTP_URL: mailbox.url,
      BOUNCE_ADDRESS: 'bounces@example.com',
    })
    expect(await createChannels(environment).email?.(anEmail())).toEqual({ state: 'accepted' })
    expect(senders).toEqual([`bounces+${buildMessageToken(rowId)}@example.com`])
    expect(mailbox.received[0]?.header('from')).toContain('feedback@example.com')
    expect(mailbox.received[0]?.header('x-feedback-message-id')).toBe(buildMessageToken(rowId))
  } finally {
    await mailbox.close()
  }
})
