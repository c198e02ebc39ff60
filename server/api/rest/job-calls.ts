import { createHmac, timingSafeEqual } from 'node:crypto'
import { NextRequest } from 'next/server'
import { now } from '../../clock'
import { env } from '../../env'
import { RateLimitExceeded, Unauthenticated } from '../../errors'
import { sentence } from '../../messages/sentence'
import { recordRefusal } from '../../security-events'
import { clientAddress } from '../../throttle/client-address'
import { FailedCalls } from '../../throttle/failed-calls'
import { recogniseEngine } from '../../throttle/recognition.mjs'

/*
 * Protects the job endpoint. Inngest signs every call; unsigned calls are refused by their headers, and invalid
 * signatures are rate-limited before the SDK parses the body.
 */

/** Limit of a serialized run state. */
export const MAX_CALL_BYTES = 4 * 1_048_576

/** Maximum age of a signature, as in the Inngest SDK. */
const FRESH_MS = 5 * 60 * 1000
const strangers = new FailedCalls(10, 60_000)

type JobHandler = (request: NextRequest, context: unknown) => Promise<Response>

/**
 * Refuses calls by their headers, without reading the body.
 * @throws {Unauthenticated} if the signature is missing, malformed or too old.
 */
export function refuseUnsigned(request: Request): void {
  if (isOpen()) return
  const signed = /^t=(\d{1,12})&s=([\da-f]{64})$/.exec(request.headers.get('x-inngest-signature') ?? '')
  if (signed && Math.abs(now().getTime() - Number(signed[1]) * 1000) <= FRESH_MS) return
  noteRefusal(request)
  throw new Unauthenticated(sentence('session.unsignedJob'))
}

/**
 * Wraps the SDK's handler, which parses a call before it verifies it. A call whose raw bytes match the signature
 * passes directly; any other only if its address sent fewer than ten invalid calls within a
 * minute.
 */
export function forSigned(handler: JobHandler): (request: Request, context: unknown) => Promise<Response> {
  return async (request, context) => {
    if (env.areJobsPaused) return new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
    const address = clientAddress(request.headers) ?? 'unknown'
    const bytes = Buffer.from(await request.arrayBuffer())
    const outFor = isOpen() || isSigned(request.headers, bytes) ? null : strangers.outFor(address)
    if (outFor !== null) throw new RateLimitExceeded(outFor)
    const { url, method, headers } = request
    const answer = await handler(
      new NextRequest(url, { method, headers, ...(bytes.length > 0 ? { body: bytes } : {}) }),
      context,
    )
    if (answer.status === 401) {
      strangers.strike(address)
      noteRefusal(request)
    } else if (answer.ok) recogniseEngine(address)
    return answer
  }
}

function noteRefusal({ headers }: Request): void {
  const origin = { address: clientAddress(headers), requestId: null }
  recordRefusal('job_call.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
}

/** Development with an unsigned Inngest dev server. */
function isOpen(): boolean {
  return env.jobs === 'inngest' && env.inngest.dev
}

function isSigned(headers: Headers, bytes: Buffer): boolean {
  const { t = '', s = '' } = Object.fromEntries(new URLSearchParams(headers.get('x-inngest-signature') ?? ''))
  const given = Buffer.from(s, 'hex')
  return [env.inngest.signingKey, env.inngest.signingKeyFallback].some((full) => {
    if (full === undefined) return false
    const key = full.replace(/^signkey-\w+-/, '')
    const expected = createHmac('sha256', key).update(bytes).update(t).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
