import { TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { v7 as uuidv7 } from 'uuid'
import { type AppError, statusOf, Unauthenticated } from '../errors'
import { logFailure, toAppError } from './failure'
import { refuseCrossSite, withinBodyLimit } from './guard'
import { appRouter } from './router'
import { principalIn } from './session'
import type { Context } from './trpc'

const ENDPOINT = '/api/trpc'

/** Every request to /api/trpc: the procedures for the dashboard's browser code, as the signed-in person. */
export async function handleSessionRpc(request: Request): Promise<Response> {
  const requestId = uuidv7()
  const answer = await respond(request, requestId)
  answer.headers.set('Cache-Control', 'no-store')
  answer.headers.set('X-Request-Id', requestId)
  answer.headers.set('X-Content-Type-Options', 'nosniff')
  return answer
}

async function respond(request: Request, requestId: string): Promise<Response> {
  try {
    refuseCrossSite(request)
    return await fetchRequestHandler({
      endpoint: ENDPOINT,
      req: await withinBodyLimit(request),
      router: appRouter,
      // One call per request: what is limited per request cannot be had a thousandfold in one.
      allowBatching: false,
      createContext: () => contextOf(request, requestId),
      onError: ({ error, path }) => logFailure(error, { requestId, procedure: path }),
    })
  } catch (error) {
    logFailure(error, { requestId })
    return refusal(toAppError(error))
  }
}

async function contextOf(request: Request, requestId: string): Promise<Context> {
  const principal = await principalIn(request.headers)
  if (principal) return { principal, requestId }
  const cause = new Unauthenticated()
  throw new TRPCError({ code: 'UNAUTHORIZED', message: cause.message, cause })
}

/** A refusal at the door, in the shape in which tRPC's client expects an error. */
function refusal({ code, message, details }: AppError): Response {
  const httpStatus = statusOf(code)
  const data = { code, httpStatus, error: { code, message, details } }
  return Response.json({ error: { message, code: -32_600, data } }, { status: httpStatus })
}
