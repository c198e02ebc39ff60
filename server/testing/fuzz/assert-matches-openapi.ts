import type { ValidateFunction } from 'ajv'
import { DeletedRecord } from '../../change-feed/schema'
import { REST_API_OPERATIONS } from '../tenancy/public-api-operations'
import { type BuiltRequest, bodyBytes, type FuzzResponse, formatCurlRequest } from './fuzz-request'
import {
  isErrorBody,
  OPENAPI_OPERATIONS,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiSchema,
} from './openapi-operations'
import { CANARY } from './row-pool'

/** @throws {Error} with the request as a curl command and the response, if the response violates the document */
export function assertMatchesOpenApi(request: BuiltRequest, reply: FuzzResponse): void {
  const fault = findFault(request, reply)
  if (fault !== undefined)
    throw new Error(`${fault}\n\n${formatCurlRequest(request)}\n\n${reply.status} ${reply.text.slice(0, 2000)}`)
}

type ErrorBody = { code: string; message: string; details?: Record<string, unknown> }

/** The operation that the parsed URL reaches, and the methods of its path. */
export function findOperation(request: BuiltRequest): { operation: OpenApiOperation | undefined; methods: string[] } {
  const path = request.url.pathname.slice('/api/v1'.length)
  const patternMatches = OPENAPI_OPERATIONS.filter(({ pattern }) => pattern.test(path))
  const literal = patternMatches.filter(({ template }) => template === path)
  const matching = literal.length > 0 ? literal : patternMatches
  return {
    operation: matching.find(({ method }) => method === (request.method === 'HEAD' ? 'GET' : request.method)),
    methods: matching.map(({ method }) => method),
  }
}

function findFault(request: BuiltRequest, reply: FuzzResponse): string | undefined {
  const body = parseJson(reply.text)
  if (body === NOT_JSON && request.method !== 'HEAD') return 'The answer is no JSON.'
  return findHeaderFault(request, reply) ?? findBodyFault(request, reply, body) ?? findStatusFault(request, reply, body)
}

function findHeaderFault(request: BuiltRequest, { status, headers }: FuzzResponse): string | undefined {
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return 'The Content-Type is not JSON.'
  if (!/^[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? '')) return 'X-Request-Id is missing.'
  const limited = /^"minute";r=\d+;t=\d+, "hour";r=\d+;t=\d+$/.test(headers.get('ratelimit') ?? '')
  const policy = /^"minute";q=\d+;w=60, "hour";q=\d+;w=3600$/.test(headers.get('ratelimit-policy') ?? '')
  if (status !== 401 && !(limited && policy)) return 'The RateLimit headers are missing.'
  const { operation, methods } = findOperation(request)
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  if (status === 405 && !operation && headers.get('allow') !== allowed.join(', '))
    return 'Allow does not name the methods.'
  return undefined
}

function findBodyFault(request: BuiltRequest, { status, text }: FuzzResponse, body: unknown): string | undefined {
  if (status >= 500) return 'The service failed.'
  if (text.includes(CANARY)) return 'The answer shows a row of another organization.'
  const { operation } = findOperation(request)
  if (operation && !operation.responses.has(status)) return `The document does not know ${status} for ${operation.id}.`
  const check: ValidateFunction | undefined = operation ? operation.responses.get(status) : isErrorBody
  if (request.method === 'HEAD' && text === '') return undefined
  if (check && !check(withoutDeletedRecords(body))) return `The body breaks its schema: ${JSON.stringify(check.errors)}`
  return status >= 400 ? findErrorFault((body as { error: ErrorBody }).error) : undefined
}

/** Lists of changes also have deleted records, which the document describes at the parameter `deleted`. */
function withoutDeletedRecords(body: unknown): unknown {
  const data = (body as { data?: unknown } | null)?.data
  if (!Array.isArray(data)) return body
  return { ...(body as object), data: data.filter((item) => !DeletedRecord.strict().safeParse(item).success) }
}

