import * as fc from 'fast-check'
import { handleRest } from '../../api/rest/rest'
import { arbitraryValue } from './arbitrary-values'
import { BAD_BODIES, RAW_URL_PARTS, stringifyWithVerbatimJson } from './hostile-inputs'
import type { OpenApiOperation, OpenApiParameter } from './openapi-operations'
import type { ApiKeyKind, RowPool } from './row-pool'

/** Part of a URL: `text` is encoded, `raw` is sent verbatim. */
type Part = { text: string } | { raw: string }

export type RequestDraft = {
  operation: OpenApiOperation
  key: ApiKeyKind
  path: Record<string, Part>
  query: [name: string, value: Part][]
  idempotencyKey: string | null
  body: { text: string; contentType: string | null; blanks: number } | null
}

export type BuiltRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | null
  keyKind: ApiKeyKind
}

export type FuzzResponse = { status: number; headers: Headers; text: string }

export function arbitraryDraft(operation: OpenApiOperation): fc.Arbitrary<RequestDraft> {
  return fc.oneof(
    { weight: 5, arbitrary: drafts(operation, 0) },
    { weight: 4, arbitrary: drafts(operation, 8) },
    { weight: 1, arbitrary: drafts(operation, 40) },
  )
}

function drafts(operation: OpenApiOperation, hostility: number): fc.Arbitrary<RequestDraft> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  return fc.record({
    operation: fc.constant(operation),
    key: keyKinds,
    path: fc.record(
      Object.fromEntries(inPath.map((parameter) => [parameter.name, pathPart(parameter, operation, hostility)])),
    ),
    query: arbitraryQuery(operation, hostility),
    idempotencyKey: operation.method === 'POST' ? idempotencyKeys : fc.constant(null),
    body: arbitraryBody(operation, hostility),
  })
}

const keyKinds: fc.Arbitrary<ApiKeyKind> = fc.oneof(
  { weight: 93, arbitrary: fc.constant<ApiKeyKind>('admin') },
  { weight: 4, arbitrary: fc.constantFrom<ApiKeyKind>('none', 'malformed', 'unknown', 'inactive', 'expired') },
  { weight: 3, arbitrary: fc.constant<ApiKeyKind>('powerless') },
)

const idempotencyKeys = fc.oneof(
  { weight: 17, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom('again', 'x'.repeat(255)) },
  { weight: 1, arbitrary: fc.constantFrom('', 'x'.repeat(256), '__proto__') },
)

function pathPart(parameter: OpenApiParameter, operation: OpenApiOperation, hostility: number): fc.Arbitrary<Part> {
  const good = arbitraryValue(parameter.schema, { name: parameter.name, operation }, 0).map((value) => ({
    text: String(value),
  }))
  if (hostility === 0) return good
  const raw = fc.constantFrom(...RAW_URL_PARTS).map((part) => ({ raw: part }))
  return fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: raw })
}

function arbitraryQuery(operation: OpenApiOperation, hostility: number): fc.Arbitrary<[string, Part][]> {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query')
  const single = known.map((parameter) => {
    const pair = arbitraryValue(parameter.schema, { name: parameter.name, operation }, hostility).map(
      (value): [string, Part] => [parameter.name, { text: asText(value) }],
    )
    return parameter.required
      ? pair
      : fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: pair })
  })
  const pairs = fc.tuple(...single).map((drawn) => drawn.filter((pair) => pair !== null))
  if (hostility === 0) return pairs
  const names = [...known.map(({ name }) => name), 'unknown', '__proto__', 'constructor', 'id', 'a[b]', 'page[]']
  const value = fc.constantFrom(...RAW_URL_PARTS, '').map((part): Part => ({ raw: part }))
  const stray = fc.tuple(fc.constantFrom(...names), value)
  return fc
    .tuple(
      pairs,
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(stray, { maxLength: 3 }) }),
    )
    .map((lists) => lists.flat())
}

function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? stringifyWithVerbatimJson(value) : String(value)
}

function arbitraryBody(operation: OpenApiOperation, hostility: number): fc.Arbitrary<RequestDraft['body']> {
  const { body } = operation
  if (!body) return fc.constant(null)
  const good = fc.record({
    text: arbitraryValue(body, { name: 'body', operation }, hostility).map(stringifyWithVerbatimJson),
    contentType: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'application/merge-patch+json'),
    blanks: fc.oneof({ weight: 39, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1_100_000) }),
  })
  if (hostility === 0) return good
  const bad = fc.constantFrom(...BAD_BODIES).map((one) => ({ ...one, blanks: 0 }))
  return fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: bad })
}

export async function buildRequest(draft: RequestDraft, pool: RowPool): Promise<BuiltRequest> {
  const { operation, key, body, idempotencyKey } = draft
  let path = operation.template
  for (const [name, part] of Object.entries(draft.path)) {
    const encoded = await encodedPart(part, pool)
    path = path.replace(`{${name}}`, () => encoded)
  }
  const pairs: string[] = []
  for (const [name, part] of draft.query) pairs.push(`${encodeURIComponent(name)}=${await encodedPart(part, pool)}`)
  const apiKey = pool.keys[key]
  const contentType = body?.contentType ?? null
  return {
    method: operation.method,
    url: new URL(`http://localhost:3000/api/v1${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`),
    headers: {
      ...(apiKey === null ? {} : { 'X-API-Key': apiKey }),
      ...(contentType === null ? {} : { 'Content-Type': contentType }),
      ...(idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    body: body === null ? null : (await pool.resolve(body.text)) + ' '.repeat(body.blanks),
    keyKind: key,
  }
}

async function encodedPart(part: Part, pool: RowPool): Promise<string> {
  return 'raw' in part ? part.raw : encodeURIComponent((await pool.resolve(part.text)).toWellFormed())
}

/** Sends through the real request handler. Raw characters above U+007F in a body are sent as Latin-1, which is invalid UTF-8. */
export async function sendFuzzRequest({ method, url, headers, body }: BuiltRequest): Promise<FuzzResponse> {
  const response = await handleRest(
    new Request(url, { method, headers, ...(body === null ? {} : { body: bodyBytes(body) }) }),
  )
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Invalid UTF-8 for the marker, else UTF-8. */
export function bodyBytes(body: string): Buffer<ArrayBuffer> {
  return body === '\u00FF\u00FE' ? Buffer.from([0xff, 0xfe]) : Buffer.from(body, 'utf8')
}

export function formatCurlRequest({ method, url, headers, body }: BuiltRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const headerFlags = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${name === 'X-API-Key' ? '<key>' : value}`)}`,
  )
  const data = body === null ? [] : [`--data-binary ${quoted(shortened(body.trimEnd()))}`]
  return ['curl', '-X', method, quoted(url.href), ...headerFlags, ...data].join(' ')
}

function shortened(text: string): string {
  return text.length <= 4000 ? text : `${text.slice(0, 2000)} … ${text.length - 4000} characters … ${text.slice(-2000)}`
}
