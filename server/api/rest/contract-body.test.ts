import { beforeAll, describe, expect, it } from 'vitest'
import { type RestResponse, sendRestRequest } from '../../testing/rest-client'
import {
  BODYLESS,
  buildValidCall,
  type PublicApiOperation,
  REST_API_OPERATIONS,
} from '../../testing/tenancy/public-api-operations'
import { listStableRows } from '../../testing/tenancy/row-snapshots'
import { aTenant, type TestTenant } from '../../testing/tenancy/tenant'
import { pickCases } from '../../testing/test-length'
import { handleRest } from './rest'

/*
 * Every operation answers an invalid body or invalid values with 400 or 413 and the field at fault, never 500, and writes nothing. All of
 * them share the code that reads a body or query: `npm test` sends each operation some of the faults of that code, others than the next.
 */

const WITH_BODY = Object.entries(REST_API_OPERATIONS).filter(
  ([line, { procedure }]) => /^(POST|PUT|PATCH) /.test(line) && !BODYLESS.has(procedure),
)
const WITH_QUERY = Object.entries(REST_API_OPERATIONS).filter(([line]) => /^GET \/\w+$/.test(line))
const JSON_TYPE = { 'Content-Type': 'application/json' }
const DEEP = 10_000

/** These succeed only once per body, so each call needs a tenant of its own. */
const ONLY_ONCE = new Set([
  'contacts.create',
  'contacts.upsertByEmail',
  'reviews.reply',
  'webhooks.subscribe',
  'webhooks.unsubscribe',
])

let own: TestTenant
let before: string[]
/** Tenant that successful calls modify. */
let changed: TestTenant

beforeAll(async () => {
  own = await aTenant()
  changed = await aTenant()
  before = await listStableRows(own.organizationId)
})

async function send(operation: PublicApiOperation, raw: BodyInit, headers: Record<string, string> = JSON_TYPE) {
  const [method = '', path = ''] = buildValidCall(operation, own).line.split(' ')
  const url = `http://localhost/api/v1${path}`
  const response = await handleRest(
    new Request(url, { method, body: raw, headers: { 'X-API-Key': own.key, ...headers } }),
  )
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** Status, code and names of the invalid fields; the full details if a message is not a sentence. */
function verdictOn({ status, body }: Pick<RestResponse, 'status' | 'body'>): unknown {
  const details: Record<string, unknown> = body.error?.details ?? {}
  const isClear = Object.values(details).every(
    (messages) =>
      Array.isArray(messages) && messages.length > 0 && messages.every((one) => /^[A-Z][^]*\.$/.test(String(one))),
  )
  return [status, body.error?.code, isClear ? Object.keys(details) : details]
}

const tenantFor = async ({ procedure }: PublicApiOperation) => (ONLY_ONCE.has(procedure) ? aTenant() : changed)

const refused = (field: string) => [400, 'VALIDATION_ERROR', [field]]

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))