/** Internal terms that must not appear in responses. */
const INTERNAL_TERMS =
  /prisma|zod|trpc|invalid input|node_modules|\bat (?:async )?[\w./<]+[(:]|postgres|\b(?:select|insert|update) .* (?:from|into|set)\b|violates|constraint|undefined|\[object|\bNaN\b|unexpected token|expected (?:string|object|array|number)|ECONN|TypeError|RangeError|SyntaxError|must (?:be|match|have)/i

function findErrorFault({ code, message, details }: ErrorBody): string | undefined {
  if (INTERNAL_TERMS.test(message)) return 'The message speaks of our insides.'
  if (code !== 'VALIDATION_ERROR') return undefined
  const entries = Object.entries(details ?? {})
  if (entries.length === 0) return 'VALIDATION_ERROR names no field.'
  for (const [field, sentences] of entries) {
    if (!Array.isArray(sentences) || sentences.length === 0) return `details.${field} is no list of sentences.`
    for (const sentence of sentences) {
      if (typeof sentence !== 'string' || !/^[A-Z].{3,300}\.$/s.test(sentence))
        return `details.${field} is no sentence.`
      if (INTERNAL_TERMS.test(sentence)) return `details.${field} speaks of our insides.`
    }
  }
  return undefined
}

const CODE_OF_REFUSED_KEY = {
  none: 'MISSING_API_KEY',
  malformed: 'INVALID_API_KEY_FORMAT',
  unknown: 'INVALID_API_KEY',
  inactive: 'INVALID_API_KEY',
  expired: 'EXPIRED_API_KEY',
} as const

function findStatusFault(request: BuiltRequest, { status }: FuzzResponse, body: unknown): string | undefined {
  const error = status >= 400 && body !== NOT_JSON ? (body as { error: ErrorBody }).error : undefined
  const { keyKind } = request
  if (keyKind !== 'admin' && keyKind !== 'powerless')
    return error === undefined || error.code === CODE_OF_REFUSED_KEY[keyKind]
      ? expectStatus(status, 401)
      : `Expected ${CODE_OF_REFUSED_KEY[keyKind]}.`
  const { operation, methods } = findOperation(request)
  if (!operation) return expectStatus(status, methods.length === 0 ? 404 : 405)
  if (keyKind === 'powerless') return expectStatus(status, 403)
  const { maxBodyBytes = 1_048_576 } = REST_API_OPERATIONS[`${operation.method} ${operation.template}`] ?? {}
  if (bodyBytes(request.body ?? '').length > maxBodyBytes && operation.body)
    // An invalid query may be rejected before the body is read.
    return status === 400 && findParameterBreach(operation, request) !== undefined
      ? undefined
      : expectStatus(status, 413)
  const breach = findBreach(operation, request)
  if (breach === undefined) return status === 400 && error ? findUnexplainedRefusal(error, request) : undefined
  if (error?.code.startsWith('IDEMPOTENCY')) return undefined
  return status === 400
    ? undefined
    : `The document forbids this request (${breach}), and it is answered with ${status}.`
}

function expectStatus(status: number, expected: number): string | undefined {
  return status === expected ? undefined : `Expected ${expected}.`
}

function findBreach(operation: OpenApiOperation, request: BuiltRequest): string | undefined {
  const parameter = findParameterBreach(operation, request)
  if (parameter !== undefined || !operation.body) return parameter
  const sentBody = withoutRowsThatFailAlone(operation, parseSentBody(request))
  // Empty strings are equivalent to null where null is allowed.
  const isAccepted = operation.accepts('body', sentBody) || operation.accepts('body', emptyAsNull(sentBody))
  return sentBody === NOT_JSON || !isAccepted ? 'body' : undefined
}

function withoutRowsThatFailAlone({ method, template }: OpenApiOperation, body: unknown): unknown {
  const { rowsFailAlone } = REST_API_OPERATIONS[`${method} ${template}`] ?? {}
  const rows = rowsFailAlone && typeof body === 'object' && body !== null && 'contacts' in body ? body.contacts : null
  if (!Array.isArray(rows)) return body
  return { ...(body as object), contacts: rows.map(() => ({ email: 'ada@example.com' })) }
}

/** Fields are at most three levels deep; hostile bodies may be too deep to traverse. */
function emptyAsNull(value: unknown, depth = 0): unknown {
  if (value === '') return null
  if (typeof value !== 'object' || value === null || depth > 3) return value
  if (Array.isArray(value)) return value.map((part) => emptyAsNull(part, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, emptyAsNull(part, depth + 1)]))
}

function findParameterBreach(operation: OpenApiOperation, request: BuiltRequest): string | undefined {
  for (const parameter of operation.parameters)
    if (
      !parameterValues(parameter, operation, request).every((value) => operation.accepts(parameter, value)) ||
      isMissing(parameter, request)
    )
      return parameter.name
  for (const { name, in: where } of operation.parameters)
    if (where === 'query' && request.url.searchParams.getAll(name).length > 1) return name
  const known = new Set(operation.parameters.flatMap(({ name, in: where }) => (where === 'query' ? [name] : [])))
  for (const [name, value] of request.url.searchParams)
    if (!known.has(name) && (name !== '' || value !== '')) return name
  return undefined
}

function isMissing({ in: where, name, required }: OpenApiParameter, { url }: BuiltRequest): boolean {
  return required && where === 'query' && !url.searchParams.has(name)
}

function parameterValues(
  { in: where, name, schema }: OpenApiParameter,
  { template }: OpenApiOperation,
  { url, headers }: BuiltRequest,
): unknown[] {
  if (where === 'query')
    return url.searchParams
      .getAll(name)
      .filter(isPresent)
      .map((text) => parseParameter(text, schema))
  if (where === 'header') {
    const value = Object.entries(headers).find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1]
    return value === undefined ? [] : [value]
  }
  const index = template.split('/').indexOf(`{${name}}`)
  const part = url.pathname.slice('/api/v1'.length).split('/')[index] ?? ''
  return [decodePathSegment(part)]
}

