import { Client } from 'undici'
import { signToken } from '../../encryption'
import { env } from '../../env'
import type { OutboundRequest, OutboundResponse } from '../../outbound/safe-request'
import { SafeRequestError } from '../../outbound/safe-request-error'
import { createReviewFeedClient } from './review-feed-client'
import type { ReviewSiteClient } from './site-client'
import type { SiteTransport } from './site-http'

/*
 * The sandbox, synced over real HTTP like any other feed. Its address is this service's own, which the SSRF-safe client refuses; it is
 * called directly, and no part of the address is user input.
 */

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export function buildSandboxPath(organizationId: string): string {
  return `/sandbox/${signToken('sandbox-site', organizationId)}`
}

export function createSandboxClient(organizationId: string, baseUrl: string = env.selfUrl): ReviewSiteClient {
  const transport: SiteTransport = (call) => callDirectly(baseUrl, call)
  const token = signToken('sandbox-feed', organizationId)
  // The sandbox uses our location ids as place names.
  const findLocationId = (place: string) => (UUID.test(place) ? place : null)
  const endpoint = { url: baseUrl + buildSandboxPath(organizationId), findLocationId }
  return createReviewFeedClient(endpoint, { transport, credentials: { token } })
}

async function callDirectly(
  baseUrl: string,
  { method, url, headers, body, timeoutMs = 10_000 }: OutboundRequest,
): Promise<OutboundResponse> {
  const client = new Client(baseUrl)
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new SafeRequestError('TIMEOUT')), timeoutMs)
  try {
    const response = await client.request({
      method,
      path: url.slice(baseUrl.length),
      headers,
      signal: abort.signal,
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.body.text()
    return { status: response.statusCode, headers: response.headers, body: text, isComplete: true }
  } finally {
    clearTimeout(timer)
    await client.destroy()
  }
}
