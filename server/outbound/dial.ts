import http, { type IncomingMessage } from 'node:http'
import { isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import type { Readable } from 'node:stream'
import tls from 'node:tls'
import { ValidationError } from '../errors'
import { isDialable } from './address'
import { DialFailure, dialFailureCode } from './dial-failure'
import { resolveHost } from './resolve'
import type { FailureCode } from './schema'
import { normalizeTargetUrl, type TargetOptions } from './target-url'

/** Total time until the end of the response headers, including DNS, connect and TLS. */
export const DIAL_TIMEOUT_MS = 10_000
/** Extra time for reading the body after the headers. */
export const BODY_TIMEOUT_MS = 2000
export const BODY_MAX_BYTES = 16 * 1024
const HEADERS_MAX_BYTES = 16 * 1024
/** Delay before trying the next address in parallel (happy eyeballs). */
const NEXT_ADDRESS_MS = 2000

export type DialRequest = { url: string; headers: Record<string, string>; body: string }

/** @property authorities trusted CA certificates (PEM), replacing the system's. */
export type DialOptions = TargetOptions & { authorities?: string }

export type DialResult = {
  ok: boolean
  status?: number
  error?: FailureCode
  /** Until the response headers or the failure. */
  durationMs: number
  body?: string
  retryAfter?: string
}

/** @property timeoutMs until the end of the response headers. @property bodyMaxBytes longer bodies are truncated. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  timeoutMs?: number
  bodyTimeoutMs?: number
  bodyMaxBytes?: number
}

/** @property isWhole false if the body is incomplete: size limit, timeout or closed connection. */
export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  isWhole: boolean
}

/**
 * POSTs to an untrusted URL. Resolves the name once, refuses unless every address is public, and connects only to those addresses. Never
 * follows a redirect, never reuses a connection, never throws.
 */
export async function dial(request: DialRequest, options: DialOptions = {}): Promise<DialResult> {
  const startedAt = performance.now()
  let verdictMs: number | undefined
  try {
    const answer = await callTarget({ method: 'POST', ...request }, options, () => {
      verdictMs = elapsed(startedAt)
    })
    const { status, body } = answer
    const ok = status >= 200 && status < 300
    const retryAfter = answer.headers['retry-after']
    return {
      ok,
      status,
      durationMs: verdictMs ?? elapsed(startedAt),
      body,
      ...(ok ? {} : { error: statusFailure(status) }),
      ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    }
  } catch (error) {
    return { ok: false, error: dialFailureCode(error), durationMs: elapsed(startedAt) }
  }
}

/**
 * Calls an untrusted URL under the rules of {@link dial}.
 * @param onHeaders called when the status is known.
 * @throws any error before the end of the headers; map it with `dialFailureCode`.
 */
export async function callTarget(call: Call, options: DialOptions = {}, onHeaders?: () => void): Promise<Answer> {
  const hangUp = new AbortController()
  const timer = setTimeout(() => hangUp.abort(new DialFailure('TIMEOUT')), call.timeoutMs ?? DIAL_TIMEOUT_MS)
  try {
    const answer = await Promise.race([ask(call, options, hangUp.signal), aborted(hangUp.signal)])
    clearTimeout(timer)
    onHeaders?.()
    return { status: answer.statusCode ?? 0, headers: answer.headers, ...(await readStart(answer, call)) }
  } finally {
    clearTimeout(timer)
    hangUp.abort(new DialFailure('HUNG_UP'))
  }
}

