import { isKnownJobEngineNetwork, lookUpTenant } from '../../../server/rate-limit/credential-tenant-cache.mjs'
import { toNetworkKey } from '../../../server/rate-limit/normalize-ip-address.mjs'
import { securityHeaders } from '../../../server/security-headers.mjs'
import { resolveClientIpAddress } from './client-ip-address.mjs'
import { ConcurrencyLimits } from './concurrency-limits.mjs'

/*
 * Request pipeline of the web server in front of Next. It sees the connection, so it sets the client address; and it answers the requests
 * that Next would reject with an empty body.
 */

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse<import('node:http').IncomingMessage>} Response */

/** Accepted only from trusted proxies; all are removed, then the first is set to the client address. */
const FORWARDED_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-vercel-forwarded-for',
  'x-foreign-method',
  'forwarded',
]

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Time between the response and the end of the connection, for a client that is still sending its body. */
const LINGER_MS = 500

/**
 * @typedef {object} PipelineOptions
 * @property {import('./client-ip-address.mjs').IsTrusted} trusted
 * @property {string} baseUrl public address of the service; sends HSTS if it is https
 * @property {number | null} [hstsMaxAge] HSTS_MAX_AGE
 * @property {ConcurrencyLimits} [limits]
 */

/**
 * @param {PipelineOptions} options
 * @param {(request: Request, response: Response) => Promise<void>} handle
 * @returns {import('node:http').RequestListener}
 */
export function createRequestPipeline(
  { trusted, baseUrl, hstsMaxAge = null, limits = new ConcurrencyLimits() },
  handle,
) {
  const ownHost = URL.canParse(baseUrl) ? new URL(baseUrl).host : null
  const headers = Object.entries(securityHeaders(baseUrl, hstsMaxAge))
  const headersOfOtherHosts = Object.entries(securityHeaders(baseUrl, hstsMaxAge, { isOwnHost: false }))
  return (request, response) => {
    setClientAddress(request, trusted)
    const url = singleSlashes(makePathDecodable(request.url ?? '/'))
    request.url = url
    addHeaders(response, request.headers.host === ownHost ? headers : headersOfOtherHosts)
    drainUnreadBody(request, response)
    const isApi = /^\/api(?:\/|$|\?)/.test(url)
    const { method = '' } = request
    if (!KNOWN_METHODS.has(method)) {
      if (!isApi) return sendMethodNotAllowed(response)
      // A `Request` cannot have this method: it is passed as OPTIONS, which no route has, with its name in a header.
      request.headers['x-foreign-method'] = method
      request.method = 'OPTIONS'
    }
    startWithinLimits(limits, { request, response, url }, () => {
      handle(request, response).catch((error) => {
        process.stderr.write(
          `${JSON.stringify({ level: 50, msg: 'a request failed outside of its route', err: String(error?.stack ?? error) })}\n`,
        )
        if (!response.headersSent) response.writeHead(500)
        response.end()
      })
    })
  }
}

/** Not limited: static files are cheap, and a page needs many. */
const STATIC = /^\/(?:_next\/static|fonts)\//
const JOBS = /^\/api\/inngest(?:$|\?)/

/**
 * Starts a request when the limits of its organization, or of its address if it is anonymous, allow.
 *
 * @param {ConcurrencyLimits} limits
 * @param {{ request: Request, response: Response, url: string }} call
 * @param {() => void} start
 */
function startWithinLimits(limits, { request, response, url }, start) {
  const network = toNetworkKey(String(request.headers['x-forwarded-for']))
  if (STATIC.test(url) || (JOBS.test(url) && isKnownJobEngineNetwork(network))) return start()
  const organizationId = lookUpTenant((name) => request.headers[name]?.toString())
  const release = limits.acquire(organizationId ?? network, organizationId === undefined, start)
  if (release === null) return sendTooManyRequests(response)
  response.once('close', release)
  // A slow client may take long to receive the response, which no longer needs the thread.
  const end = response.end.bind(response)
  response.end = /** @type {typeof end} */ (
    (/** @type {Parameters<typeof end>} */ ...args) => {
      const ended = end(...args)
      release()
      return ended
    }
  )
}

/**
 * By Node's code of requests that could not be parsed; any other code is a malformed request.
 *
 * @type {Record<string, [status: string, code: string, message: string]>}
 */
const PARSE_ERRORS = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'PAYLOAD_TOO_LARGE',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'VALIDATION_ERROR', 'The request did not arrive in time.'],
}
const MALFORMED = ['400 Bad Request', 'VALIDATION_ERROR', 'This is not a valid HTTP request.']

