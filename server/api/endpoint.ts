import { v7 as uuidv7 } from 'uuid'
import { type AppError, MethodNotAllowed, NotFound } from '../errors'
import { findOrganizationOfHost } from '../link-domains/request-host'
import { log } from '../log'
import { logServerError, toAppError } from './error-mapping'
import { bufferRequestBody } from './request-body'

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type Method = (typeof METHODS)[number]

const FOREIGN_METHOD = 'x-foreign-method'

type Handler<Context> = (request: Request, context: Context) => Response | Promise<Response>
/** @property servesLinkDomains pages that customers open, and what monitoring and proxies ask for; a link domain serves nothing else */
type EndpointOptions = { servesLinkDomains?: boolean }
type Handlers<Context> = Partial<Record<Method, Handler<Context>>>

/**
 * Wraps a route's handlers. Enforces the body limit, answers unsupported methods with 405 and `Allow`, serves HEAD as
 * GET without a body, formats errors in the API envelope, and sets `X-Request-Id`. The body is read and checked for
 * size and depth before the handler runs.
 */
export function endpoint<Context = unknown>(
  handlers: Handlers<Context>,
  {
    maxBytes = 0,
    authorize,
    ...hosts
  }: EndpointOptions & { maxBytes?: number; authorize?: (request: Request) => void } = {},
) {
  return wrapHandlers(
    handlers,
    (request) => {
      authorize?.(request)
      return bufferRequestBody(request, maxBytes)
    },
    hosts,
  )
}

/** An {@link endpoint} whose handlers read the body with `server/api/request-body`, for example after authentication. */
export function unbufferedEndpoint<Context = unknown>(handlers: Handlers<Context>, options: EndpointOptions = {}) {
  return wrapHandlers(handlers, (request) => request, options)
}

function wrapHandlers<Context>(
  handlers: Handlers<Context>,
  prepare: (request: Request) => Request | Promise<Request>,
  { servesLinkDomains = false }: EndpointOptions,
): Record<Method, (request: Request, context: Context) => Promise<Response>> {
  const allowed = METHODS.filter((method) => method in handlers || (method === 'HEAD' && 'GET' in handlers))
  const handle = async (request: Request, context: Context): Promise<Response> => {
    const started = performance.now()
    const response = await respond(request, context)
    logRequest(request, response, started)
    return response
  }
  const respond = async (request: Request, context: Context): Promise<Response> => {
    const requestId = uuidv7()
    try {
      if (!servesLinkDomains) await requireNoLinkDomain(request)
      const handler = handlers[request.method as Method] ?? (request.method === 'HEAD' ? handlers.GET : undefined)
      if (!handler) throw new MethodNotAllowed(getRequestMethod(request), allowed)
      const response = await handler(await prepare(request), context)
      if (!response.headers.has('X-Request-Id')) response.headers.set('X-Request-Id', requestId)
      if (request.method !== 'HEAD') return response
      // An unread body would keep its source open.
      await response.body?.cancel()
      return new Response(null, response)
    } catch (error) {
      logServerError(error, { requestId, method: request.method, path: loggedPath(request) })
      const headers = new Headers({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' })
      return createErrorResponse(toAppError(error), headers, request.method)
    }
  }
  endpointHandlers.add(handle)
  return Object.fromEntries(METHODS.map((method) => [method, handle])) as ReturnType<typeof wrapHandlers<Context>>
}

/**
 * A sign-in page at a link domain would give the session to a host that an organization can take elsewhere.
 * @throws {NotFound}
 */
async function requireNoLinkDomain({ headers }: Request): Promise<void> {
  if ((await findOrganizationOfHost(headers.get('host'))) !== null) throw new NotFound('path')
}

function logRequest(request: Request, { status, headers }: Response, started: number): void {
  if (!log.isLevelEnabled('debug')) return
  const requestId = headers.get('X-Request-Id')
  const durationMs = Math.round(performance.now() - started)
  log.debug({ requestId, method: request.method, path: loggedPath(request), status, durationMs }, 'request')
}

const endpointHandlers = new WeakSet<object>()

export function isEndpointHandler(handler: unknown): boolean {
  return typeof handler === 'function' && endpointHandlers.has(handler)
}

function loggedPath({ url }: Request): string {
  return new URL(url).pathname.replace(
    /^\/(s|t|u|verify-email|email-change|confirm-reply-to|take-back|invitations|reset-password|sandbox)\/.*/,
    '/$1/…',
  )
}

export function getRequestMethod(request: Request): string {
  const foreign = request.headers.get(FOREIGN_METHOD)
  return request.method === 'OPTIONS' && foreign !== null && !METHODS.includes(foreign as Method)
    ? foreign
    : request.method
}

export function handleUnknownPath(): never {
  throw new NotFound('path')
}

export function createErrorResponse(error: AppError, headers: Headers, method: string): Response {
  headers.set('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value)
  return new Response(method === 'HEAD' ? null : toErrorJson(error), { status: error.status, headers })
}

export function toErrorJson(error: AppError): string {
  return JSON.stringify(toErrorEnvelope(error))
}

export function toErrorEnvelope({ code, message, details, extraFields }: AppError) {
  return { error: { code, message, ...extraFields, ...(details === undefined ? {} : { details }) } }
}
