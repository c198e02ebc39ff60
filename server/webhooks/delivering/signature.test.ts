import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { newSecret } from '../subscriptions/subscription-rows'
import { sign } from './signature'

const stripe = new Stripe('sk_test_unused')
const verify = (body: string | Buffer, header: string, secret: string) =>
  stripe.webhooks.signature?.verifyHeader(body, header, secret, 300)

describe('sign', () => {
  it('sign produces the documented header for the documented test vector', () => {
    const header = sign(
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
    const secret = newSecret()
    const header = sign(body, [secret], new Date())
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
    expect(verify(body, header, secret)).toBe(true)
    expect(verify(Buffer.from(body), header, secret)).toBe(true)
  })

  it('sign produces the same header as the Stripe library, byte for byte', () => {
    for (let i = 0; i < 200; i += 1) {
      const secret = newSecret()
      const payload = JSON.stringify([{ i, text: 'ü'.repeat(i) }])
      const timestamp = 1_700_000_000 + i
      expect(sign(payload, [secret], new Date(timestamp * 1000))).toBe(
        stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
      )
    }
  })

  it('the Stripe verifier refuses a signature for another body or secret, or older than 300 seconds', () => {
    const secret = newSecret()
    const header = sign('[1]', [secret], new Date())
    const old = sign('[1]', [secret], new Date(Date.now() - 301_000))
    expect(() => verify('[2]', header, secret)).toThrow(/No signatures found/)
    expect(() => verify('[1]', header, newSecret())).toThrow(/No signatures found/)
    expect(() => verify('[1]', old, secret)).toThrow(/Timestamp outside/)
  })

  it('sign uses the bytes of the whole secret, prefix included, as the HMAC key', () => {
    const secret = 'whsec_é\u0000/+='
    const body = '["ü"]'
    const wanted = createHmac('sha256', Buffer.from(secret))
      .update(Buffer.from(`5.${body}`))
      .digest('hex')
    expect(sign(body, [secret], new Date(5000))).toBe(`t=5,v1=${wanted}`)
  })

  it('sign adds one signature for each of two secrets, and either secret verifies the header', () => {
    const [fresh, old] = [newSecret(), newSecret()]
    const header = sign('[]', [fresh, old], new Date())
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    expect([verify('[]', header, fresh), verify('[]', header, old)]).toEqual([true, true])
  })

  it('newSecret generates unique secrets of 32 bytes in base64 with the prefix whsec_', () => {
    const secrets = Array.from({ length: 1000 }, newSecret)
    expect(new Set(secrets).size).toBe(1000)
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})
