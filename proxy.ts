import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { PATH_HEADER } from '@/server/api/session/return-path'
import { env } from '@/server/env'
import { findOrganizationOfHost } from '@/server/link-domains/request-host'

/**
 * Sets the Content-Security-Policy of every page. Does not authorize: pages do that where they read data. Excludes responses outside the
 * App Router, which set their own policy. Allows only GET and HEAD, and redirects trailing slashes. On a link domain no page of the App
 * Router is served: what is seen there is the page of an unknown link.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new NextResponse(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  const { pathname, search } = request.nextUrl
  if ((await findOrganizationOfHost(request.headers.get('host'))) !== null) return showUnknownLink(request)
  if (pathname !== '/' && pathname.endsWith('/'))
    return NextResponse.redirect(new URL(`/${normalizeSlashes(pathname)}${search}`, request.nextUrl.origin), 308)
  const nonce = randomBytes(16).toString('base64')
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  // Next.js reads the nonce from the request's policy for its own scripts; layouts read x-nonce.
  headers.set('Content-Security-Policy', policy)
  headers.set('x-nonce', nonce)
  // Pages cannot read their own URL otherwise; sign-in needs it to return there.
  headers.set(PATH_HEADER, pathname + search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

/** No link has this address. */
function showUnknownLink({ nextUrl }: NextRequest): NextResponse {
  const url = nextUrl.clone()
  url.pathname = '/f/-'
  url.search = ''
  return NextResponse.rewrite(url)
}

function normalizeSlashes(pathname: string): string {
  return pathname.split('/').filter(Boolean).join('/')
}

export const config = {
  matcher: [
    '/((?!api/|\\.well-known/feedback-link-domain$|f/|s/|t/|u/|w/|preferences/|logo/|sandbox/|sign-in(?:/[^/]+)?$|sign-up$|forgot-password$|check-email$|(?:verify-email|email-change|confirm-reply-to|take-back|invitations|reset-password)/[^/]+$|surveys/[^/]+/preview|surveys/[^/]+/widgets/[^/]+/try$|_next/static|_next/image|fonts/|icon\\.svg$|(?:auth|survey|survey-logic|survey-recall|survey-rules|widget|widget-frame)\\.js$).*)',
  ],
}

/**
 * Scripts need this request's nonce, or must be loaded by such a script. Inline styles are allowed: headless components and charts use
 * style attributes, which no nonce covers.
 */
function contentSecurityPolicy(nonce: string): string {
  // React's development build uses eval for error messages, and hot reload uses a WebSocket.
  const development = env.isProduction ? '' : " 'unsafe-eval'"
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${env.isProduction ? '' : ' ws: wss:'}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
