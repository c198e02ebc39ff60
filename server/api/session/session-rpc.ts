import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { v7 as uuidv7 } from 'uuid'
import { type AppError, SessionChanged, Unauthenticated } from '../../errors'
import type { Locale } from '../../messages/locale'
import { NO_ORGANIZATION_ID } from '../../organizations/constants'
import { concurrencyShareKey, type Principal } from '../../principal'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { limitConcurrency } from '../../rate-limit/limit-concurrency'
import { logSecurityRefusal, type RequestOrigin, toEventActor } from '../../security-events'
import { requireSameOriginJsonRequest } from '../csrf'
import { logServerError, toAppError } from '../error-mapping'
import { bufferRequestBody, MAX_BODY_BYTES } from '../request-body'
import { appRouter } from '../routers/app-router'
import type { ApiContext } from '../routers/trpc'
import { negotiateRequestLocale, readPrincipalAndRateLimit } from './session'

const ENDPOINT = '/api/trpc'
const PAGE_OF_HEADER = 'x-page-of'

export async function handleSessionRpc(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const response = await respond(request, requestId)
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('X-Request-Id', requestId)
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}

async function respond(request: Request, requestId: string): Promise<Response> {
  const locale = negotiateRequestLocale(request.headers)
  try {
    requireSameOriginJsonRequest(request)
    const principal = await readPrincipalAndRateLimit(request.headers)
    if (!principal) throw new Unauthenticated()
    requireSameSession(request, principal)
    // Read after authentication, and only up to the body limit.
    const bufferedRequest = await bufferRequestBody(request, MAX_BODY_BYTES)
    return await limitConcurrency(concurrencyShareKey(principal), () =>
      fetchRequestHandler({
        endpoint: ENDPOINT,
        req: bufferedRequest,
        router: appRouter,
        // One call per request: batching would bypass per-request limits.
        allowBatching: false,
        createContext: () =>
          ({
            principal,
            requestId,
            clientIpAddress: readClientIpAddress(request.headers),
            locale,
          }) satisfies ApiContext,
        onError: ({ error, path }) => {
          logServerError(error, { requestId, procedure: path })
          recordForbidden(toAppError(error), principal, { address: readClientIpAddress(request.headers), requestId })
        },
      }),
    )
  } catch (error) {
    logServerError(error, { requestId })
    const appError = toAppError(error)
    recordForbidden(appError, null, { address: readClientIpAddress(request.headers), requestId })
    return errorResponse(appError, locale)
  }
}

/**
 * All tabs of a browser share one session. Refuses calls of a page that was rendered for another user or organization,
 * so that input is never saved in the wrong place.
 * @throws {SessionChanged}
 */
function requireSameSession({ headers }: Request, { organizationId, actor }: Principal): void {
  const pageOf = headers.get(PAGE_OF_HEADER)
  if (pageOf === null || actor.type !== 'user') return
  if (pageOf !== `${actor.userId}.${organizationId}`) throw new SessionChanged()
}

function recordForbidden({ code }: AppError, principal: Principal | null, origin: RequestOrigin): void {
  if (code !== 'FORBIDDEN') return
  const actor = principal ? toEventActor(principal.actor) : { type: 'stranger' as const, id: null }
  const requestedOrganizationId = principal?.organizationId ?? NO_ORGANIZATION_ID
  const organizationId = requestedOrganizationId === NO_ORGANIZATION_ID ? null : requestedOrganizationId
  logSecurityRefusal('scope.refused', { actor, organizationId, origin, about: { code } })
}

function errorResponse(appError: AppError, locale: Locale): Response {
  const { code, headers, status } = appError
  const error = appError.localize(locale)
  const data = { code, httpStatus: status, error }
  return Response.json({ error: { message: error.message, code: -32_600, data } }, { status, headers })
}