/**
 * Listens to `clientError` of a server: answers a request that Node could not parse with the error envelope, and closes its connection.
 *
 * @param {NodeJS.ErrnoException} error
 * @param {import('node:stream').Duplex} socket
 */
export function handleClientError(error, socket) {
  const { _httpMessage: current } = /** @type {{ _httpMessage?: Response | null }} */ (/** @type {unknown} */ (socket))
  // The client has disconnected, or a response to an earlier request of the connection is being sent.
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) return void socket.destroy(error)
  const [status, code, message] = PARSE_ERRORS[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify({ error: { code, message } })
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`)
}

/** @param {Response} response */
function sendTooManyRequests(response) {
  const message = 'Too many requests wait already. Try again in 5 s.'
  const body = JSON.stringify({ error: { code: 'RATE_LIMIT_EXCEEDED', message, details: { retryAfter: 5 } } })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, 'Retry-After': '5' }
  response.writeHead(429, { ...headers, 'Cache-Control': 'no-store' }).end(body)
}

/**
 * @param {Request} request
 * @param {import('./client-ip-address.mjs').IsTrusted} trusted
 */
function setClientAddress(request, trusted) {
  const address = resolveClientIpAddress(request, trusted)
  for (const header of FORWARDED_HEADERS) if (header in request.headers) delete request.headers[header]
  request.headers['x-forwarded-for'] = address
}

/**
 * A path that can be decoded: an invalid `%ff` becomes `%25ff`, so that the routes answer it, where Next would answer an empty 400.
 *
 * @param {string} target of the request line
 * @returns {string}
 */
export function makePathDecodable(target) {
  const own = target.startsWith('/') ? target : requestPath(target)
  const end = own.indexOf('?')
  const [path, query] = end === -1 ? [own, ''] : [own.slice(0, end), own.slice(end)]
  try {
    decodeURIComponent(path)
    return path + query
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return path.split('/').map(decodablePart).join('/') + query
  }
}

/** @param {string} part */
function decodablePart(part) {
  try {
    decodeURIComponent(part)
    return part
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return part.replaceAll('%', '%25')
  }
}

/**
 * `//api/v1/contacts` becomes `/api/v1/contacts`; Next would redirect, which many clients do not follow with a POST.
 *
 * @param {string} target
 */
function singleSlashes(target) {
  const single = target.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, '/'))
  return single.startsWith('/api/') ? single : target
}

/**
 * The request line of a proxy has the whole URL, `OPTIONS *` none.
 *
 * @param {string} target
 */
function requestPath(target) {
  if (!URL.canParse(target)) return '/'
  const { pathname, search } = new URL(target)
  return pathname + search
}

/**
 * Adds headers to a response where its route has not set them.
 *
 * @param {Response} response
 * @param {[name: string, value: string][]} headers
 */
function addHeaders(response, headers) {
  onWriteHead(response, () => {
    for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value)
  })
}

/**
 * @param {Response} response
 * @param {() => void} prepare called before the headers are written
 */
function onWriteHead(response, prepare) {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = /** @type {typeof writeHead} */ (
    (/** @type {Parameters<typeof writeHead>} */ ...args) => {
      prepare()
      return writeHead(...args)
    }
  )
}

/**
 * The latest request of each connection.
 *
 * @type {WeakMap<import('node:net').Socket, Request>}
 */
const latest = new WeakMap()

/**
 * A response that starts before the whole request body has arrived has `Connection: close` (RFC 9112, 9.6), since the client may never
 * stop sending, and would lose its next request on the connection. After the response our side is closed and no more is read; the
 * connection is destroyed a moment later, because destroying it at once would discard the response.
 *
 * @param {Request} request
 * @param {Response} response
 */
function drainUnreadBody(request, response) {
  const { socket } = request
  const isNew = !latest.has(socket)
  latest.set(socket, request)
  if (isNew) {
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls it when the last response of a connection was sent.
    socket.destroySoon = () => {
      const last = latest.get(socket)
      if (last === undefined || last.complete) return destroySoon()
      socket.end()
      destroyAfterLinger(last)
    }
  }
  onWriteHead(response, () => {
    if (hasBody(request) && !request.complete) response.shouldKeepAlive = false
  })
}

/**
 * Whether a body follows the headers (RFC 9112, 6).
 *
 * @param {Request} request
 */
function hasBody({ headers }) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** @param {Request} request */
function destroyAfterLinger(request) {
  const { socket } = request
  request.pause()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** @param {Response} response */
function sendMethodNotAllowed(response) {
  response.writeHead(405, { Allow: 'GET, HEAD' })
  response.end()
}
