import canonicalize from 'canonicalize'
import { after } from 'next/server'
import { v7 as uuidv7 } from 'uuid'
import { type AuthenticatedApiRequest, authenticateAndRateLimit } from '../../api-keys/authenticate-and-rate-limit'
import { generateApiKey } from '../../api-keys/key-secret'
import type { AuthenticatedKey } from '../../api-keys/queries'
import { flushApiRequests, recordApiRequest } from '../../api-keys/request-log'
import { now } from '../../clock'
import { env } from '../../env'
import { type AppError, type ErrorCode, InvalidApiKey, MethodNotAllowed, NotFound } from '../../errors'
import { type SerializedResponse, withIdempotencyKey } from '../../idempotency/idempotency'
import { type Principal, requireScope } from '../../principal'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { limitConcurrency } from '../../rate-limit/limit-concurrency'
import { RawJson } from '../../raw-json'
import { logSecurityRefusal, type RequestOrigin, toEventActor } from '../../security-events'
import { emptyToNull } from '../../validation/schema'
import { createErrorResponse, getRequestMethod, toErrorJson } from '../endpoint'
import { logServerError, toAppError } from '../error-mapping'
import { readJsonObject } from '../request-body'
import { appRouter } from '../routers/app-router'
import type { ApiContext } from '../routers/trpc'
import { listRestOperations, type RestOperation } from './list-operations'
import { parseQueryParameters } from './parse-query-parameters'

const PREFIX = '/api/v1'
const operations = listRestOperations(appRouter._def.record)

/**
 * Handles every request to /api/v1, with checks in the documented order: key (401), rate limit (429), path (404, 405),
 * scope (403), body and query (400), then the procedure: existence (404) and state (400, 409).
 */
export async function handleRest(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const [createdAt, startedAt] = [now(), performance.now()]
  let key: AuthenticatedKey | undefined
  const response = await respond(request, requestId, (known) => {
    key = known
  })
  if (key) {
    const { pathname: path } = new URL(request.url)
    const { method } = request
    const durationMs = Math.round(performance.now() - startedAt)
    recordApiRequest({ ...key, id: requestId, method, path, status: response.status, durationMs, createdAt })
    if (env.isVercel) after(flushApiRequests)
  }
  return response
}

async function respond(
  request: Request,
  requestId: string,
  onAuthenticated: (key: AuthenticatedKey) => void,
): Promise<Response> {
  const headers = new Headers({
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
  })
  let admission: AuthenticatedApiRequest | undefined
  try {
    admission = await authenticateAndRateLimit(request.headers, onAuthenticated)
    for (const [name, value] of Object.entries(admission.responseHeaders)) headers.set(name, value)
    const { status, body, replayed } = await runOperation(request, admission, requestId)
    if (replayed) headers.set('Idempotent-Replayed', 'true')
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  } catch (error) {
    logServerError(error, { requestId, method: request.method, path: new URL(request.url).pathname })
    const appError = toAppError(error)
    logDenial(appError, admission?.principal, { address: readClientIpAddress(request.headers), requestId })
    return createErrorResponse(appError, headers, request.method)
  }
}

const WRONG_KEYS: ReadonlySet<ErrorCode> = new Set(['INVALID_API_KEY_FORMAT', 'INVALID_API_KEY', 'EXPIRED_API_KEY'])

function logDenial({ code }: AppError, principal: Principal | undefined, origin: RequestOrigin): void {
  const about = { code }
  if (code === 'INSUFFICIENT_PERMISSIONS' && principal) {
    const { organizationId } = principal
    logSecurityRefusal('scope.refused', { actor: toEventActor(principal.actor), organizationId, origin, about })
  } else if (WRONG_KEYS.has(code))
    logSecurityRefusal('api_key.refused', {
      actor: { type: 'stranger', id: null },
      organizationId: null,
      origin,
      about,
    })
}

/**
 * Health probe: runs the admission of an unknown key, then lists contacts of an organization that does not exist.
 * @throws whatever would make such a request fail.
 */
