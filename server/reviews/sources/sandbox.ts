import { Client } from 'undici'
import { signToken } from '../../encryption'
import { env } from '../../env'
import type { Answer, Call } from '../../outbound/dial'
import { DialFailure } from '../../outbound/dial-failure'
import { openFeed } from './feed'
import type { ReviewSite } from './site'
import type { Transport } from './site-http'

/*
 * The sandbox, synced over real HTTP like any other feed. Its address is this service's own, which the SSRF-safe client refuses; it is
 * called directly, and no part of the address is user input.
 */

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export function sandboxPath(organizationId: string): string {
  return `/sandbox/${signToken('sandbox-site', organizationId)}`
}

/** @param own internal address of this service; replaced in tests. */
export function openSandbox(organizationId: string, own: string = env.ownAddress): ReviewSite {
  const transport: Transport = (call) => callOwn(own, call)
  const token = signToken('sandbox-feed', organizationId)
  // The sandbox uses our location ids as place names.
  const locationOf = (place: string) => (UUID.test(place) ? place : null)
  return openFeed({ url: own + sandboxPath(organizationId), locationOf }, { transport, credentials: { token } })
}

/** @throws any connection error or timeout. */
async function callOwn(own: string, { method, url, headers, body, timeoutMs = 10_000 }: Call): Promise<Answer> {
  const client = new Client(own)
  const hangUp = new AbortController()
  const timer = setTimeout(() => hangUp.abort(new DialFailure('TIMEOUT')), timeoutMs)
  try {
    const answer = await client.request({
      method,
      path: url.slice(own.length),
      headers,
      signal: hangUp.signal,
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, headers: answer.headers, body: text, isWhole: true }
  } finally {
    clearTimeout(timer)
    await client.destroy()
  }
}
