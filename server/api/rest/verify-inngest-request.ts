import { createHmac, timingSafeEqual } from 'node:crypto'
import { NextRequest } from 'next/server'
import { now } from '../../clock'
import { env } from '../../env'
import { RateLimitExceeded, Unauthenticated } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { rememberJobEngineNetwork } from '../../rate-limit/credential-tenant-cache.mjs'
import { FailedCallCounter } from '../../rate-limit/failed-call-counter'
import { logSecurityRefusal } from '../../security-events'

/*
 * Protects the job endpoint. Inngest signs every call; unsigned calls are refused by their headers, and invalid
 * signatures are rate-limited before the SDK parses the body.
 */

export const MAX_INNGEST_REQUEST_BYTES = 4 * 1_048_576

const FRESH_MS = 5 * 60 * 1000
const failedCalls = new FailedCallCounter(10, 60_000)

type JobHandler = (request: NextRequest, context: unknown) => Promise<Response>

/**
 * Refuses calls by their headers, without reading the body.
 * @throws {Unauthenticated} if the signature is missing, malformed or too old.
 */
export function requireInngestSignatureHeader(request: Request): void {
  if (acceptsUnsignedCalls()) return
  const signature = /^t=(\d{1,12})&s=([\da-f]{64})$/.exec(request.headers.get('x-inngest-signature') ?? '')
  if (signature && Math.abs(now().getTime() - Number(signature[1]) * 1000) <= FRESH_MS) return
  logRefusedCall(request)
  throw new Unauthenticated(localizableMessage('session.unsignedJob'))
}

/**
 * Wraps the SDK's handler, which parses a call before it verifies it. A call whose raw bytes match the signature
 * passes directly; any other only if its address sent fewer than ten invalid calls within a
 * minute.
 */
export function withInvalidInngestCallLimit(
  handler: JobHandler,
): (request: Request, context: unknown) => Promise<Response> {
  return async (request, context) => {
    if (env.areJobsPaused) return new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
    const address = readClientIpAddress(request.headers) ?? 'unknown'
    const bytes = Buffer.from(await request.arrayBuffer())
    const retryAfter =
      acceptsUnsignedCalls() || isSigned(request.headers, bytes) ? null : failedCalls.retryAfterSeconds(address)
    if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
    const { url, method, headers } = request
    const response = await handler(
      new NextRequest(url, { method, headers, ...(bytes.length > 0 ? { body: bytes } : {}) }),
      context,
    )
    if (response.status === 401) {
      failedCalls.recordFailure(address)
      logRefusedCall(request)
    } else if (response.ok) rememberJobEngineNetwork(address)
    return response
  }
}

function logRefusedCall({ headers }: Request): void {
  const origin = { address: readClientIpAddress(headers), requestId: null }
  logSecurityRefusal('job_call.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
}

function acceptsUnsignedCalls(): boolean {
  return env.jobs === 'inngest' && env.inngest.dev
}

function isSigned(headers: Headers, bytes: Buffer): boolean {
  const { t = '', s = '' } = Object.fromEntries(new URLSearchParams(headers.get('x-inngest-signature') ?? ''))
  const signature = Buffer.from(s, 'hex')
  return [env.inngest.signingKey, env.inngest.signingKeyFallback].some((full) => {
    if (full === undefined) return false
    const key = full.replace(/^signkey-\w+-/, '')
    const expected = createHmac('sha256', key).update(bytes).update(t).digest()
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}
