import { MINUTE_MS } from '../clock'
import { env } from '../env'
import { Forbidden } from '../errors'
import { log } from '../log'
import { LogSampler } from '../log-sampling'
import { sentence } from '../messages/sentence'

/**
 * Refuses a state-changing request that another site made a browser send. The cookie is SameSite=Lax, which lets
 * sibling subdomains through, and a plain HTML form may send multipart or text bodies without asking: so the browser
 * must say that the request comes from our own pages, and the body must be JSON, which no form can send.
 * @throws {Forbidden}
 */
export function refuseCrossSite(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (!isSameOrigin(request) || !isJson(request)) throw new Forbidden(sentence('session.otherSite'))
}

/** Whether another site made a browser send this form, by what the browser says of where it comes from. */
export function isForeignForm(request: Request): boolean {
  return !isSameOrigin(request)
}

/**
 * The same for a page that tells nobody where it stands (`Referrer-Policy: no-referrer`): on plain http a browser then
 * says nothing of where its form comes from but `null`. Only for what no cookie has a part in.
 */
export function isForeignFormOfHiddenPage(request: Request): boolean {
  const { headers } = request
  if (headers.get('sec-fetch-site') === null && headers.get('origin') === 'null') return false
  return isForeignForm(request)
}

/**
 * Sec-Fetch-Site, which a page cannot forge; where a browser does not send it (on plain http, or an old one), Origin
 * against the address that the service is configured with. What a request says of its own host proves nothing.
 */
function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  const own = ownOrigins(new URL(env.baseUrl))
  const seen = new URL(origin).origin
  if (own.includes(seen)) return true
  // Either another site, or NEXTAUTH_URL is not the public address, and then no one can sign in.
  refusals.note(seen, { seen, expected: own[0] }, () =>
    log.warn({ seen, expected: own[0] }, 'a request came from another origin than the one of NEXTAUTH_URL'),
  )
  return false
}

const WINDOW_MS = 10 * MINUTE_MS
const refusals = new LogSampler(WINDOW_MS, (line) =>
  log.warn(line, 'more requests came from another origin than the one of NEXTAUTH_URL'),
)

/** The service's address; on one's own machine under each of its names. */
function ownOrigins({ origin, protocol, hostname, port }: URL): string[] {
  const names = ['localhost', '127.0.0.1', '[::1]']
  if (!names.includes(hostname)) return [origin]
  return names.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}

function isJson({ headers }: Request): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')
}