export async function assertRestOperational(): Promise<void> {
  const request = new Request(`http://localhost${PREFIX}/contacts?limit=1`, {
    headers: { 'X-API-Key': generateApiKey() },
  })
  try {
    await authenticateAndRateLimit(request.headers)
  } catch (error) {
    if (!(error instanceof InvalidApiKey)) throw error
  }
  await runOperation(request, PROBE_AUTHENTICATION, uuidv7())
}

const PROBE_AUTHENTICATION: AuthenticatedApiRequest = {
  principal: {
    organizationId: '00000000-0000-0000-0000-000000000000',
    scopes: ['contacts:read'],
    actor: { type: 'key', apiKeyId: '00000000-0000-0000-0000-000000000000', name: 'health' },
  },
  responseHeaders: {},
}

async function runOperation(
  request: Request,
  { principal }: AuthenticatedApiRequest,
  requestId: string,
): Promise<SerializedResponse & { replayed?: boolean }> {
  const url = new URL(request.url)
  const path = url.pathname.slice(PREFIX.length)
  const { operation, params } = matchRoute(getRequestMethod(request), path)
  requireScope(principal, operation.scope)
  // An operation without fields outside its path needs no body; one that is sent is ignored.
  const carriesBody = operation.method !== 'GET' && operation.method !== 'DELETE'
  const readsBody = carriesBody && operation.fields.size > 0
  const query = parseQueryParameters(
    url.searchParams,
    carriesBody ? NO_PARAMETERS : operation.fields,
    operation.listFields,
  )
  const readBody = () => readJsonObject(request, operation.meta.maxBodyBytes)
  const input = readsBody ? emptyToNull(await readBody(), operation.input) : carriesBody ? {} : query
  const run = async () => {
    let status = operation.status
    const setStatus = (newStatus: number) => {
      status = newStatus
    }
    const context: ApiContext = { principal, requestId, setStatus, acceptsRawJson: true }
    const result = await operation.call(context, { ...input, ...params })
    return { status, body: result instanceof RawJson ? result.text : JSON.stringify(result) }
  }
  const key = request.headers.get('idempotency-key')
  const { organizationId, actor } = principal
  if (key === null || operation.method !== 'POST' || actor.type !== 'key') return limitConcurrency(organizationId, run)
  const scope = { organizationId, apiKeyId: actor.apiKeyId }
  // Member order is not significant in JSON (RFC 8259, 4): a retry may serialize it differently.
  const requestText = canonicalText([operation.method, path, input])
  return limitConcurrency(organizationId, () => withIdempotencyKey(scope, key, requestText, run, toStoredErrorResponse))
}

function canonicalText(value: unknown): string {
  try {
    return canonicalize(value) ?? ''
  } catch {
    return JSON.stringify(value)
  }
}

const NO_PARAMETERS: ReadonlySet<string> = new Set()

/** Permanent refusals, to be stored under the Idempotency-Key; not retryable errors or server faults. */
function toStoredErrorResponse(error: unknown): SerializedResponse | null {
  const appError = toAppError(error)
  const isPermanent = appError.status < 500 && appError.status !== 429 && !appError.code.startsWith('IDEMPOTENCY')
  return isPermanent ? { status: appError.status, body: toErrorJson(appError) } : null
}

function matchRoute(method: string, path: string): { operation: RestOperation; params: Record<string, string> } {
  const patternMatches = operations.filter(({ pattern }) => pattern.test(path))
  // `/contacts/batch` is no contact's id.
  const literal = patternMatches.filter((candidate) => candidate.path === path)
  const matches = literal.length > 0 ? literal : patternMatches
  if (matches.length === 0) throw new NotFound('path')
  const wanted = method === 'HEAD' ? 'GET' : method
  const operation = matches.find((candidate) => candidate.method === wanted)
  if (!operation) throw new MethodNotAllowed(method, allowedMethods(matches))
  const params = Object.entries(operation.pattern.exec(path)?.groups ?? {})
  return { operation, params: Object.fromEntries(params.map(([name, value]) => [name, decodeSegment(value)])) }
}

function allowedMethods(matches: readonly RestOperation[]): string[] {
  const methods = matches.map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return part
  }
}
