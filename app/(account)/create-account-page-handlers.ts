import { randomBytes } from 'node:crypto'
import { type AccountPageData, renderAccountPage } from '@/components/auth/render-account-page'
import { unbufferedEndpoint } from '@/server/api/endpoint'
import type { PageOrRedirect } from '@/server/api/pages/account/form-handling'
import type { JsonResponseParts } from '@/server/api/pages/account/passkey-sign-in'

/** `params` is undefined for a path without a dynamic segment. */
type Context = { params: Promise<{ token?: string } | undefined> }
type PageHandler = (request: Request, token: string) => Promise<PageOrRedirect<AccountPageData>>

/** Route handlers of an account page. `token` is the one of its path, if any. */
export function createAccountPageHandlers({ GET, POST }: { GET?: PageHandler; POST?: PageHandler }) {
  const respond =
    (handler: PageHandler) =>
    async (request: Request, { params }: Context) =>
      toHttpResponse(await handler(request, (await params)?.token ?? ''), request)
  return unbufferedEndpoint<Context>({
    ...(GET && { GET: respond(GET) }),
    ...(POST && { POST: respond(POST) }),
  })
}

/**
 * HTTP response of an account page: an HTML document or a redirect. A form submitted by script gets the redirect target as JSON, because
 * fetch would follow a redirect before the script could read its target.
 */
function toHttpResponse(answer: PageOrRedirect<AccountPageData>, request: Request): Response {
  if ('to' in answer) return redirectResponse(answer, request)
  if (request.headers.get('accept') === 'application/json') return failureResponse(answer)
  const nonce = randomBytes(16).toString('base64')
  return new Response(renderAccountPage(answer.page, nonce), {
    status: answer.status,
    headers: {
      ...PRIVATE_HEADERS,
      ...answer.headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'Referrer-Policy': REFERRER_POLICY[answer.page.kind] ?? 'strict-origin-when-cross-origin',
    },
  })
}

export function toJsonResponse({ status, body, headers, cookies = [] }: JsonResponseParts): Response {
  const all = new Headers({ ...PRIVATE_HEADERS, ...headers })
  for (const cookie of cookies) all.append('Set-Cookie', cookie)
  return Response.json(body, { status, headers: all })
}

/**
 * The URL of an emailed link is a credential, so it must not leak through the Referer header. The invitation form uses the current session
 * and needs the Origin header, so it sends the referrer to the same origin only.
 */
const REFERRER_POLICY: Partial<Record<AccountPageData['kind'], string>> = {
  verifyEmail: 'no-referrer',
  resetPassword: 'no-referrer',
  emailChange: 'no-referrer',
  takeBack: 'no-referrer',
  replyTo: 'no-referrer',
  invitation: 'same-origin',
}

const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'X-Content-Type-Options': 'nosniff' }

function redirectResponse({ to, cookies = [] }: { to: string; cookies?: readonly string[] }, request: Request) {
  const headers = new Headers({ ...PRIVATE_HEADERS, 'Referrer-Policy': 'no-referrer' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  if (request.headers.get('accept')?.startsWith('application/json')) return Response.json({ to }, { headers })
  headers.set('Location', to)
  return new Response(null, { status: 303, headers })
}

function failureResponse({
  status,
  headers,
  page,
}: Extract<PageOrRedirect<AccountPageData>, { status: number }>): Response {
  const failure = 'failure' in page ? page.failure : null
  return Response.json(
    { failure },
    { status: failure && status === 200 ? 400 : status, headers: { ...PRIVATE_HEADERS, ...headers } },
  )
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