/** A parameter without a value counts as absent. */
const isPresent = (text: string) => text !== ''

function parseParameter(text: string, schema: OpenApiSchema): unknown {
  const isType = (...types: string[]) => types.some((type) => schema.type === type || schema.type?.includes(type))
  if (isType('integer', 'number') && /^-?[0-9]+$/.test(text)) return Number(text)
  if (isType('boolean')) return text === 'true' ? true : text === 'false' ? false : text
  return text
}

function decodePathSegment(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

function parseSentBody({ headers, body }: BuiltRequest): unknown {
  if (body === null || !/^application\/([\w.+-]+\+)?json(;|$)/.test(headers['Content-Type'] ?? '')) return NOT_JSON
  const bytes = bodyBytes(body)
  if (!bytes.equals(Buffer.from(bytes.toString('utf8'), 'utf8'))) return NOT_JSON
  return parseJson(new TextDecoder().decode(bytes))
}

const NOT_JSON = Symbol('no JSON')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return NOT_JSON
    throw error
  }
}

/** Rules that JSON Schema cannot express: a request that follows the document may still be rejected. */
const RULES_BEYOND_SCHEMA: readonly { operation: RegExp; field: RegExp; why: string }[] = [
  {
    operation: /^(POST|PATCH) \/sequences/,
    field: /^(steps|rules)(\..+)?$/,
    why: 'steps need what their type names, branches a fork before them, texts known placeholders, references a record',
  },
  { operation: / \/(contacts|employees)/, field: /^(email|address)$/, why: 'an address is more than text' },
  { operation: / \/locations/, field: /^timeZone$/, why: 'a time zone is more than text' },
  {
    operation: / \/contacts|(execute|send)$/,
    field: /^(contacts\.\d+\.)?customFields$/,
    why: 'size, depth, reserved names',
  },
  { operation: /^PUT \/contacts/, field: /^firstName$/, why: 'a new contact has one' },
  { operation: /^PATCH \/contacts/, field: /^unsubscribed$/, why: 'an opt-out belongs to the person' },
  {
    operation: /./,
    field: /^(contacts\.\d+\.)?(locationId|contactOrganizationId|employeeId)$/,
    why: 'the row must exist',
  },
  {
    operation: / \/surveys/,
    field: /^questions\.\d+\.(id|options(\.\d+\.id)?)$/,
    why: 'ids are unique, a choice has options',
  },
  {
    operation: / \/surveys/,
    field: /^questions\.\d+(\.showIf[\w.]*)?$/,
    why: 'conditions look back, and some answers lead there',
  },
  {
    operation: / \/surveys/,
    field: /^questions\.\d+\.next[\w.]*$/,
    why: 'jumps lead forward, to endings of the survey',
  },
  {
    operation: / \/surveys/,
    field: /^questions\.\d+\.(min|max|options\.\d+\.other)$/,
    why: 'limits depend on the type',
  },
  { operation: / \/surveys/, field: /^endings\.\d+\.id$/, why: 'ids are unique' },
  {
    operation: / \/surveys/,
    field: /^(thanks\.\w+|endings\.\d+)\.(button\.url|redirectUrl)$/,
    why: 'https, and links to reviews for everyone',
  },
  { operation: / \/surveys/, field: /^fields\.\d+\.id$/, why: 'ids are unique, and not parameters of survey pages' },
  {
    operation: / \/surveys/,
    field: /^(questions\.\d+\.(text|description)|(endings\.\d+|thanks\.\w+)\.(title|text))(\.\w+)?$/,
    why: 'placeholders name what is known there',
  },
  { operation: / \/surveys\/\S+\/widgets/, field: /^origins(\.\d+)?$/, why: 'https, a host, and no path' },
  { operation: /^GET \/surveys\/\S+\/results/, field: /^(from|to)$/, why: 'both, in order, or neither' },
  { operation: /^PATCH \/surveys/, field: /^type$/, why: 'the type never changes' },
  { operation: /(execute|send)$/, field: /^contacts\.\d+\.(phone|email)$/, why: 'SMS needs a number' },
  { operation: /send$/, field: /^id$/, why: 'archived, or without a question' },
  { operation: /reply$/, field: /^text$/, why: 'Google counts bytes' },
  { operation: / \/webhooks/, field: /^(hookUrl|id)$/, why: 'https, public, and one subscription' },
  { operation: /^GET/, field: /^(cursor|page|deleted)$/, why: 'a cursor is opaque, and changes have no pages' },
  { operation: /^POST/, field: /^Idempotency-Key$/, why: '1 to 255 characters' },
]

