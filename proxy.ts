import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { PATH_HEADER } from '@/server/api/return-path'
import { env } from '@/server/env'

/**
 * Gives every page its content security policy: who may see a page is decided where it reads its data. What is no
 * page of the App Router sets its own, so this stays out of its way. A page is read and nothing else, at one address.
 */
export function proxy(request: NextRequest): NextResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new NextResponse(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  const { pathname, search } = request.nextUrl
  if (pathname !== '/' && pathname.endsWith('/'))
    return NextResponse.redirect(new URL(`/${trimmed(pathname)}${search}`, request.nextUrl.origin), 308)
  const nonce = randomBytes(16).toString('base64')
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  // Next reads the nonce off the request's policy and gives it to the scripts that it writes; layouts read x-nonce.
  headers.set('Content-Security-Policy', policy)
  headers.set('x-nonce', nonce)
  // Nothing else tells a page its own address, where somebody is to come back to who has to sign in first.
  headers.set(PATH_HEADER, pathname + search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

/** Without its slashes: two at the beginning would name another host. */
function trimmed(pathname: string): string {
  return pathname.split('/').filter(Boolean).join('/')
}

export const config = {
  matcher: [
    '/((?!api/|s/|u/|sandbox/|sign-in(?:/[^/]+)?$|sign-up$|forgot-password$|check-email$|(?:verify-email|email-change|take-back|invitations|reset-password)/[^/]+$|surveys/[^/]+/preview|_next/static|_next/image|fonts/|icon\\.svg$|(?:auth|survey)\\.js$).*)',
  ],
}

/**
 * Scripts run only with this request's nonce, or when such a script loads them. Styles may stand inline: the headless
 * components and the charts place things with style attributes, which no nonce can cover.
 */
function contentSecurityPolicy(nonce: string): string {
  // React's development build explains errors with eval, and the page reloads itself over a socket.
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
