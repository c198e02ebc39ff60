import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS, MINUTE_MS, now } from '../../clock'
import type { SignatureCheck } from './schema'

/** @property url as the other system was told */
export type SignatureInput = {
  method: string
  url: string
  headers: { get(name: string): string | null }
  body: Buffer
}

/** Systems that sign each attempt by itself allow five minutes; Zendesk does not document whether it repeats its first signature. */
const MAX_AGE_MS = { stripe: 5 * MINUTE_MS, hubspot: 5 * MINUTE_MS, zendesk: DAY_MS }

/** Whether a request is signed with the secret. Compares in constant time. */
export function isSignatureValid(check: SignatureCheck, request: SignatureInput, secret: string): boolean {
  switch (check.scheme) {
    case 'body': {
      const { header, algorithm, encoding, prefix } = check
      const expected = `${prefix}${createHmac(algorithm, secret).update(request.body).digest(encoding)}`
      const received = request.headers.get(header) ?? ''
      return isSame(
        encoding === 'hex' ? received.toLowerCase() : received,
        encoding === 'hex' ? expected.toLowerCase() : expected,
      )
    }
    case 'stripe':
      return isSignedByStripe(request, secret)
    case 'zendesk':
      return isSignedByZendesk(request, secret)
    case 'hubspot':
      return isSignedByHubSpot(request, secret)
  }
}

/** https://docs.stripe.com/webhooks/signature#verify-manually: `t=<seconds>,v1=<hex>`, several `v1` while a secret is rotated. */
function isSignedByStripe({ headers, body }: SignatureInput, secret: string): boolean {
  const parts = (headers.get('stripe-signature') ?? '').split(',', 20).map((part) => part.trim().split('=', 2))
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signed = Buffer.concat([Buffer.from(`${timestamp}.`), body])
  const expected = createHmac('sha256', secret).update(signed).digest('hex')
  const isFound = parts.some(([name, value]) => name === 'v1' && isSame(value ?? '', expected))
  return isFound && isFresh(Number(timestamp) * 1000, MAX_AGE_MS.stripe)
}

/** https://developer.zendesk.com/documentation/webhooks/verifying/ */
function isSignedByZendesk({ headers, body }: SignatureInput, secret: string): boolean {
  const timestamp = headers.get('x-zendesk-webhook-signature-timestamp') ?? ''
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  const expected = createHmac('sha256', secret).update(signed).digest('base64')
  return (
    isSame(headers.get('x-zendesk-webhook-signature') ?? '', expected) &&
    isFresh(Date.parse(timestamp), MAX_AGE_MS.zendesk)
  )
}

/** https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/request-validation (version 3) */
function isSignedByHubSpot({ method, url, headers, body }: SignatureInput, secret: string): boolean {
  const timestamp = headers.get('x-hubspot-request-timestamp') ?? ''
  const signed = Buffer.concat([Buffer.from(`${method}${url}`), body, Buffer.from(timestamp)])
  const expected = createHmac('sha256', secret).update(signed).digest('base64')
  return isSame(headers.get('x-hubspot-signature-v3') ?? '', expected) && isFresh(Number(timestamp), MAX_AGE_MS.hubspot)
}

function isFresh(signedAtMs: number, maxAgeMs: number): boolean {
  return Math.abs(now().getTime() - signedAtMs) <= maxAgeMs
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
