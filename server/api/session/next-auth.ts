import NextAuth from 'next-auth'
import { v7 as uuidv7 } from 'uuid'
import { authOptions, nextAuthRequestContext } from '../../auth/auth-options'
import { SESSION_COOKIE } from '../../auth/session-cookie'
import { endSession } from '../../auth/sessions'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { readSessionFromCookie } from './session'

type RouteContext = { params: Promise<{ nextauth: string[] }> }

const handler = NextAuth(authOptions) as (request: Request, context: RouteContext) => Promise<Response>

export async function handleNextAuth(request: Request, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params
  if (nextauth[0] === '_log') return new Response(null, { status: 404 })
  const origin = { address: readClientIpAddress(request.headers), requestId: uuidv7() }
  const previousSession = nextauth[0] === 'callback' ? await readSessionFromCookie(request.headers) : null
  const response = await nextAuthRequestContext.run(origin, () => handler(request, context))
  // Its cookie is overwritten, so the session could not be revoked by signing out any more.
  if (previousSession && opensSession(response)) await endSession(previousSession, origin)
  return response
}

function opensSession(response: Response): boolean {
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=ey`))
}
