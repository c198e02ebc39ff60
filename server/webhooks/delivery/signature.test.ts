import { execFileSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, it } from 'vitest'
import { generateSecret } from '../subscriptions/subscription-rows'
import { buildDeliveryHeaders, findMatchingSecrets, signPayload, signStandardWebhook } from './signature'

const stripe = new Stripe('sk_test_unused')
const verify = (body: string | Buffer, header: string, secret: string) =>
  stripe.webhooks.signature?.verifyHeader(body, header, secret, 300)

describe('signPayload', () => {
  it('produces the documented header for the documented test vector', () => {
    const header = signPayload(
      '[{"id":"0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57","firstName":"Zoé"}]',
      ['whsec_dGhpcyBpcyBhIHRlc3Qgc2VjcmV0IG9mIDMyIGJ5dGU='],
      new Date('2026-03-01T09:30:00.999Z'),
    )
    expect(header).toBe('t=1772357400,v1=7b15756513adbb1c397edf26015fc28f696f2a5256bbba3614167d58b4761d01')
  })

  it.each([
    ['an array', '[{"a":1}]'],
    ['a bare object', '{"a":1}'],
    ['letters beyond ASCII', '["é – 漢字 🎉"]'],
    ['an empty array', '[]'],
  ])('the Stripe verifier accepts the signature of %s', (_what, body) => {
    const secret = generateSecret()
    const header = signPayload(body, [secret], new Date())
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
    expect(verify(body, header, secret)).toBe(true)
    expect(verify(Buffer.from(body), header, secret)).toBe(true)
  })

  it('produces the same header as the Stripe library, byte for byte', () => {
    for (let i = 0; i < 200; i += 1) {
      const secret = generateSecret()
      const payload = JSON.stringify([{ i, text: 'ü'.repeat(i) }])
      const timestamp = 1_700_000_000 + i
      expect(signPayload(payload, [secret], new Date(timestamp * 1000))).toBe(
        stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
      )
    }
  })

  it('the Stripe verifier refuses a signature for another body or secret, or older than 300 seconds', () => {
    const secret = generateSecret()
    const header = signPayload('[1]', [secret], new Date())
    const previous = signPayload('[1]', [secret], new Date(Date.now() - 301_000))
    expect(() => verify('[2]', header, secret)).toThrow(/No signatures found/)
    expect(() => verify('[1]', header, generateSecret())).toThrow(/No signatures found/)
    expect(() => verify('[1]', previous, secret)).toThrow(/Timestamp outside/)
  })

  it('uses the bytes of the whole secret, prefix included, as the HMAC key', () => {
    const secret = 'whsec_é\u0000/+='
    const body = '["ü"]'
    const expected = createHmac('sha256', Buffer.from(secret))
      .update(Buffer.from(`5.${body}`))
      .digest('hex')
    expect(signPayload(body, [secret], new Date(5000))).toBe(`t=5,v1=${expected}`)
  })

  it('adds one signature for each of two secrets, and either secret verifies the header', () => {
    const [current, previous] = [generateSecret(), generateSecret()]
    const header = signPayload('[]', [current, previous], new Date())
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    expect([verify('[]', header, current), verify('[]', header, previous)]).toEqual([true, true])
  })

  it('generates unique secrets of 32 bytes in base64 with the prefix whsec_', () => {
    const secrets = Array.from({ length: 1000 }, generateSecret)
    expect(new Set(secrets).size).toBe(1000)
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})

const BODIES = ['[{"a":1}]', '{"a":1}', '["é – 漢字 🎉"]', '[]']

function standardHeaders(body: string, secrets: readonly string[], at = new Date()): Record<string, string> {
  const delivery = { id: randomUUID(), resendOfId: null, kind: 'new_contact', isTest: false }
  return buildDeliveryHeaders(
    delivery,
    signPayload(body, secrets, at),
    signStandardWebhook({ id: delivery.id, body }, secrets, at),
  )
}

describe('Standard Webhooks signatures', () => {
  const LIBRARIES = [
    ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
    ['svix', (secret: string) => new SvixWebhook(secret)],
  ] as const

  it('matches the example in the specification of Standard Webhooks', () => {
    const body = '{"test": 2432232314}'
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    expect(signStandardWebhook({ id, body }, [secret], new Date(1_614_265_330_000))).toEqual({
      timestamp: '1614265330',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('matches the Standard Webhooks headers shown in the webhook guide', () => {
    const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guides/en/webhooks.md'), 'utf8')
    const id = '019c8f0a-6c1e-7d35-8a3f-0c6f1f2b7e11'
    const body = '[{"id":"0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57","firstName":"Zoé"}]'
    const secret = 'whsec_dGhpcyBpcyBhIHRlc3Qgc2VjcmV0IG9mIDMyIGJ5dGU='
    const { timestamp, signature } = signStandardWebhook({ id, body }, [secret], new Date(1_772_357_400_000))
    const lines = [`webhook-id: ${id}`, `webhook-timestamp: ${timestamp}`, `webhook-signature: ${signature}`]
    expect(guide).toContain(`${lines.join('\n')}\n\n${body}\n`)
  })

  it.each(LIBRARIES)(
    'is accepted by the library %s, for text and bytes, with either secret of a rotation',
    (_name, verifier) => {
      const [current, previous] = [generateSecret(), generateSecret()]
      for (const body of BODIES) {
        const headers = standardHeaders(body, [current, previous])
        for (const secret of [current, previous]) {
          expect(verifier(secret).verify(body, headers)).toEqual(JSON.parse(body))
          expect(verifier(secret).verify(Buffer.from(body), headers)).toEqual(JSON.parse(body))
        }
      }
    },
  )

  it.each(LIBRARIES)('is refused by the library %s for another secret, body, id or time', (_name, verifier) => {
    const secret = generateSecret()
    const headers = standardHeaders('[1]', [secret])
    const expectRefusal = (changes: Record<string, string>, body = '[1]', key = secret) =>
      expect(() => verifier(key).verify(body, { ...headers, ...changes })).toThrow(/signature|too old/)
    expectRefusal({}, '[1]', generateSecret())
    expectRefusal({}, '[2]')
    expectRefusal({ 'webhook-id': randomUUID() })
    expectRefusal({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) })
    const previous = standardHeaders('[1]', [secret], new Date(Date.now() - 301_000))
    expect(() => verifier(secret).verify('[1]', previous)).toThrow(/too old/)
  })

  it('identifies the secrets and the time of an X-Service-Signature header', () => {
    const [current, previous, other] = [generateSecret(), generateSecret(), generateSecret()]
    const at = new Date(1_772_357_400_000)
    expect(findMatchingSecrets(signPayload('[1]', [current, previous], at), '[1]', [previous, other, current])).toEqual(
      {
        at,
        secrets: [previous, current],
      },
    )
    expect(findMatchingSecrets(signPayload('[1]', [current], at), '[2]', [current]).secrets).toEqual([])
    expect(findMatchingSecrets('', '[1]', [current]).secrets).toEqual([])
  })
})

/** A Python with Stripe's library: Debian installs `python3-stripe` for the system's Python. */
const python = ['python3', '/usr/bin/python3'].find((command) => {
  try {
    execFileSync(command, ['-c', 'import stripe'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

const PYTHON_VERIFIER = `
import json, sys, stripe
given = json.load(sys.stdin)
verify = stripe.WebhookSignature.verify_header
for body, header, secret in given['genuine']:
    assert verify(body, header, secret, 300), body
for body, header, secret in given['forged']:
    try:
        verify(body, header, secret, 300)
        sys.exit('accepted ' + body)
    except stripe.error.SignatureVerificationError:
        pass
print('ok')
`

it.skipIf(python === undefined)(
  `the verifier of Stripe for Python accepts X-Service-Signature of every body${python ? '' : ' (skipped: stripe is not installed here)'}`,
  () => {
    const secret = generateSecret()
    const signed = BODIES.map((body) => [body, signPayload(body, [generateSecret(), secret], new Date()), secret])
    const forged = signed.map(([body, header]) => [`${body} `, header, secret])
    const input = JSON.stringify({ genuine: signed, forged })
    expect(execFileSync(python ?? '', ['-c', PYTHON_VERIFIER], { input, encoding: 'utf8' })).toBe('ok\n')
  },
)
