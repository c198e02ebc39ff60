import { MINUTE_MS } from '../clock'
import { env } from '../env'
import { Forbidden } from '../errors'
import { log } from '../log'
import { LogSampler } from '../log-sampler'
import { localizableMessage } from '../messages/localizable-message'

/**
 * CSRF protection for state-changing requests. The cookie is SameSite=Lax, which permits sibling subdomains, and an
 * HTML form may send multipart or text bodies without a preflight. So the request must be same-origin by its headers,
 * and the body JSON, which a form cannot send.
 * @throws {Forbidden}
 */
export function requireSameOriginJsonRequest(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!isSameOrigin(request) || !isJson(request)) throw new Forbidden(localizableMessage('session.otherSite'))
}

export function isCrossSiteForm(request: Request): boolean {
  return !isSameOrigin(request)
}

/**
 * As {@link isCrossSiteForm}, for pages with `Referrer-Policy: no-referrer`: over plain HTTP browsers send `Origin: null`
 * for their forms. Use it only where no cookie is involved.
 */
export function isCrossSiteFormExceptNullOrigin(request: Request): boolean {
  const { headers } = request
  if (headers.get('sec-fetch-site') === null && headers.get('origin') === 'null') return false
  return isCrossSiteForm(request)
}

/**
 * Sec-Fetch-Site cannot be forged by a page. Without it (plain HTTP, old browsers), compares Origin with the configured
 * base URL; the Host header proves nothing.
 */
function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  const allowed = listAllowedOrigins(new URL(env.baseUrl))
  const seen = new URL(origin).origin
  if (allowed.includes(seen)) return true
  // Either a cross-site request, or NEXTAUTH_URL is not the public address and no sign-in can succeed.
  mismatches.record(seen, { seen, expected: allowed[0] }, () =>
    log.warn({ seen, expected: allowed[0] }, 'a request came from another origin than the one of NEXTAUTH_URL'),
  )
  return false
}

const LOG_WINDOW_MS = 10 * MINUTE_MS
const mismatches = new LogSampler(LOG_WINDOW_MS, (line) =>
  log.warn(line, 'more requests came from another origin than the one of NEXTAUTH_URL'),
)

function listAllowedOrigins({ origin, protocol, hostname, port }: URL): string[] {
  const names = ['localhost', '127.0.0.1', '[::1]']
  if (!names.includes(hostname)) return [origin]
  return names.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}

function isJson({ headers }: Request): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')
}
