import { describe, expect, it } from 'vitest'
import { readEnvironment } from './env'

const SECRET = 'a secret of more than thirty-two characters'
const needed = { DATABASE_URL: 'postgresql://app@127.0.0.1/app', APP_SECRET: SECRET, NEXTAUTH_SECRET: SECRET }
const read = (variables: Record<string, string>) => readEnvironment({ ...needed, ...variables })
const inngest = { INNGEST_EVENT_KEY: 'event', INNGEST_SIGNING_KEY: 'signkey-prod-00' }
const [ACCOUNT, KEY] = ['AC', 'SK'].map((kind) => `${kind}${'0f'.repeat(16)}`) as [string, string]
const twilio = { TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' }
const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'feedback@example.com' }
const PUBLIC = 'https://feedback.example.com'

describe('invalid environments', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a short NEXTAUTH_SECRET',
      { NEXTAUTH_SECRET: 'x'.repeat(31) },
      /NEXTAUTH_SECRET must have at least 32 characters/,
    ],
    ['a short APP_SECRET', { APP_SECRET: 'short' }, /APP_SECRET must have at least 32 characters/],
    [
      'a short accepted secret',
      { APP_SECRETS_ACCEPTED: `${SECRET}, x` },
      /APP_SECRETS_ACCEPTED.* at least 32 characters/,
    ],
    [
      'an address without https://',
      { NEXTAUTH_URL: 'feedback.example.com' },
      /NEXTAUTH_URL must be an address such as/,
    ],
    ['another scheme', { NEXTAUTH_URL: 'localhost:3000' }, /NEXTAUTH_URL must be an address such as/],
    ['a word for PAUSE_JOBS that is none', { PAUSE_JOBS: 'yes' }, /PAUSE_JOBS must be 1 or 0/],
    ['a word for SIGN_UP that is none', { SIGN_UP: 'off' }, /SIGN_UP must be open, closed, or email domains/],
    ['a domain with an @', { SIGN_UP: 'example.com,@example.org' }, /SIGN_UP must be open, closed/],
    ['a domain beside a word', { SIGN_UP: 'open,example.com' }, /SIGN_UP must be open, closed/],
    ['a sender that is none', { MAIL_FROM: 'Feedback' }, /MAIL_FROM must be a sender such as/],
    ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example.com' }, /without MAIL_FROM/],
    ['half of Twilio', { TWILIO_ACCOUNT_SID: ACCOUNT }, /without TWILIO_AUTH_TOKEN \(or an API key.*TWILIO_FROM/],
    ['a sender at Twilio alone', { TWILIO_FROM: '+15005550006' }, /without TWILIO_ACCOUNT_SID.*TWILIO_AUTH_TOKEN/],
    ['half of a key at Twilio', { ...twilio, TWILIO_API_KEY_SID: KEY }, /without TWILIO_API_KEY_SECRET/],
    ['the other half of it', { ...twilio, TWILIO_API_KEY_SECRET: SECRET }, /without TWILIO_API_KEY_SID/],
    ['a key for an account', { ...twilio, TWILIO_ACCOUNT_SID: KEY }, /TWILIO_ACCOUNT_SID must be AC and 32/],
    ['a sender without its country', { ...twilio, TWILIO_FROM: '0612345678' }, /TWILIO_FROM must be a number such as/],
    ['a sender of twelve letters', { ...twilio, TWILIO_FROM: 'Harbour Café' }, /TWILIO_FROM must be a number such as/],
    [
      'Twilio in clear',
      { ...twilio, TWILIO_API_URL: 'http://api.example.com' },
      /TWILIO_API_URL must begin with https/,
    ],
    [
      'Twilio and open sign-up on a public address',
      { ...twilio, NEXTAUTH_URL: PUBLIC },
      /Anyone could sign up here and send text messages/,
    ],
    ['a public INNGEST_DEV', { INNGEST_DEV: '1', NEXTAUTH_URL: PUBLIC }, /INNGEST_DEV lets anyone run/],
    ['a reachable INNGEST_DEV', { INNGEST_DEV: '1', HOST: '0.0.0.0' }, /INNGEST_DEV lets anyone run/],
    [
      'INNGEST_DEV on Vercel',
      { ...inngest, VERCEL: '1', INNGEST_DEV: 'http://127.0.0.1:8288' },
      /INNGEST_DEV lets anyone/,
    ],
    ['INNGEST_DEV in other words', { INNGEST_DEV: 'perhaps' }, /INNGEST_DEV must be 1, 0, or the address/],
    [
      'an Inngest address without a scheme',
      { ...inngest, INNGEST_BASE_URL: 'inngest:8288' },
      /INNGEST_BASE_URL must be/,
    ],
    [
      'Inngest without its event key',
      { ...inngest, INNGEST_BASE_URL: PUBLIC, INNGEST_EVENT_KEY: '' },
      /without INNGEST_EVENT_KEY/,
    ],
    [
      'Inngest without its signing key',
      { INNGEST_BASE_URL: PUBLIC, INNGEST_EVENT_KEY: 'event' },
      /without INNGEST_SIGNING_KEY/,
    ],
    ['a signing key of the Inngest server alone', { INNGEST_SIGNING_KEY: 'abcd' }, /without INNGEST_EVENT_KEY/],
    [
      'a signing key with an odd number of digits',
      { ...inngest, INNGEST_SIGNING_KEY: 'abc' },
      /INNGEST_SIGNING_KEY must be hexadecimal/,
    ],
    [
      'a signing key that is no number',
      { ...inngest, INNGEST_SIGNING_KEY: 'a long secret of mine' },
      /INNGEST_SIGNING_KEY must be hexadecimal/,
    ],
    [
      'an old signing key that is none',
      { ...inngest, INNGEST_SIGNING_KEY_FALLBACK: 'xyz' },
      /INNGEST_SIGNING_KEY_FALLBACK must be hexadecimal/,
    ],
    [
      'an origin without a scheme',
      { ...inngest, INNGEST_SERVE_ORIGIN: 'feedback:3000' },
      /INNGEST_SERVE_ORIGIN must be an address/,
    ],
    ['Vercel without Inngest', { VERCEL: '1' }, /INNGEST_EVENT_KEY.*INNGEST_SIGNING_KEY/],
    [
      'private networks for webhooks where others can reach the service',
      { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', NEXTAUTH_URL: PUBLIC },
      /^WEBHOOK_ALLOWED_CIDRS lets webhooks reach private networks/,
    ],
    ['networks that are none', { WEBHOOK_ALLOWED_CIDRS: 'localhost' }, /^WEBHOOK_ALLOWED_CIDRS holds localhost/],
    ['others let in by no address', { NODE_ENV: 'production', HOST: '0.0.0.0' }, /without NEXTAUTH_URL/],
  ])('refuses to start with %s', (_, variables, sentence) => {
    expect(() => read(variables)).toThrow(sentence)
  })
})

