import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi'
import { v7 as uuidv7 } from 'uuid'
import { type Admission, admitApiRequest } from '../api-keys/admission'
import { type AppError, MethodNotAllowed, NotFound } from '../errors'
import { type Answer, answerOnce } from '../idempotency/idempotency'
import { requireScope } from '../principal'
import { logFailure, toAppError } from './failure'
import { readBody, readQuery } from './rest-input'
import { type RestRoute, restRoutesOf } from './rest-routes'
import { appRouter } from './router'
import type { Context } from './trpc'

const PREFIX = '/api/v1'
const routes = restRoutesOf(appRouter._def.procedures)

/**
 * Every request to /api/v1, in the order of checks that integrators are promised: key (401), rate limit (429), path
 * (404, 405), scope (403), body and query (400), then the procedure: existence (404) and state (400, 409).
 */
export async function handleRest(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const headers = new Headers({
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
  })
  try {
    const admission = await admitApiRequest(request.headers)
    for (const [name, value] of Object.entries(admission.headers)) headers.set(name, value)
    const { status, body, replayed } = await answer(request, admission, requestId)
    if (replayed) headers.set('Idempotent-Replayed', 'true')
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  } catch (error) {
    logFailure(error, { requestId, method: request.method, path: new URL(request.url).pathname })
    return failed(toAppError(error), headers, request.method)
  }
}

async function answer(
  request: Request,
  { principal }: Admission,
  requestId: string,
): Promise<Answer & { replayed?: boolean }> {
  const url = new URL(request.url)
  const path = url.pathname.slice(PREFIX.length)
  const route = routeOf(request.method, path)
  requireScope(principal, route.scope)
  const carriesBody = route.method !== 'GET' && route.method !== 'DELETE'
  const input = carriesBody ? { body: await readBody(request) } : { query: readQuery(url.searchParams, route.fields) }
  const run = async () => {
    let status = route.status
    const setStatus = (chosen: number) => {
      status = chosen
    }
    let text: string | undefined
    const sendText = (json: string) => {
      text = json
    }
    const body = await call({ method: route.method, path, ...input }, { principal, requestId, setStatus, sendText })
    return { status, body: text ?? body }
  }
  const key = request.headers.get('idempotency-key')
  if (key === null || route.method !== 'POST' || principal.actor.type !== 'key') return run()
  const asker = { organizationId: principal.organizationId, apiKeyId: principal.actor.apiKeyId }
  return answerOnce(asker, key, JSON.stringify([route.method, path, input.body]), run, refusalOf)
}

/** What an error says for good, and so is remembered under its Idempotency-Key; not "come back", not our own faults. */
function refusalOf(error: unknown): Answer | null {
  const known = toAppError(error)
  const isForGood = known.status < 500 && known.status !== 429 && !known.code.startsWith('IDEMPOTENCY')
  return isForGood ? { status: known.status, body: errorBody(known) } : null
}

/** @throws {NotFound} for a path that is not ours. @throws {MethodNotAllowed} for one that is, with another method. */
function routeOf(method: string, path: string): RestRoute {
  const there = routes.filter((route) => route.pattern.test(path))
  if (there.length === 0) throw new NotFound('path')
  const wanted = method === 'HEAD' ? 'GET' : method
  const route = there.find((candidate) => candidate.method === wanted)
  if (!route) throw new MethodNotAllowed(method, [...new Set(there.map((candidate) => candidate.method))])
  return route
}

function failed(error: AppError, headers: Headers, method: string): Response {
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value)
  return new Response(method === 'HEAD' ? null : errorBody(error), { status: error.status, headers })
}

function errorBody({ code, message, details, beside }: AppError): string {
  return JSON.stringify({ error: { code, message, ...beside, ...(details === undefined ? {} : { details }) } })
}

type Call = { method: string; path: string; body?: Record<string, unknown>; query?: Record<string, string> }
type Shim = { context: Context; failure: unknown }

/** trpc-to-openapi's handler, built once: it matches the path again, merges path, query and body, and calls the procedure. */
const dispatch = createOpenApiNodeHttpHandler({
  router: appRouter,
  createContext: (({ req }: { req: Shim }) => req.context) as never,
  onError: (({ error, req }: { error: unknown; req: Shim }) => {
    req.failure = error
  }) as never,
}) as unknown as (request: unknown, response: unknown) => Promise<void>

const JSON_HEADERS = new Headers({ 'content-type': 'application/json' })

/** @throws whatever the procedure threw. */
function call({ method, path, body, query }: Call, context: Context): Promise<string> {
  const shim = Object.create(Request.prototype, {
    method: { value: method },
    url: { value: path },
    headers: { value: JSON_HEADERS },
    body: { value: body },
    query: { value: query ?? {} },
    context: { value: context },
    failure: { value: undefined, writable: true },
  }) as Shim
  return new Promise((resolve, reject) => {
    const response = {
      statusCode: 200,
      setHeader: () => undefined,
      end: (text?: string) => (shim.failure === undefined ? resolve(text ?? '') : reject(shim.failure)),
    }
    dispatch(shim, response).catch(reject)
  })
}
