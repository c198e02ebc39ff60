import http from 'node:http'
import path from 'node:path'
import { readArguments } from './lib/arguments.mjs'
import { command, errorSentence, Refusal, ROOT } from './lib/checkout.mjs'
import { parseTrustedProxies } from './lib/door/client-address.mjs'
import { ConcurrencyLimits } from './lib/door/concurrency-limits.mjs'
import { answerClientError, frontDoor } from './lib/door/front-door.mjs'
import { staticFiles } from './lib/door/static-files.mjs'
import { isLoopback, parseHstsMaxAge } from './lib/listening.mjs'
import { printAsLogLines, surviveFullLog } from './lib/log-streams.mjs'

/*
 * The web server of one machine: Next behind a door of our own. `npm start` and `npm run dev` start it with everything set.
 */

/** Headers within this time, a whole request within the other: a slow line is served, one that drips is not. */
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 60_000
/** Longer than proxies keep theirs (nginx 60 s, Traefik 90 s, Caddy 120 s), so that none of them sends into a connection that ends. */
const KEEP_ALIVE_MS = 125_000
/** After a signal: how often idle connections are closed, and when the others are. */
const CLOSE_IDLE_EVERY_MS = 100
const CLOSE_ALL_AFTER_MS = 10_000

surviveFullLog()

await command(async () => {
  const isDev = readArguments('Say start or dev.', { words: 1 }).words[0] === 'dev'
  if (!isDev) printAsLogLines()
  const port = Number(process.env.PORT)
  const host = process.env.HOST || '127.0.0.1'
  const trusted = parseTrustedProxies(process.env.TRUSTED_PROXIES)
  const hstsMaxAge = parseHstsMaxAge(process.env.HSTS_MAX_AGE)
  // Without it, sign-in would take whatever host a request names for our own. Where others can reach us, the app asks for it.
  if (isDev || isLoopback(host)) process.env.NEXTAUTH_URL ||= `http://localhost:${port}`
  const baseUrl = process.env.NEXTAUTH_URL ?? ''
  // Tells the app that what it reads of a request's address was written here.
  process.env.FRONT_DOOR = '1'

  // Not at the top: the environment decides what it loads.
  const { default: next } = await import('next')
  // Next listens for upgrades where it finds a server, with the first request, and closes those that it does not know. This one never
  // listens: a request that offers an upgrade is answered as any other (RFC 9110, 7.8), as Java's client and `curl --http2` expect.
  const app = next({ dev: isDev, dir: ROOT, port, hostname: 'localhost', httpServer: http.createServer() })
  let ready
  const serveFiles = isDev
    ? []
    : [
        staticFiles('/_next/static/', path.join(ROOT, process.env.NEXT_DIST_DIR || '.next', 'static')),
        staticFiles('/fonts/', path.join(ROOT, 'public/fonts')),
      ]
  const limits = new ConcurrencyLimits()
  // The jobs, which run inside the app, share them (server/jobs/shared-thread.ts).
  globalThis.feedbackService.limits = limits
  const listener = frontDoor({ trusted, baseUrl, hstsMaxAge, limits }, async (request, response) => {
    await ready
    for (const serveFile of serveFiles) if (await serveFile(request, response)) return
    await app.getRequestHandler()(request, response)
  })
  const servers = await Promise.all(addressesFor(host).map((address) => listen(listener, port, address)))
  ready = app.prepare()
  endOnSignals(servers, app)
  // Hot reload alone needs it.
  if (isDev)
    for (const server of servers)
      server.on('upgrade', (request, socket, head) => void upgrade(app, ready, request, socket, head))
  await ready
})

/** Health checks call 127.0.0.1, whatever else is listened on. */
function addressesFor(host) {
  if (host === 'localhost') return ['127.0.0.1', '::1']
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return [host]
  return ['127.0.0.1', host]
}

function listen(listener, port, address) {
  const server = http
    .createServer(
      { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
      listener,
    )
    .on('clientError', answerClientError)
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      error.code === 'EADDRNOTAVAIL' && address === '::1'
        ? resolve(server)
        : reject(listenFailure(error, port, address)),
    )
    server.listen(port, address, () => resolve(server))
  })
}

function listenFailure(error, port, address) {
  if (error.code === 'EADDRINUSE') return new Refusal(`Port ${port} of ${address} is in use by another program.`)
  if (error.code === 'EADDRNOTAVAIL') return new Refusal(`HOST is ${address}, which is not an address of this machine.`)
  return error
}

async function upgrade(app, ready, request, socket, head) {
  try {
    await ready
    await app.upgradeHandler(request, socket, head)
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    socket.destroy()
  }
}

/** Answers what is under way and nothing more: a connection that stays busy is closed after ten seconds. */
async function closeServers(servers) {
  for (const server of servers)
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
  const open = servers.filter(({ listening }) => listening)
  const closed = Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve))))
  // A connection that was busy at the signal becomes idle later, and would be kept.
  const idle = setInterval(() => open.forEach((server) => server.closeIdleConnections()), CLOSE_IDLE_EVERY_MS)
  const all = setTimeout(() => open.forEach((server) => server.closeAllConnections()), CLOSE_ALL_AFTER_MS)
  await closed
  clearInterval(idle)
  clearTimeout(all)
}

/** Answers requests in progress, and records the results of jobs in progress. */
function endOnSignals(servers, app) {
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    await closeServers(servers)
    await app.close()
    // Results of work in progress are recorded (server/runtime.ts).
    await Promise.allSettled([...(globalThis.feedbackService?.shutdown.values() ?? [])].map((record) => record()))
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end())
}
