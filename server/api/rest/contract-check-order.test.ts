import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY_SCOPES, coversScope } from '../../api-keys/constants'
import { generateApiKey } from '../../api-keys/key-secret'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { sendRestRequest } from '../../testing/rest-client'
import {
  BODYLESS,
  buildValidCall,
  REST_API_OPERATIONS,
  type ValidCall,
} from '../../testing/tenancy/public-api-operations'
import { listStableRows } from '../../testing/tenancy/row-snapshots'
import { aTenant, type TestTenant } from '../../testing/tenancy/tenant'
import { pickCases } from '../../testing/test-length'
import { getOpenApiDocument } from './openapi/openapi'

/*
 * Checks common to all operations, in the documented order: key (401), rate limit (429), path (404, 405), scope (403),
 * body (400, 413), id (400, 404). Each test also breaks every later check. Keys and ids are checked by code that all operations share:
 * `npm test` sends each operation some of the invalid ones, others than the next.
 */

const ALL_OPERATIONS = Object.entries(REST_API_OPERATIONS)
const WITH_ID = ALL_OPERATIONS.filter(([line]) => line.includes('{id}'))
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const

let own: TestTenant
let before: string[]
let reader: TestTenant
let keys: Record<'inactive' | 'expired' | 'expiredAndInactive', string>

beforeAll(async () => {
  own = await aTenant()
  reader = await aTenant()
  const { organizationId } = own
  const expiresAt = new Date(Date.now() - 1000)
  const [inactive, expired, both] = await Promise.all([
    anApiKey(organizationId, ['admin'], { isActive: false }),
    anApiKey(organizationId, ['admin'], { expiresAt }),
    anApiKey(organizationId, ['admin'], { expiresAt, isActive: false }),
  ])
  keys = { inactive: inactive.key, expired: expired.key, expiredAndInactive: both.key }
  before = await listStableRows(organizationId)
})

it('the contract tests cover exactly the operations of the OpenAPI document', () => {
  const documented = Object.entries(getOpenApiDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(Object.keys(REST_API_OPERATIONS).sort())
})

const INVALID_KEYS: [title: string, keyOf: () => string | null, headers: Record<string, string>][] = [
  ['MISSING_API_KEY: without a key', () => null, {}],
  ['MISSING_API_KEY: with an empty one', () => '', {}],
  ['MISSING_API_KEY: with Authorization: Basic', () => null, { Authorization: 'Basic Y2ZzOg==' }],
  ['INVALID_API_KEY_FORMAT: with something that is no key', () => 'sk_live_123', {}],
  ['INVALID_API_KEY_FORMAT: with a key of 48 characters', () => `${generateApiKey()}x`, {}],
  ['INVALID_API_KEY: with an unknown one', () => generateApiKey(), {}],
  ['INVALID_API_KEY: with a wrong checksum', () => `cfs_${'a'.repeat(43)}`, {}],
  ['INVALID_API_KEY: with one that was deactivated', () => keys.inactive, {}],
  ['INVALID_API_KEY: with one that was deactivated and has expired', () => keys.expiredAndInactive, {}],
  ['EXPIRED_API_KEY: with one that has expired', () => keys.expired, {}],
]

describe.each(ALL_OPERATIONS.map((each, index) => [...each, index] as const))('%s', (line, operation, index) => {
  const [method = ''] = line.split(' ')
  const call = () => buildValidCall(operation, own)

  it.each(pickCases(INVALID_KEYS, index, 2))(
    '401: refuses a missing or invalid API key with %s',
    async (title, keyOf, headers) => {
      const { status, body } = await sendRestRequest(keyOf(), call().line, undefined, {
        headers,
        ...withBody(method, '{'),
      })
      expect(status).toBe(401)
      expect(body).toEqual({ error: { code: title.split(':')[0], message: expect.any(String) } })
    },
  )

  it('403: refuses a key with every scope but the required one before validating body and id', async () => {
    const { scope } = operation
    const [resource] = scope.split(':')
    const scopes = API_KEY_SCOPES.filter((scopeOfKey) => ![scope, `${resource}:*`, 'admin'].includes(scopeOfKey))
    const { key } = await anApiKey(await anOrganization(), scopes)
    const { status, body } = await sendRestRequest(key, line.replace('{id}', '42'), undefined, withBody(method, '{'))
    expect(status).toBe(403)
    expect(body).toEqual({
      error: {
        code: 'INSUFFICIENT_PERMISSIONS',
        message: expect.any(String),
        requiredScope: scope,
        availableScopes: scopes,
      },
    })
  })

  it(`${operation.successStatus}: accepts a key with exactly the required scope, or with the resource’s wildcard`, async () => {
    const { scope, successStatus } = operation
    const wildcard = `${scope.split(':')[0]}:*`
    for (const scopeOfKey of [scope, coversScope(wildcard, scope) ? wildcard : 'admin']) {
      const fresh = method === 'GET' ? reader : await aTenant()
      const { key } = await anApiKey(fresh.organizationId, [scopeOfKey])
      const { line: exact, body: requestBody } = buildValidCall(operation, fresh)
      const { status, body, headers } = await sendRestRequest(key, exact, requestBody)
      expect({ status, body }).toMatchObject({ status: successStatus, body: { data: expect.anything() } })
      expect(headers.get('Content-Type')).toBe('application/json')
      expect(headers.get('Cache-Control')).toBe('no-store')
    }
  })

  it('404: refuses a path with an extra slash, extra segments or capitals before checking the scope', async () => {
    const { key } = await anApiKey(await anOrganization(), [])
    const path = call().line.split(' ')[1]?.split('?')[0] ?? ''
    for (const wrong of [
      `${path}/`,
      `${path}/more/than/that`,
      `/${path}`,
      path.replace(/^\/\w+/, (word) => word.toUpperCase()),
    ]) {
      const { status, body } = await sendRestRequest(key, `${method} ${wrong}`, undefined, withBody(method, '{'))
      expect([wrong, status, body]).toEqual([wrong, 404, { error: { code: 'NOT_FOUND', message: 'Path not found.' } }])
    }
  })

  it('405: refuses every other method with an Allow header before checking the scope', async () => {
    const { key } = await anApiKey(await anOrganization(), [])
    const [, pattern = ''] = line.split(' ')
    const allowed = METHODS.filter(
      (candidate) => `${candidate === 'HEAD' ? 'GET' : candidate} ${pattern}` in REST_API_OPERATIONS,
    )
    const path = pattern.replace('{id}', uuidv7())
    const others = METHODS.filter((other) => !allowed.includes(other))
    for (const other of others) {
      const { status, headers, body } = await sendRestRequest(key, `${other} ${path}`)
      expect([other, status, headers.get('Allow')?.split(', ').sort()]).toEqual([other, 405, [...allowed].sort()])
      expect(other === 'HEAD' || body.error.code).toBe(other === 'HEAD' || 'METHOD_NOT_ALLOWED')
    }
  })

  it('429: refuses a request over the rate limit before checking its scope', async () => {
    const organizationId = await anOrganization({ rateLimitPerMinute: 1, rateLimitPerHour: 50 })
    const { key } = await anApiKey(organizationId, [])
    expect((await sendRestRequest(key, line)).status).toBe(403)
    const { status, headers, body } = await sendRestRequest(key, line.replace('{id}', '42'))
    const { retryAfter } = body.error.details
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 61).toBe(true)
    expect(headers.get('Retry-After')).toBe(String(retryAfter))
  })
})

