import * as fc from 'fast-check'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { pickByTestLength } from '../../testing/test-length'
import { generateSecret } from '../subscriptions/subscription-rows'
import { signPayload } from './signature'

/* The signature scheme is Stripe's, so Stripe's library verifies signatures of arbitrary payloads, and rejects the smallest change. */

const stripe = new Stripe('sk_test_unused')
const construct = (body: string | Buffer, header: string, secret: string): unknown =>
  stripe.webhooks.constructEvent(body, header, secret, 300)
const REFUSED = /No signatures found matching/
const verify = (body: string | Buffer, header: string, secret: string): string => {
  try {
    construct(body, header, secret)
    return 'accepted'
  } catch (error) {
    return String(error)
  }
}

/** Any text that the service can store: quotes, line ends, other scripts, characters beyond 16 bits. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\n',
    '\r\n',
    '\u2028',
    '</script>',
    'é',
    'e\u0301',
    '漢字',
    '🎉👩‍🚀',
    '\ufeff',
    '\u0000',
  ),
)

const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false, 0, -0, 1e21, 1e-7, Number.MAX_SAFE_INTEGER, [], {}),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
}))

/** Deliveries contain a bare object, or an array of objects. */
const payload = fc.oneof(fc.dictionary(text, anything, { maxKeys: 8 }), fc.array(anything, { maxLength: 4 }))
const secret = fc.integer().map(generateSecret)
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const RUNS = { numRuns: pickByTestLength(500, 2000) }

describe('webhook signatures of arbitrary payloads', () => {
  it('the signature of any payload passes the Stripe verifier, as text and as bytes, with the payload unchanged', () => {
    const covered = { arrays: 0, objects: 0, nonAscii: 0, astral: 0, empty: 0, quoted: 0 }
    fc.assert(
      fc.property(payload, secret, (value, key) => {
        const body = JSON.stringify(value)
        const header = signPayload(body, [key], new Date())
        expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
        expect(JSON.stringify(construct(body, header, key))).toBe(JSON.stringify(JSON.parse(body)))
        expect(JSON.stringify(construct(Buffer.from(body), header, key))).toBe(JSON.stringify(JSON.parse(body)))
        covered[Array.isArray(value) ? 'arrays' : 'objects'] += 1
        if (/[^ -~]/.test(body)) covered.nonAscii += 1
        if (/[\u{10000}-\u{10ffff}]/u.test(body)) covered.astral += 1
        if (body.length === 2) covered.empty += 1
        if (/\\["nr]/.test(body)) covered.quoted += 1
      }),
      RUNS,
    )
    // Guards against payloads that are all alike.
    for (const count of Object.values(covered)) expect(count).toBeGreaterThan(20)
  })

  it('the Stripe verifier refuses a signature after one byte of body, secret or signature has changed', () => {
    fc.assert(
      fc.property(payload, secret, chance, fc.integer({ min: 1, max: 255 }), (value, key, where, flip) => {
        const body = Buffer.from(JSON.stringify(value))
        const header = signPayload(body.toString('utf8'), [key], new Date())
        const other = Buffer.from(body)
        const at = Math.floor(where * other.length)
        other[at] = (other[at] ?? 0) ^ flip
        // As bytes: decoded as text, an invalid byte would be replaced.
        expect(verify(other, header, key)).toMatch(REFUSED)
        expect(verify(body, header, changed(key, 'whsec_'.length, where))).toMatch(REFUSED)
        expect(verify(body, changed(header, header.indexOf('v1=') + 3, where), key)).toMatch(REFUSED)
        expect(verify(Buffer.concat([body, Buffer.from(' ')]), header, key)).toMatch(REFUSED)
      }),
      RUNS,
    )
  })

  it('the Stripe verifier refuses a signature with an altered timestamp or one older than 300 seconds', () => {
    const second = 1000
    fc.assert(
      fc.property(payload, secret, fc.integer({ min: 1, max: 100_000 }), (value, key, age) => {
        const body = JSON.stringify(value)
        const nowSeconds = Math.floor(Date.now() / second)
        const header = signPayload(body, [key], new Date(nowSeconds * second))
        expect(verify(body, header.replace(/^t=\d+/, `t=${nowSeconds - age}`), key)).toMatch(REFUSED)
        const outdatedHeader = signPayload(body, [key], new Date((nowSeconds - 300 - age) * second))
        expect(() => construct(body, outdatedHeader, key)).toThrow(/Timestamp outside the tolerance zone/)
      }),
      RUNS,
    )
  })

  it('a signature with two secrets verifies with either of them and not with a third one', () => {
    fc.assert(
      fc.property(payload, secret, secret, secret, (value, fresh, outdatedHeader, foreign) => {
        const body = JSON.stringify(value)
        const header = signPayload(body, [fresh, outdatedHeader], new Date())
        expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
        for (const key of [fresh, outdatedHeader]) expect(() => construct(body, header, key)).not.toThrow()
        expect(verify(body, header, foreign)).toMatch(REFUSED)
        expect(verify(`${body} `, header, fresh)).toMatch(REFUSED)
        expect(verify(`${body} `, header, outdatedHeader)).toMatch(REFUSED)
      }),
      RUNS,
    )
  })
})

/** Changes one character, at or after `start`. */
function changed(original: string, start: number, where: number): string {
  const at = start + Math.floor(where * (original.length - start))
  return `${original.slice(0, at)}${original[at] === 'a' ? 'b' : 'a'}${original.slice(at + 1)}`
}
