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

/** From the start (DNS, connect, TLS and headers included) to the end of the answer's headers. */
export const DIAL_TIMEOUT_MS = 10_000
/** What more is waited for, and read, of an answer whose status is known. */
export const BODY_TIMEOUT_MS = 2000
export const BODY_MAX_BYTES = 16 * 1024
const HEADERS_MAX_BYTES = 16 * 1024
/** How long one address may take before the next one is tried beside it. */
const NEXT_ADDRESS_MS = 2000

export type DialRequest = { url: string; headers: Record<string, string>; body: string }

/** @property authorities certificates (PEM) that are trusted in place of the system's. */
export type DialOptions = TargetOptions & { authorities?: string }

export type DialResult = {
  /** The answer's status is 2xx. */
  ok: boolean
  status?: number
  /** What went wrong. */
  error?: FailureCode
  /** Until the verdict. */
  durationMs: number
  /** The start of the answer as text, NULs replaced. */
  body?: string
  retryAfter?: string
}

/** @property timeoutMs from the start to the end of the answer's headers. @property bodyMaxBytes of an answer, beyond which it is cut. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  timeoutMs?: number
  bodyTimeoutMs?: number
  bodyMaxBytes?: number
}

/** @property isWhole whether all of the body arrived; otherwise it is the start of it. */
export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  isWhole: boolean
}

/**
 * POSTs to a URL that a stranger chose. Resolves the name once, refuses unless every address is public, and connects to
 * nothing but those addresses. Never follows a redirect, never reuses a connection, never throws.
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
 * Calls a URL that a stranger chose, under the rules of {@link dial}.
 * @param onHeaders when the status is known.
 * @throws whatever kept the answer's headers from arriving in time; `dialFailureCode` says what it was.
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

/** Node's own client: it reads interim answers, expected or not (RFC 9110, 15.2), where undici's Client ends the call. */
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
    // A switch of protocols is no answer to a request that asked for none.
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new DialFailure('NOT_HTTP'))
    })
    request.end(body)
  })
}

/** The rules of subscription time, once more: what is dialled may have been stored before they were. */
function checkedUrl(text: string): URL {
  try {
    return new URL(normalizeTargetUrl(text, 'url'))
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new DialFailure('URL_REFUSED')
  }
}

/** @throws {DialFailure} when the name has no address, or any that is not public. */
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
 * The socket ends with the deadline, also while it connects or shakes hands. Its look-up knows nothing but the addresses that were
 * vetted.
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

/** What has arrived counts: an answer that never ends is as good as its start. */
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
