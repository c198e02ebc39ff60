import http from 'node:http'
import path from 'node:path'
import { ignoreLogErrors, logConsoleOutput } from './lib/console-to-json-log.mjs'
import { parseTrustedProxies } from './lib/http/client-ip-address.mjs'
import { ConcurrencyLimits } from './lib/http/concurrency-limits.mjs'
import { createRequestPipeline, handleClientError } from './lib/http/request-pipeline.mjs'
import { createStaticFileHandler } from './lib/http/static-files.mjs'
import { isLoopback, parseHstsMaxAge } from './lib/listen-host.mjs'
import { exitOnError, formatError, OperatorError, ROOT } from './lib/operator-error.mjs'
import { parseArguments } from './lib/parse-arguments.mjs'

/* The web server of one machine: Next behind a request pipeline. `npm start` and `npm run dev` start it with its environment. */

/**
 * @typedef {ReturnType<typeof import('next').default>} NextApp
 * @typedef {{ upgradeHandler: ReturnType<NextApp['getUpgradeHandler']> }} DevServer of `next dev`; `getUpgradeHandler` is that of production
 * @typedef {{ feedbackService?: typeof import('../server/process-state').processState }} Root
 */

/** Limits for slow clients: the headers, and the whole request. */
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 60_000
/** Longer than that of proxies (nginx 60 s, Traefik 90 s, Caddy 120 s), so that none of them uses a connection while it is closed. */
const KEEP_ALIVE_MS = 125_000
/** After a signal: the interval of closing idle connections, and the time until the others are closed. */
const CLOSE_IDLE_EVERY_MS = 100
const CLOSE_ALL_AFTER_MS = 10_000

ignoreLogErrors()

await exitOnError(async () => {
  const isDev = parseArguments('Say start or dev.', { words: 1 }).words[0] === 'dev'
  if (!isDev) logConsoleOutput()
  const port = Number(process.env.PORT)
  const host = process.env.HOST || '127.0.0.1'
  const trusted = parseTrustedProxies(process.env.TRUSTED_PROXIES)
  const hstsMaxAge = parseHstsMaxAge(process.env.HSTS_MAX_AGE)
  // Without it, sign-in would trust the Host header. If others can reach the service, the app requires it to be set.
  if (isDev || isLoopback(host)) process.env.NEXTAUTH_URL ||= `http://localhost:${port}`
  const baseUrl = process.env.NEXTAUTH_URL ?? ''
  // The app trusts the client address that the pipeline sets.
  process.env.FRONT_DOOR = '1'

  // Not at the top: it depends on the environment.
  const { default: next } = await import('next')
  // Next would close requests with an unknown Upgrade on its server. This server never listens, so that such requests are answered as any
  // other (RFC 9110, 7.8), as Java's client and `curl --http2` expect.
  const app = next({ dev: isDev, dir: ROOT, port, hostname: 'localhost', httpServer: http.createServer() })
  /** @type {Promise<void> | undefined} */
  let ready
  const serveFiles = isDev
    ? []
    : [
        createStaticFileHandler('/_next/static/', path.join(ROOT, process.env.NEXT_DIST_DIR || '.next', 'static')),
        createStaticFileHandler('/fonts/', path.join(ROOT, 'public/fonts')),
      ]
  const limits = new ConcurrencyLimits()
  // Shared with the jobs in the app (server/jobs/with-fair-share.ts).
  const { feedbackService } = /** @type {Root} */ (globalThis)
  if (feedbackService) feedbackService.limits = limits
  const listener = createRequestPipeline({ trusted, baseUrl, hstsMaxAge, limits }, async (request, response) => {
    await ready
    for (const serveFile of serveFiles) if (await serveFile(request, response)) return
    await app.getRequestHandler()(request, response)
  })
  const servers = await Promise.all(listAddresses(host).map((address) => listen(listener, port, address)))
  ready = app.prepare()
  endOnSignals(servers, app)
  // Only for hot reload.
  if (isDev)
    for (const server of servers)
      server.on('upgrade', (request, socket, head) => void upgrade(app, ready, request, socket, head))
  await ready
})

/**
 * Always includes loopback, for health checks.
 *
 * @param {string} host
 */
function listAddresses(host) {
  if (host === 'localhost') return ['127.0.0.1', '::1']
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return [host]
  return ['127.0.0.1', host]
}

/**
 * @param {http.RequestListener} listener
 * @param {number} port
 * @param {string} address
 * @returns {Promise<http.Server>}
 */
function listen(listener, port, address) {
  const server = http
    .createServer(
      { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
      listener,
    )
    .on('clientError', handleClientError)
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRNOTAVAIL' && address === '::1'
        ? resolve(server)
        : reject(listenFailure(error, port, address)),
    )
    server.listen(port, address, () => resolve(server))
  })
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {number} port
 * @param {string} address
 */
function listenFailure(error, port, address) {
  if (error.code === 'EADDRINUSE') return new OperatorError(`Port ${port} of ${address} is in use by another program.`)
  if (error.code === 'EADDRNOTAVAIL')
    return new OperatorError(`HOST is ${address}, which is not an address of this machine.`)
  return error
}

/**
 * @param {NextApp} app
 * @param {Promise<void> | undefined} ready
 * @param {http.IncomingMessage} request
 * @param {import('node:stream').Duplex} socket
 * @param {Buffer} head
 */
async function upgrade(app, ready, request, socket, head) {
  try {
    await ready
    await /** @type {DevServer} */ (/** @type {unknown} */ (app)).upgradeHandler(request, socket, head)
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    socket.destroy()
  }
}

/**
 * Completes open requests and accepts no new ones; closes the remaining connections after CLOSE_ALL_AFTER_MS.
 *
 * @param {http.Server[]} servers
 */
async function closeServers(servers) {
  for (const server of servers)
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
  const open = servers.filter(({ listening }) => listening)
  const closed = Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve))))
  // A connection that was busy at the signal may become idle later.
  const idle = setInterval(() => open.forEach((server) => server.closeIdleConnections()), CLOSE_IDLE_EVERY_MS)
  const all = setTimeout(() => open.forEach((server) => server.closeAllConnections()), CLOSE_ALL_AFTER_MS)
  await closed
  clearInterval(idle)
  clearTimeout(all)
}

/**
 * On SIGINT or SIGTERM, completes open requests and records the results of running jobs (server/process-state.ts).
 *
 * @param {http.Server[]} servers
 * @param {NextApp} app
 */
function endOnSignals(servers, app) {
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    await closeServers(servers)
    await app.close()
    const { feedbackService } = /** @type {Root} */ (globalThis)
    await Promise.allSettled([...(feedbackService?.shutdown.values() ?? [])].map((record) => record()))
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end())
}
