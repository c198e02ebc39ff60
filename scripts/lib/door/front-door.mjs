import { securityHeaders } from '../../../server/security-headers.mjs'
import { parseNetwork } from '../../../server/throttle/network.mjs'
import { isEngine, recognised } from '../../../server/throttle/recognition.mjs'
import { clientAddress } from './client-address.mjs'
import { ConcurrencyLimits } from './concurrency-limits.mjs'

/*
 * What every request to the machine's own server passes before Next sees it. It knows the connection, which nothing behind it
 * does, so it says who is there; and it settles what Next would answer without a word.
 */

/** Believed from nobody but a trusted proxy, and needed by nothing behind the door but the first. */
const CLAIMS = [
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

/** What the routes know; a page knows the first two. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** How long a client that is refused has to read why. */
const LINGER_MS = 500

/**
 * @typedef {object} DoorOptions
 * @property {import('./client-address.mjs').IsTrusted} trusted
 * @property {string} baseUrl where people reach the service; decides whether browsers are told to insist on https
 * @property {number | null} [hstsMaxAge] HSTS_MAX_AGE
 * @property {ConcurrencyLimits} [limits]
 */

/**
 * @param {DoorOptions} options
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} handle
 * @returns {import('node:http').RequestListener}
 */
export function frontDoor({ trusted, baseUrl, hstsMaxAge = null, limits = new ConcurrencyLimits() }, handle) {
  const headers = Object.entries(securityHeaders(baseUrl, hstsMaxAge))
  return (request, response) => {
    sayWhoIsThere(request, trusted)
    request.url = singleSlashes(readablePath(request.url ?? '/'))
    withHeaders(response, headers)
    endUnread(request, response)
    const isApi = /^\/api(?:\/|$|\?)/.test(request.url)
    if (!KNOWN_METHODS.has(request.method ?? '')) {
      if (!isApi) return refuseMethod(response)
      // No `Request` can have this method: the routes, which have OPTIONS nowhere, answer it as that and by its own name.
      request.headers['x-foreign-method'] = request.method
      request.method = 'OPTIONS'
    }
    startWithinLimits(limits, request, response, () => {
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

/** Files that are the same for everybody cost next to nothing, and a page needs many of them. */
const STATIC = /^\/(?:_next\/static|fonts)\//
const JOBS = /^\/api\/inngest(?:$|\?)/

/** Starts a request when the limits of its organization, or of its address if it is anonymous, allow. */
function startWithinLimits(limits, request, response, start) {
  const network = parseNetwork(request.headers['x-forwarded-for'])
  if (STATIC.test(request.url) || (JOBS.test(request.url) && isEngine(network))) return start()
  const organizationId = recognised((name) => request.headers[name])
  const release = limits.acquire(organizationId ?? network, organizationId === undefined, start)
  if (release === null) return refuseTooMany(response)
  response.once('close', release)
  // A slow client may take long to receive the response, which no longer needs the thread.
  const { end } = response
  response.end = (...args) => {
    const ended = end.apply(response, args)
    release()
    return ended
  }
}

/** Node's codes of requests that could not be parsed; any other code is a malformed request. */
const UNPARSED = {
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
export function answerClientError(error, socket) {
  // The client has gone, or a response to an earlier request of the connection is being sent.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) return socket.destroy(error)
  const [status, code, message] = UNPARSED[error.code] ?? MALFORMED
  const body = JSON.stringify({ error: { code, message } })
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`)
}

function refuseTooMany(response) {
  const message = 'Too many requests wait already. Try again in 5 s.'
  const body = JSON.stringify({ error: { code: 'RATE_LIMIT_EXCEEDED', message, details: { retryAfter: 5 } } })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, 'Retry-After': '5' }
  response.writeHead(429, { ...headers, 'Cache-Control': 'no-store' }).end(body)
}

function sayWhoIsThere(request, trusted) {
  const address = clientAddress(request, trusted)
  for (const claim of CLAIMS) if (claim in request.headers) delete request.headers[claim]
  request.headers['x-forwarded-for'] = address
}

/**
 * A path whose percent signs all encode a byte of text. `%ff` becomes `%25ff`: an id that is none, or a path that is not ours, for
 * the routes to answer, where Next would answer nothing but 400.
 *
 * @param {string} target as it stands in the request line
 * @returns {string}
 */
export function readablePath(target) {
  const own = target.startsWith('/') ? target : requestPath(target)
  const end = own.indexOf('?')
  const [path, query] = end === -1 ? [own, ''] : [own.slice(0, end), own.slice(end)]
  try {
    decodeURIComponent(path)
    return path + query
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return path.split('/').map(readablePart).join('/') + query
  }
}

function readablePart(part) {
  try {
    decodeURIComponent(part)
    return part
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return part.replaceAll('%', '%25')
  }
}

/** Of the API, `//api/v1/contacts` is `/api/v1/contacts`; Next would redirect, which many clients do not follow with a POST. */
function singleSlashes(target) {
  const single = target.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, '/'))
  return single.startsWith('/api/') ? single : target
}

/** A proxy's request line names the whole address, `OPTIONS *` none. */
function requestPath(target) {
  if (!URL.canParse(target)) return '/'
  const { pathname, search } = new URL(target)
  return pathname + search
}

/** Every answer has the headers, unless its route has said otherwise. */
function withHeaders(response, headers) {
  const { writeHead } = response
  response.writeHead = (...args) => {
    for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value)
    return writeHead.apply(response, args)
  }
}

/**
 * The request that came last on a connection.
 *
 * @type {WeakMap<import('node:net').Socket, import('node:http').IncomingMessage>}
 */
const latest = new WeakMap()

/**
 * An answer that begins before all of the request's body has arrived says `Connection: close` (RFC 9112, 9.6), since the client may
 * be sending without end: a client that took the connection for kept alive would lose its next request on it. Our side is closed
 * after the answer; nothing more is read, and the connection ends a moment later: destroyed at once, it would take the answer along.
 */
function endUnread(request, response) {
  const { socket } = request
  const isNew = !latest.has(socket)
  latest.set(socket, request)
  if (isNew) {
    const { destroySoon } = socket
    // Node calls it once the last answer of a connection is out.
    socket.destroySoon = () => {
      const last = latest.get(socket)
      if (last === undefined || last.complete) return destroySoon.call(socket)
      socket.end()
      linger(last)
    }
  }
  const { writeHead } = response
  response.writeHead = (...args) => {
    if (hasBody(request) && !request.complete) response.shouldKeepAlive = false
    return writeHead.apply(response, args)
  }
}

/** Whether a body follows the headers (RFC 9112, 6). */
function hasBody({ headers }) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function linger(request) {
  const { socket } = request
  request.pause()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

function refuseMethod(response) {
  response.writeHead(405, { Allow: 'GET, HEAD' })
  response.end()
}
