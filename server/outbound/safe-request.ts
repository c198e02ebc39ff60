import http, { type IncomingMessage } from 'node:http'
import { isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import type { Readable } from 'node:stream'
import tls from 'node:tls'
import { ValidationError } from '../errors'
import type { FailureCode } from './failure-code'
import { resolveHost } from './resolve-host'
import { isSafeIpAddress } from './safe-ip-address'
import { SafeRequestError, toFailureCode } from './safe-request-error'
import { type TargetUrlOptions, validateAndNormalizeTargetUrl } from './target-url'

export const RESPONSE_HEADERS_TIMEOUT_MS = 10_000
export const RESPONSE_BODY_TIMEOUT_MS = 2000
export const RESPONSE_BODY_MAX_BYTES = 16 * 1024
const HEADERS_MAX_BYTES = 16 * 1024
const NEXT_ADDRESS_DELAY_MS = 2000

export type SafeRequestOptions = TargetUrlOptions & { authorities?: string }

export type SafePostResult = {
  ok: boolean
  status?: number
  error?: FailureCode
  durationMs: number
  body?: string
  retryAfter?: string
}

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  timeoutMs?: number
  bodyTimeoutMs?: number
  bodyMaxBytes?: number
}

export type OutboundResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  isComplete: boolean
}

/**
 * POSTs to an untrusted URL. Resolves the name once, refuses unless every address is public, and connects only to those addresses. Never
 * follows a redirect, never reuses a connection, never throws.
 */
export async function safePost(
  request: { url: string; headers: Record<string, string>; body: string },
  options: SafeRequestOptions = {},
): Promise<SafePostResult> {
  const startedAt = performance.now()
  let headersMs: number | undefined
  try {
    const { status, headers, body } = await safeRequest({ method: 'POST', ...request }, options, () => {
      headersMs = elapsedMs(startedAt)
    })
    const ok = status >= 200 && status < 300
    const retryAfter = headers['retry-after']
    return {
      ok,
      status,
      durationMs: headersMs ?? elapsedMs(startedAt),
      body,
      ...(ok ? {} : { error: statusFailure(status) }),
      ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    }
  } catch (error) {
    return { ok: false, error: toFailureCode(error), durationMs: elapsedMs(startedAt) }
  }
}

/**
 * Calls an untrusted URL under the rules of {@link safePost}.
 * @param onHeaders called when the status is known.
 * @throws any error before the end of the headers; map it with `toFailureCode`.
 */
export async function safeRequest(
  call: OutboundRequest,
  options: SafeRequestOptions = {},
  onHeaders?: () => void,
): Promise<OutboundResponse> {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new SafeRequestError('TIMEOUT')),
    call.timeoutMs ?? RESPONSE_HEADERS_TIMEOUT_MS,
  )
  try {
    const response = await Promise.race([
      sendRequest(call, options, controller.signal),
      rejectOnAbort(controller.signal),
    ])
    clearTimeout(timer)
    onHeaders?.()
    return { status: response.statusCode ?? 0, headers: response.headers, ...(await readBodyStart(response, call)) }
  } finally {
    clearTimeout(timer)
    controller.abort(new SafeRequestError('HUNG_UP'))
  }
}

/** Uses node:http because it skips interim responses (RFC 9110, 15.2); undici's Client aborts on unexpected ones. */
async function sendRequest(
  { method, url: text, headers, body }: OutboundRequest,
  options: SafeRequestOptions,
  signal: AbortSignal,
) {
  const url = validateUrl(text)
  const addresses = await resolvePublicAddresses(url.hostname, options)
  signal.throwIfAborted()
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = http.request({
      method,
      path: url.pathname + url.search,
      headers: { Host: url.host, ...headers },
      setHost: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      createConnection: (_options, onConnected) => {
        connect(url, addresses, { ...options, signal }, (error, socket) => onConnected(error, socket as Socket))
        return undefined
      },
    })
    signal.addEventListener('abort', () => void request.destroy(signal.reason as Error))
    request.on('error', reject).on('response', resolve)
    // An unrequested protocol upgrade is not a valid response.
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new SafeRequestError('NOT_HTTP'))
    })
    request.end(body)
  })
}

function validateUrl(text: string): URL {
  try {
    return new URL(validateAndNormalizeTargetUrl(text, 'url'))
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new SafeRequestError('URL_REFUSED')
  }
}

async function resolvePublicAddresses(host: string, options: SafeRequestOptions): Promise<string[]> {
  const resolved = await resolveHost(host, options)
  if (resolved.addresses === null)
    throw new SafeRequestError(resolved.reason === 'not found' ? 'DNS_NOT_FOUND' : 'DNS_NO_ANSWER')
  if (!resolved.addresses.every((address) => isSafeIpAddress(address, options.allowed)))
    throw new SafeRequestError('ADDRESS_BLOCKED')
  return resolved.addresses
}

type ConnectionOptions = SafeRequestOptions & { signal: AbortSignal }
type OnConnected = (...result: [Error, null] | [null, tls.TLSSocket]) => void

/**
 * Destroys the socket at the deadline, also while connecting or during the TLS handshake. Its `lookup` returns only the vetted addresses,
 * so that DNS rebinding has no effect.
 */
function connect(
  url: URL,
  addresses: readonly string[],
  { authorities, allowed, signal }: ConnectionOptions,
  onConnected: OnConnected,
) {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  const options: tls.ConnectionOptions & TcpNetConnectOpts = {
    host,
    port: Number(url.port || 443),
    lookup: (_name, { all }, callback) => {
      const records = addresses.map((address) => ({ address, family: isIP(address) }))
      if (all) callback(null, records)
      else callback(null, records[0]?.address ?? '', records[0]?.family)
    },
    servername: isIP(host) ? '' : host,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_DELAY_MS,
    noDelay: true,
    ...(authorities === undefined ? {} : { ca: authorities }),
  }
  const socket = tls.connect(options)
  signal.addEventListener('abort', () => socket.destroy(signal.reason as Error))
  let isReported = false
  const report = (...result: Parameters<OnConnected>) => {
    if (!isReported) onConnected(...result)
    isReported = true
  }
  socket.once('secureConnect', () => {
    const peer = socket.remoteAddress
    if (peer !== undefined && isSafeIpAddress(peer, allowed)) return report(null, socket)
    socket.destroy()
    report(new SafeRequestError('ADDRESS_BLOCKED'), null)
  })
  socket.on('error', (error) => report(error, null))
  socket.once('close', () => report(new SafeRequestError('CONNECTION_CLOSED'), null))
}

function readBodyStart(
  body: Readable,
  { bodyTimeoutMs = RESPONSE_BODY_TIMEOUT_MS, bodyMaxBytes = RESPONSE_BODY_MAX_BYTES }: OutboundRequest,
): Promise<Pick<OutboundResponse, 'body' | 'isComplete'>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (isComplete: boolean) => {
      clearTimeout(timer)
      resolve({ body: decodeText(Buffer.concat(chunks).subarray(0, bodyMaxBytes)), isComplete })
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

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\u0000', '\ufffd')
}

function statusFailure(status: number): FailureCode {
  if (status === 410) return 'GONE'
  return status >= 300 && status < 400 ? 'REDIRECT' : 'HTTP_STATUS'
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

function elapsedMs(since: number): number {
  return Math.round(performance.now() - since)
}
