import { v7 as uuidv7 } from 'uuid'
import { type ActorContext, runAsActor, toActorSnapshot } from '../../actor-context'
import { ValidationError } from '../../errors'
import { requireScope } from '../../principal'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { handleGoogleConsentRedirect } from '../../reviews/connections/connect-source'
import type { SiteConnectionOptions } from '../../reviews/sources/create-site-client'
import { logServerError, toAppError } from '../error-mapping'
import { requireUser } from '../routers/trpc'
import { withReturnPath } from './return-path'
import { readPrincipalAndRateLimit } from './session'

const SOURCES = '/settings/review-sources'

export type GoogleConnectionErrorCode = 'denied' | 'over' | 'refused' | 'failed'

/**
 * GET /api/review-sources/google: OAuth redirect URI (RFC 6749, 4.1.2). Redirects to the choice of places, to the
 * reconnected source, or back with the reason for the failure.
 */
export async function handleGoogleReviewsCallback(
  request: Request,
  options: SiteConnectionOptions = {},
): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const requestId = uuidv7()
  const [state, code, error] = ['state', 'code', 'error'].map((name) => searchParams.get(name) ?? '')
  try {
    const principal = await readPrincipalAndRateLimit(request.headers)
    if (!principal) return redirectTo(withReturnPath('/sign-in', SOURCES))
    requireScope(principal, 'admin')
    if (error || !state || !code) return redirectTo(sourcesPath(error === 'access_denied' ? 'denied' : 'refused'))
    const { organizationId, actor } = principal
    const { userId } = requireUser(principal)
    const actorContext: ActorContext = {
      actor: toActorSnapshot(actor),
      origin: { address: readClientIpAddress(request.headers), requestId },
    }
    const completeConsent = () => handleGoogleConsentRedirect({ organizationId, userId }, { state, code }, options)
    const result = await runAsActor(actorContext, completeConsent)
    return redirectTo('consentId' in result ? `${SOURCES}/google/${result.consentId}` : `${SOURCES}/${result.sourceId}`)
  } catch (failure) {
    logServerError(failure, { requestId, path: '/api/review-sources/google' })
    return redirectTo(sourcesPath(toConnectionError(failure)))
  }
}

function toConnectionError(error: unknown): GoogleConnectionErrorCode {
  const known = toAppError(error)
  if (!(known instanceof ValidationError)) return 'failed'
  return known.fields !== undefined && 'consentId' in known.fields ? 'over' : 'refused'
}

function sourcesPath(reason: GoogleConnectionErrorCode): string {
  return `${SOURCES}?google=${reason}`
}

function redirectTo(path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  })
}
