import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { NextRequest } from 'next/server'
import { PayloadTooLarge, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'

/* All request bodies are read here: never beyond the route's limit, and the nesting depth is checked before parsing. */

export const MAX_BODY_BYTES = 1_048_576

/** A thousand contacts with custom fields exceed the size of other bodies. */
export const MAX_BATCH_BODY_BYTES = 4 * MAX_BODY_BYTES

const MAX_DEPTH = 500

/**
 * Reads the whole body; empty if there is none.
 * @throws {PayloadTooLarge} as soon as `Content-Length` or the bytes read exceed `maxBytes`; the rest is not read.
 */
export async function readBodyBytes(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new PayloadTooLarge(maxBytes)
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new PayloadTooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads a JSON object.
 * @throws {PayloadTooLarge} over `maxBytes`, decoded.
 * @throws {ValidationError} under `body` if it is not a JSON object, or has a number that a double cannot represent.
 */
export async function readJsonObject(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Record<string, unknown>> {
  const encoded = await readBodyBytes(request, maxBytes)
  const bytes = await decodeContent(encoded, request.headers.get('content-encoding'), maxBytes)
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new ValidationError({ body: [localizableMessage('request.contentType')] })
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ValidationError({ body: [localizableMessage('request.notAnObject')] })
  return value as Record<string, unknown>
}

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

export async function decodeContent(bytes: Buffer, encoding: string | null, maxBytes: number): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === '' || name === 'identity') return bytes
  const decode = DECODERS[name as keyof typeof DECODERS]
  const unreadable = () =>
    new ValidationError({ body: [localizableMessage('request.encoding', { encoding: name.slice(0, 50) })] })
  if (decode === undefined) throw unreadable()
  try {
    return await decode(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new PayloadTooLarge(maxBytes)
    throw unreadable()
  }
}

/** Reads a URL-encoded form; a body of another type is an empty form. @throws {PayloadTooLarge} over `maxBytes`. */
export async function readUrlEncodedForm(request: Request, maxBytes: number): Promise<URLSearchParams> {
  const bytes = await readBodyBytes(request, maxBytes)
  return new URLSearchParams(isForm(request) ? bytes.toString('utf8') : '')
}

/**
 * Returns the same request with its body buffered, for third-party handlers.
 * @throws {PayloadTooLarge} over `maxBytes`. @throws {ValidationError} for JSON that is nested too deeply.
 */
export async function bufferRequestBody(request: Request, maxBytes: number): Promise<Request> {
  const bytes = await readBodyBytes(request, maxBytes)
  if (bytes.length === 0) return request
  if (!isForm(request)) rejectDeepNesting(bytes)
  return new NextRequest(request.url, { method: request.method, headers: request.headers, body: bytes })
}

export function rejectDeepNesting(bytes: Uint8Array): void {
  if (exceedsDepth(bytes, MAX_DEPTH)) throw new ValidationError({ body: [localizableMessage('request.tooDeep')] })
}

export function isForm({ headers }: Pick<Request, 'headers'>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')
}

function parseJson(bytes: Buffer): unknown {
  rejectDeepNesting(bytes)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ValidationError({ body: [localizableMessage('request.notUtf8')] })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ValidationError({ body: [localizableMessage('request.notJson')] })
  }
  const number = findInexactNumber(text)
  if (number !== undefined) {
    const read = String(Number(number))
    throw new ValidationError({ body: [localizableMessage('request.number', { number: number.slice(0, 50), read })] })
  }
  return value
}

/**
 * Finds the first number that JSON.parse would change because a double cannot represent it (RFC 8259, 6). Infinite ones
 * are left to the schemas.
 *
 * @param text valid JSON
 */
function findInexactNumber(text: string): string | undefined {
  const outside = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '""')
  for (const [number] of outside.matchAll(/(?<![\d.eE+-])-?\d[\d.eE+-]*/g)) if (isInexactNumber(number)) return number
  return undefined
}

/** Whether a double cannot represent a number of a JSON text. */
export function isInexactNumber(number: string): boolean {
  // Doubles preserve fifteen significant digits (IEEE 754).
  if (number.length <= 15) return false
  const read = Number(number)
  return Number.isFinite(read) && normalizeDecimal(number) !== normalizeDecimal(String(read))
}

function normalizeDecimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/(?<!0)0+$/, '')
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

function exceedsDepth(bytes: Uint8Array, levels: number): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > levels) return true
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
  }
  return false
}