describe('valid environments', () => {
  it.each<[string, Record<string, string>]>([
    ['on this machine alone, without an address', { NODE_ENV: 'production', HOST: '127.0.0.1' }],
    ['where others are let in by an address', { NODE_ENV: 'production', HOST: '::', NEXTAUTH_URL: PUBLIC }],
    ['on Vercel, which knows its address', { ...inngest, NODE_ENV: 'production', VERCEL: '1' }],
    ['with a development server on this machine', { INNGEST_DEV: '1', NEXTAUTH_URL: 'http://localhost:3000' }],
    ['with Twilio, a public address and sign-up closed', { ...twilio, NEXTAUTH_URL: PUBLIC, SIGN_UP: 'closed' }],
    ['with Twilio and a mail server', { ...twilio, ...mail, NEXTAUTH_URL: PUBLIC }],
    ['with a public address and INNGEST_DEV off', { INNGEST_DEV: '0', NEXTAUTH_URL: PUBLIC }],
  ])('starts %s', (_, variables) => {
    expect(read(variables).appSecrets).toEqual([SECRET])
  })

  it.each([
    ['', 'embedded', false],
    ['0', 'embedded', false],
    ['false', 'embedded', false],
    ['1', 'inngest', true],
    ['true', 'inngest', true],
    ['http://127.0.0.1:8288', 'inngest', true],
  ])('reads the job engine and its development mode from INNGEST_DEV=%s', (value, jobs, dev) => {
    expect(read({ INNGEST_DEV: value })).toMatchObject({ jobs, inngest: { dev } })
  })

  it.each([
    ['Feedback <feedback@example.com>', { name: 'Feedback', address: 'feedback@example.com' }],
    ['"Ada, Ltd." <ada@example.com> ', { name: 'Ada, Ltd.', address: 'ada@example.com' }],
    ['feedback@example.com', { name: 'Customer Feedback Service', address: 'feedback@example.com' }],
    ['', { name: 'Customer Feedback Service', address: 'feedback@localhost' }],
  ])('reads the email sender from MAIL_FROM=%s', (value, mailFrom) => {
    expect(read({ MAIL_FROM: value }).mailFrom).toEqual(mailFrom)
  })

  it.each(['+33612345678', '38600', 'Harbour Inn', `MG${'0f'.repeat(16)}`])('sends SMS from the sender %s', (from) => {
    const account = { accountSid: ACCOUNT, user: ACCOUNT, password: 'token', from, apiUrl: 'https://api.twilio.com' }
    expect(read({ ...twilio, TWILIO_FROM: from }).twilio).toMatchObject(account)
  })

  it.each<[Record<string, string>, object]>([
    [{ NEXTAUTH_URL: PUBLIC }, { authToken: 'token', answersKeywords: true, statusUrl: `${PUBLIC}/api/twilio/status` }],
    [{ NEXTAUTH_URL: PUBLIC, TWILIO_KEYWORDS: 'service' }, { answersKeywords: false }],
    [{}, { authToken: 'token', statusUrl: null }],
    [{ NEXTAUTH_URL: 'http://feedback.example.com' }, { statusUrl: null }],
    [
      { NEXTAUTH_URL: PUBLIC, TWILIO_API_KEY_SID: KEY, TWILIO_API_KEY_SECRET: 'secret', TWILIO_AUTH_TOKEN: '' },
      { authToken: null, statusUrl: null },
    ],
  ])('hears of Twilio if it can check it: %o', (variables, expected) => {
    expect(read({ ...twilio, SIGN_UP: 'closed', ...variables }).twilio).toMatchObject(expected)
  })

  it('signs in to Twilio with the API key, at TWILIO_API_URL', () => {
    const key = { TWILIO_API_KEY_SID: KEY, TWILIO_API_KEY_SECRET: 'secret', TWILIO_API_URL: 'http://127.0.0.1:8080/' }
    const signedIn = { user: KEY, password: 'secret', apiUrl: 'http://127.0.0.1:8080' }
    expect(read({ ...twilio, ...key, TWILIO_AUTH_TOKEN: '' }).twilio).toMatchObject(signedIn)
    expect(read({}).twilio).toBeNull()
  })

  it('lists the accepted secrets after the current one, without duplicates', () => {
    const [old, older] = [`${SECRET}, 2`, `${SECRET}-3`].map((text) => text.replaceAll(',', ''))
    expect(read({ APP_SECRETS_ACCEPTED: `${old}, ${older},${SECRET}` }).appSecrets).toEqual([SECRET, old, older])
  })
})
