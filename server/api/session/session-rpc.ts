import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { v7 as uuidv7 } from 'uuid'
import { type AppError, SessionChanged, Unauthenticated } from '../../errors'
import type { Locale } from '../../messages/locale'
import { NO_ORGANIZATION } from '../../organizations/vocabulary'
import { type Principal, shareOf } from '../../principal'
import { clientAddress } from '../../rate-limit/client-address'
import { limitConcurrency } from '../../rate-limit/limit-concurrency'
import { eventActor, type Origin, recordRefusal } from '../../security-events'
import { refuseCrossSite } from '../csrf'
import { logFailure, toAppError } from '../error-mapping'
import { MAX_BODY_BYTES, withBodyRead } from '../request-body'
import { appRouter } from '../routers/app-router'
import type { Context } from '../routers/trpc'
import { principalIn, readerLocale } from './session'

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
  const locale = readerLocale(request.headers)
  try {
    refuseCrossSite(request)
    const principal = await principalIn(request.headers)
    if (!principal) throw new Unauthenticated()
    requireSameSession(request, principal)
    // Read after authentication, and only up to the body limit.
    const bufferedRequest = await withBodyRead(request, MAX_BODY_BYTES)
    return await limitConcurrency(shareOf(principal), () =>
      fetchRequestHandler({
        endpoint: ENDPOINT,
        req: bufferedRequest,
        router: appRouter,
        // One call per request: batching would bypass per-request limits.
        allowBatching: false,
        createContext: () =>
          ({ principal, requestId, address: clientAddress(request.headers), locale }) satisfies Context,
        onError: ({ error, path }) => {
          logFailure(error, { requestId, procedure: path })
          recordForbidden(toAppError(error), principal, { address: clientAddress(request.headers), requestId })
        },
      }),
    )
  } catch (error) {
    logFailure(error, { requestId })
    const appError = toAppError(error)
    recordForbidden(appError, null, { address: clientAddress(request.headers), requestId })
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

function recordForbidden({ code }: AppError, principal: Principal | null, origin: Origin): void {
  if (code !== 'FORBIDDEN') return
  const actor = principal ? eventActor(principal.actor) : { type: 'stranger' as const, id: null }
  const requestedOrganizationId = principal?.organizationId ?? NO_ORGANIZATION
  const organizationId = requestedOrganizationId === NO_ORGANIZATION ? null : requestedOrganizationId
  recordRefusal('scope.refused', { actor, organizationId, origin, about: { code } })
}

function errorResponse(appError: AppError, locale: Locale): Response {
  const { code, headers, status } = appError
  const error = appError.inLanguage(locale)
  const data = { code, httpStatus: status, error }
  return Response.json({ error: { message: error.message, code: -32_600, data } }, { status, headers })
}