describe.each(WITH_ID.map((each, index) => [...each, index] as const))('%s', (line, operation, index) => {
  const [method = ''] = line.split(' ')
  const withId = (id: string): ValidCall => ({
    ...buildValidCall(operation, own),
    line: line
      .replace('{id}', id)
      .replace('{linkId}', own.surveyLink)
      .replace('{widgetId}', own.surveyWidget)
      .replace('{widgetId}', own.surveyWidget),
  })

  it.each(
    pickCases(
      [
        ['a number', '42'],
        ['a UUID with a character less', uuidv7().slice(1)],
        ['a UUID without hyphens', uuidv7().replaceAll('-', '')],
        ['a UUID in braces', `{${uuidv7()}}`],
        ['a UUID and a NUL', `${uuidv7()}%00`],
        ['a UUID and a newline', `${uuidv7()}%0A`],
        ['half a surrogate pair', '%ED%A0%80'],
        ['a percent sign that encodes nothing', '%E0%A4'],
        ['a quote', "'%20OR%20true--"],
        ['a parent folder', '..%2F..'],
        ['a name of every object', '__proto__'],
      ] as const,
      index,
      3,
    ),
  )('400: refuses a record id that is %s', async (_what, id) => {
    const { line: exact, body: requestBody } = withId(id)
    const { status, body } = await sendRestRequest(own.key, exact, requestBody)
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
    expect(Object.keys(body.error.details)).toEqual(['id'])
  })

  it('404: answers the same for unknown record ids of different UUID versions, in lower and upper case', async () => {
    const answers = []
    for (const id of [uuidv7(), uuidv7().toUpperCase(), '11111111-1111-1111-1111-111111111111', ZEROS]) {
      const { line: exact, body: requestBody } = withId(id)
      const { status, body } = await sendRestRequest(own.key, exact, requestBody)
      answers.push(JSON.stringify({ status, body }))
    }
    expect(JSON.parse(answers[0] ?? '')).toEqual({
      status: 404,
      body: { error: { code: 'NOT_FOUND', message: expect.stringMatching(/^[A-Z][a-z ]+ not found\.$/) } },
    })
    expect(new Set(answers).size).toBe(1)
  })

  it('400 precedes 404: an invalid body is reported before an unknown record id', async () => {
    const { status } = await sendRestRequest(own.key, withId(uuidv7()).line, undefined, withBody(method, '[]'))
    const readsBody = method !== 'GET' && method !== 'DELETE' && !BODYLESS.has(operation.procedure)
    expect(status).toBe(readsBody ? 400 : 404)
  })
})

it('refused API requests change no row', async () => {
  expect(await listStableRows(own.organizationId)).toEqual(before)
})

const ZEROS = '00000000-0000-0000-0000-000000000000'

function withBody(method: string, raw: string): { raw?: string } {
  return method === 'GET' || method === 'DELETE' ? {} : { raw }
}