function findUnexplainedRefusal({ code, details = {} }: ErrorBody, request: BuiltRequest): string | undefined {
  if (code !== 'VALIDATION_ERROR') return undefined
  const { operation } = findOperation(request)
  for (const [field, sentences] of Object.entries(details)) {
    const isKnown = RULES_BEYOND_SCHEMA.some(
      (rule) => rule.operation.test(`${operation?.method} ${operation?.template}`) && rule.field.test(field),
    )
    if (!isKnown && !(sentences as string[]).every((sentence) => isAboutText(sentence, request)))
      return `A request that keeps to the document is refused for ${field}.`
  }
  return undefined
}

/** Unsupported characters, blank texts, nesting depth, and lengths in UTF-16 units where a schema counts code points. */
function isAboutText(sentence: string, { url, body }: BuiltRequest): boolean {
  const sent = [...url.searchParams.values(), body ?? ''].join(' ')
  if (sentence.startsWith('Remove the invalid characters'))
    return sent.includes('\u0000') || /\\u0000|\\ud[89a-f]|\uFFFD/i.test(sent)
  if (sentence.startsWith('The body is nested too deeply')) return sent.includes('['.repeat(200))
  if (sentence.startsWith('Use at most')) return /[\u{10000}-\u{10FFFF}]/u.test(sent)
  if (sentence.startsWith('This field is required')) return /"[\s\uFEFF]+"/.test(sent)
  // Numbers beyond double precision.
  return /^(Use a whole number|The number )/.test(sentence) && /\d{16}|\de\+?\d\d/i.test(sent)
}
