import { Client } from 'undici'
import { signToken } from '../../encryption'
import { env } from '../../env'
import type { Answer, Call } from '../../outbound/dial'
import { DialFailure } from '../../outbound/dial-failure'
import { openFeed } from './feed'
import type { ReviewSite } from './site'
import type { Transport } from './site-http'

/*
 * Our own sandbox site, read over real HTTP like any other feed. It stands at our own address, which the guarded dialler
 * refuses: so it is called directly, and nothing of the address is anybody's to choose.
 */

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Where people find it. */
export function sandboxPath(organizationId: string): string {
  return `/sandbox/${signToken('sandbox-site', organizationId)}`
}

/** @param own where this service is reached from within; tests have one of their own. */
export function openSandbox(organizationId: string, own: string = env.ownAddress): ReviewSite {
  const transport: Transport = (call) => callOwn(own, call)
  const token = signToken('sandbox-feed', organizationId)
  // It names our locations as we do.
  const locationOf = (place: string) => (UUID.test(place) ? place : null)
  return openFeed({ url: own + sandboxPath(organizationId), locationOf }, { transport, credentials: { token } })
}

/** @throws whatever kept the answer from arriving in time. */
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