/** Uses node:http because it skips interim responses (RFC 9110, 15.2); undici's Client aborts on unexpected ones. */
async function ask({ method, url: text, headers, body }: Call, options: DialOptions, hangUp: AbortSignal) {
  const url = checkedUrl(text)
  const addresses = await vettedAddresses(url.hostname, options)
  hangUp.throwIfAborted()
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = http.request({
      method,
      path: url.pathname + url.search,
      headers: { Host: url.host, ...headers },
      setHost: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      createConnection: (_options, connected) => {
        connect(url, addresses, { ...options, hangUp }, (error, socket) => connected(error, socket as Socket))
        return undefined
      },
    })
    hangUp.addEventListener('abort', () => void request.destroy(hangUp.reason as Error))
    request.on('error', reject).on('response', resolve)
    // An unrequested protocol upgrade is not a valid response.
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new DialFailure('NOT_HTTP'))
    })
    request.end(body)
  })
}

/** Validates again: the URL may have been stored before the current rules. */
function checkedUrl(text: string): URL {
  try {
    return new URL(normalizeTargetUrl(text, 'url'))
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new DialFailure('URL_REFUSED')
  }
}

/** @throws {DialFailure} if the name has no address, or any address is not public. */
async function vettedAddresses(host: string, options: DialOptions): Promise<string[]> {
  const resolved = await resolveHost(host, options)
  if (resolved.addresses === null)
    throw new DialFailure(resolved.reason === 'not found' ? 'DNS_NOT_FOUND' : 'DNS_NO_ANSWER')
  if (!resolved.addresses.every((address) => isDialable(address, options.allowed)))
    throw new DialFailure('ADDRESS_BLOCKED')
  return resolved.addresses
}

type Line = DialOptions & { hangUp: AbortSignal }
type Connected = (...result: [Error, null] | [null, tls.TLSSocket]) => void

/**
 * Destroys the socket at the deadline, also while connecting or during the TLS handshake. Its `lookup` returns only the vetted addresses,
 * so that DNS rebinding has no effect.
 */
function connect(url: URL, addresses: readonly string[], { authorities, allowed, hangUp }: Line, connected: Connected) {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  const options: tls.ConnectionOptions & TcpNetConnectOpts = {
    host,
    port: Number(url.port || 443),
    lookup: (_name, { all }, callback) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }))
      if (all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    },
    servername: isIP(host) ? '' : host,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    noDelay: true,
    ...(authorities === undefined ? {} : { ca: authorities }),
  }
  const socket = tls.connect(options)
  hangUp.addEventListener('abort', () => socket.destroy(hangUp.reason as Error))
  let isTold = false
  const tell = (...result: Parameters<Connected>) => {
    if (!isTold) connected(...result)
    isTold = true
  }
  socket.once('secureConnect', () => {
    const peer = socket.remoteAddress
    if (peer !== undefined && isDialable(peer, allowed)) return tell(null, socket)
    socket.destroy()
    tell(new DialFailure('ADDRESS_BLOCKED'), null)
  })
  socket.on('error', (error) => tell(error, null))
  socket.once('close', () => tell(new DialFailure('CONNECTION_CLOSED'), null))
}

type BodyLimits = Pick<Call, 'bodyTimeoutMs' | 'bodyMaxBytes'>

/** Resolves with what has arrived at the time or size limit, so an endless body is not a failure. */
function readStart(
  body: Readable,
  { bodyTimeoutMs = BODY_TIMEOUT_MS, bodyMaxBytes = BODY_MAX_BYTES }: BodyLimits,
): Promise<{ body: string; isWhole: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (isWhole: boolean) => {
      clearTimeout(timer)
      resolve({ body: asText(Buffer.concat(chunks).subarray(0, bodyMaxBytes)), isWhole })
    }
    const timer = setTimeout(() => end(false), bodyTimeoutMs)
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= bodyMaxBytes) end(false)
    })
    body
      .on('end', () => end(true))
      .on('close', () => end(false))
      .on('error', () => end(false))
  })
}

/** PostgreSQL cannot store U+0000. */
function asText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\u0000', '\ufffd')
}

function statusFailure(status: number): FailureCode {
  if (status === 410) return 'GONE'
  return status >= 300 && status < 400 ? 'REDIRECT' : 'HTTP_STATUS'
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

function elapsed(since: number): number {
  return Math.round(performance.now() - since)
}