describe.each(WITH_BODY.map((each, index) => [...each, index] as const))('%s', (_line, operation, index) => {
  it.each(
    pickCases(
      [
        ['nothing', ''],
        ['half an object', '{"a":'],
        ['two objects', '{}{}'],
        ['a trailing comma', '{"a":1,}'],
        ['single quotes', "{'a':1}"],
        ['an array', '[{}]'],
        ['null', 'null'],
        ['a string', '"{}"'],
        ['a number', '1e400'],
        ['NaN', '{"a":NaN}'],
        ['a raw NUL', '{"a":"\u0000"}'],
        ['a form', 'email=ada%40example.com'],
        ['10,000 arrays', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
        ['10,000 levels in an unknown field', `{"unknown":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
        ['bytes that are no UTF-8', bytes('{"a":"', [0xff, 0xfe], '"}')],
        ['half a surrogate pair in UTF-8', bytes('{"a":"', [0xed, 0xa0, 0x80], '"}')],
        ['UTF-16', bytes([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
      ],
      index,
      4,
    ),
  )('400: refuses a request body that is %s', async (_what, raw) => {
    expect(verdictOn(await send(operation, raw))).toEqual(refused('body'))
  })

  it.each(
    pickCases(
      [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'text/json',
        '',
      ],
      index,
      2,
    ),
  )('400: refuses a request body with the content type “%s”', async (type) => {
    const { body } = buildValidCall(operation, own)
    expect(verdictOn(await send(operation, JSON.stringify(body), { 'Content-Type': type }))).toEqual(refused('body'))
  })

  it('413: refuses a request body one byte over its limit; 400: a blank body of exactly that size', async () => {
    const { maxBodyBytes = 1_048_576 } = operation
    const { status, body } = await send(operation, ' '.repeat(maxBodyBytes + 1))
    expect([status, body]).toEqual([413, { error: { code: 'PAYLOAD_TOO_LARGE', message: expect.any(String) } }])
    expect(verdictOn(await send(operation, ' '.repeat(maxBodyBytes)))).toEqual(refused('body'))
  })

  it.skipIf(operation.rowsFailAlone).each([
    ['a NUL', '\u0000'],
    ['half a surrogate pair', '\ud800'],
    ['a number', 7],
    ['a number that JSON cannot hold', Number.POSITIVE_INFINITY],
    ['true', true],
    ['an array', [[]]],
    ['an object', { toString: 1 }],
    ['a mebibyte of text, nearly', 'x'.repeat(1_000_000)],
  ])('400: refuses %s in place of any value of a request body, and names the field', async (_what, value) => {
    const { body = {} } = buildValidCall(operation, own)
    for (const path of leavesOf(body)) {
      // JSON.stringify writes Infinity as null; clients may send 1e400.
      const raw = JSON.stringify(replaced(body, path, value)).replace(
        /:null/g,
        value === Number.POSITIVE_INFINITY ? ':1e400' : ':null',
      )
      const answer = await send(operation, raw)
      expect({ path, ...answer }).toMatchObject({ path, status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
      expect(
        Object.keys(answer.body.error.details).map((field) => path === field || path.startsWith(`${field}.`)),
      ).toEqual([true])
    }
  })

  it('400: refuses a request body in which a required field is missing or null, and names the field', async () => {
    const { body = {} } = buildValidCall(operation, own)
    for (const field of REQUIRED[operation.procedure] ?? [])
      for (const value of [undefined, null])
        expect(verdictOn(await send(operation, JSON.stringify({ ...body, [field]: value })))).toEqual(refused(field))
  })

  it.each(
    pickCases(
      [
        [
          'unknown fields',
          (text: string) => text.replace('{', '{"unknown":{"a":[1]},"organizationId":"x","constructor":1,'),
        ],
        [
          'a field named __proto__',
          (text: string) => text.replace('{', '{"__proto__":{"polluted":true,"isAdmin":true},'),
        ],
        [
          'a duplicate field, of which the last value counts',
          (text: string) => text.replace(/^\{("\w+"):/, '{$1:[],$1:'),
        ],
        [
          '400 levels in an unknown field',
          (text: string) => text.replace('{', `{"unknown":${'['.repeat(400)}${']'.repeat(400)},`),
        ],
        ['a byte order mark', (text: string) => `\ufeff${text}`],
        ['white space around it', (text: string) => ` \r\n\t${text}\n`],
      ],
      index,
      2,
    ),
  )('accepts a request body with %s', async (_what, change) => {
    const tenant = await tenantFor(operation)
    const { line, body } = buildValidCall(operation, tenant)
    const { status } = await sendRestRequest(tenant.key, line, undefined, {
      raw: change(JSON.stringify(body)),
      headers: JSON_TYPE,
    })
    expect(status).toBe(operation.successStatus)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it.each(pickCases(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'], index, 1))(
    'accepts a request body with the content type “%s”',
    async (type) => {
      const tenant = await tenantFor(operation)
      const { line, body } = buildValidCall(operation, tenant)
      const { status } = await sendRestRequest(tenant.key, line, body, { headers: { 'Content-Type': type } })
      expect(status).toBe(operation.successStatus)
    },
  )
})

describe.each(WITH_QUERY.map(([line], index) => [line, index] as const))('%s', (line, index) => {
  const ask = (query: string) => sendRestRequest(own.key, `${line}?${query}`)

  it.each(
    pickCases(
      ['0', '-1', '-0', '1.5', 'x', '%20', '1e1', '0x5', '+1', '%201', '1e400', 'NaN', '9007199254740993', '%00', '１'],
      index,
      4,
    ),
  )('400: refuses “%s” as page or limit of a list', async (value) => {
    for (const field of ['page', 'limit']) expect(verdictOn(await ask(`${field}=${value}`))).toEqual(refused(field))
  })

  it.each(pickCases(['page=1&page=1', 'limit=1&page=1&limit=1', 'page=1&page=', 'page=1&p%61ge=2'], index, 2))(
    '400: refuses a list query that repeats a parameter: %s',
    async (query) => {
      expect(verdictOn(await ask(query))).toEqual(refused(query.split('=')[0] ?? ''))
    },
  )

  it.each(
    pickCases(
      ['page[]=1', 'page.x=1', '__proto__=1', 'constructor=1&constructor=2', 'unknown=%00', '%ED%A0%80=1'],
      index,
      2,
    ),
  )('400: a list refuses the unknown query parameters %s, and names them', async (query) => {
    const [name = ''] = [...new URLSearchParams(query).keys()]
    expect(verdictOn(await ask(query))).toEqual(refused(name))
  })

  it.each(['&&&', '='])('200: a list ignores the empty query parameters %s', async (query) => {
    expect((await ask(query)).status).toBe(200)
  })

  it('200: a list treats page and limit without a value as absent', async () => {
    expect((await ask('page=&limit=')).body).toEqual((await ask('')).body)
  })

  it('200: a list caps limit at 100, and a page past the end is empty with correct meta', async () => {
    const { status, body } = await ask('limit=101&page=1000000')
    const { total } = (await ask('')).body.meta
    expect([status, body]).toEqual([200, { data: [], meta: { page: 1_000_000, perPage: 100, total, totalPages: 1 } }])
  })
})

it('refused request bodies and list queries change no row', async () => {
  expect(await listStableRows(own.organizationId)).toEqual(before)
})

const REQUIRED: Record<string, string[]> = {
  'locations.create': ['name'],
  'employees.create': ['name'],
  'contactOrganizations.create': ['name'],
  'contacts.create': ['email', 'firstName'],
  'contacts.upsertBatch': ['contacts'],
  'contacts.upsertByEmail': ['firstName'],
  'contacts.update': [],
  'surveys.create': ['name', 'type', 'questions'],
  'surveys.update': [],
  'surveyLinks.create': ['name'],
  'surveyLinks.update': [],
  'surveyWidgets.create': ['name', 'kind', 'origins'],
  'surveyWidgets.update': [],
  'sequences.execute': ['contacts'],
  'sequences.sendSurvey': ['contacts'],
  'reviews.reply': ['text'],
  'reviews.updateReply': ['text'],
  'webhooks.subscribe': ['hookUrl', 'triggerType'],
  'webhooks.unsubscribe': ['triggerType'],
}

function leavesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, path === '' ? key : `${path}.${key}`))
}

function replaced(value: unknown, path: string, by: unknown): unknown {
  const [head = '', ...rest] = path.split('.')
  if (path === '') return by
  const copy = structuredClone(value) as Record<string, unknown>
  copy[head] = replaced(copy[head], rest.join('.'), by)
  return copy
}
