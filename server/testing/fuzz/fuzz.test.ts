import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { pickByTestLength } from '../test-length'
import { assertMatchesOpenApi, findOperation } from './assert-matches-openapi'
import { arbitraryDraft, type BuiltRequest, buildRequest, type FuzzResponse, sendFuzzRequest } from './fuzz-request'
import { RAW_URL_PARTS } from './hostile-inputs'
import { OPENAPI_OPERATIONS, type OpenApiOperation } from './openapi-operations'
import { digestRows } from './row-digest'
import { aRowPool, type RowPool, rowPlaceholder } from './row-pool'

/*
 * Property-based API test: generates requests from the OpenAPI document alone and checks that every response conforms to it. Reproducible:
 * FUZZ_SEED=<number> sets the seed, FUZZ_REQUESTS=<number> the minimum number of requests. `npm test` uses a fixed seed; `npm run
 * test:long` draws a new one.
 */
const SEED = Number(process.env.FUZZ_SEED ?? pickByTestLength(20_260_301, Math.floor(Math.random() * 2 ** 31)))
const AT_LEAST = Number(process.env.FUZZ_REQUESTS ?? pickByTestLength(300, 10_000))
const RUNS_PER_OPERATION = Math.ceil(AT_LEAST / OPENAPI_OPERATIONS.length)
/** Requests per operation that suffice to reach every documented status. */
const RUNS_FOR_EVERY_STATUS = 300
const ENOUGH_RESPONSES = 20
/** A long run requests every path with every method; a short one samples one in this many. */
const SAMPLE_ONE_IN = pickByTestLength(10, 1)
/** The rate limit is out of reach here, and no request may fail. */
const UNREACHABLE_STATUSES = new Set([429, 500])
const PHASE_MS = Math.max(600_000, AT_LEAST * 30)
/** Time limit per operation: shrinking stops there, with the smallest failing request so far. */
const OPERATION_MS = PHASE_MS - 100_000

const isRead = ({ method }: OpenApiOperation) => method === 'GET'

let pool: RowPool
let otherBefore: Record<string, string>
/** Operation → status → count, such as `contacts-create`. */
const seen = new Map<string, Map<number, number>>()
const refused: BuiltRequest[] = []

beforeAll(async () => {
  process.stdout.write(`fuzz: FUZZ_SEED=${SEED}, at least ${AT_LEAST} requests\n`)
  pool = await aRowPool()
  otherBefore = await digestRows(pool.otherOrganizationId)
})

it(
  'answers every write as the OpenAPI document promises',
  async () => {
    expect(await findFaults(OPENAPI_OPERATIONS.filter((operation) => !isRead(operation)))).toBe('')
  },
  PHASE_MS,
)

it(
  'answers every read as the OpenAPI document promises, and changes nothing',
  async () => {
    await pool.refill()
    const before = await digestRows(pool.organizationId)
    expect(await findFaults(OPENAPI_OPERATIONS.filter(isRead))).toBe('')
    expect(await digestRows(pool.organizationId)).toEqual(before)
  },
  PHASE_MS,
)

it(
  '400: a refused request changes nothing',
  async () => {
    expect(refused.length).toBeGreaterThan(AT_LEAST / 20)
    const before = await digestRows(pool.organizationId)
    await inParallel(refused, async (request) => {
      const { status } = await exchange(request)
      if (status < 400) throw new Error(`Refused once, and now it is answered with ${status}: ${request.url.href}`)
    })
    expect(await digestRows(pool.organizationId)).toEqual(before)
  },
  PHASE_MS,
)

it(
  '404 and 405: answers unknown paths and methods as the OpenAPI document promises',
  async () => {
    const known = [...new Set(OPENAPI_OPERATIONS.map(({ template }) => template))]
    const ids = await pool.resolve(rowPlaceholder('contact', 0))
    const paths = [
      ...known.map((template) => template.replace('{id}', ids)),
      ...known.map((template) => `${template.replace('{id}', ids)}/`),
      ...known.flatMap((template) => RAW_URL_PARTS.map((part) => `${template.replace('{id}', ids)}/${part}`)),
      ...RAW_URL_PARTS.map((part) => `/${part}`),
      '',
      '/',
      '//contacts',
      '/Contacts',
      '/contacts//',
    ]
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
    const probes = paths
      .flatMap((path) => methods.map((method) => buildProbe(method, path)))
      .filter((request) => findOperation(request).operation === undefined || request.method === 'HEAD')
      .filter((_, index) => index % SAMPLE_ONE_IN === 0)
    expect(probes.length).toBeGreaterThan(500 / SAMPLE_ONE_IN)
    await inParallel(probes, exchange)
  },
  PHASE_MS,
)

const statusCounts = (id: string) => seen.get(id) ?? new Map<number, number>()
const countResponses = (id: string, matches: (status: number) => boolean = () => true) =>
  [...statusCounts(id)].reduce((sum, [status, count]) => (matches(status) ? sum + count : sum), 0)
const ids = OPENAPI_OPERATIONS.map(({ id }) => id)

it(`the fuzzer reaches every operation of the OpenAPI document, in at least ${AT_LEAST} requests`, () => {
  expect([...seen.keys()].reduce((sum, id) => sum + countResponses(id), 0)).toBeGreaterThanOrEqual(AT_LEAST)
  expect(ids.filter((id) => countResponses(id) === 0)).toEqual([])
})

it.runIf(RUNS_PER_OPERATION >= RUNS_FOR_EVERY_STATUS)('the fuzzer reaches every status of the OpenAPI document', () => {
  expect(ids.filter((id) => countResponses(id, (status) => status < 300) < ENOUGH_RESPONSES)).toEqual([])
  expect(ids.filter((id) => countResponses(id, (status) => status === 400) < ENOUGH_RESPONSES)).toEqual([])
  const documented = OPENAPI_OPERATIONS.flatMap(({ id, responses }) =>
    [...responses.keys()].map((status) => ({ id, status })),
  )
  expect(
    documented.filter(({ id, status }) => !UNREACHABLE_STATUSES.has(status) && !statusCounts(id).has(status)),
  ).toEqual([])
})

it('the requests of one organization never change another one', async () => {
  expect(await digestRows(pool.otherOrganizationId)).toEqual(otherBefore)
})

/** Runs several operations concurrently, each with its own seeded order. @returns the failures found, or '' */
async function findFaults(operations: readonly OpenApiOperation[]): Promise<string> {
  const reports: string[] = []
  await inParallel(operations, async (operation) => {
    const property = fc.asyncProperty(arbitraryDraft(operation), async (draft) => {
      const request = await buildRequest(draft, pool)
      const { status } = await exchange(request)
      // A request rejected only for its Idempotency-Key would succeed without it.
      if (status === 400 && request.headers['Idempotency-Key'] === undefined) refused.push(request)
    })
    const run = await fc.check(property, {
      seed: SEED,
      numRuns: RUNS_PER_OPERATION,
      interruptAfterTimeLimit: OPERATION_MS,
      markInterruptAsFailure: true,
    })
    if (run.failed)
      reports.push(
        `${operation.id}, FUZZ_SEED=${run.seed}, run ${run.numRuns}, shrunk ${run.numShrinks} times:\n${run.errorInstance instanceof Error ? run.errorInstance.message : 'Not done in time.'}`,
      )
  })
  return reports.join('\n\n———\n\n')
}

async function exchange(request: BuiltRequest): Promise<FuzzResponse> {
  const reply = await sendFuzzRequest(request)
  assertMatchesOpenApi(request, reply)
  const id = findOperation(request).operation?.id ?? 'none'
  const statuses = seen.get(id) ?? new Map<number, number>()
  seen.set(id, statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1))
  return reply
}

function buildProbe(method: string, path: string): BuiltRequest {
  return {
    method,
    url: new URL(`http://localhost:3000/api/v1${path}`),
    headers: { 'X-API-Key': pool.keys.admin ?? '', 'Content-Type': 'application/json' },
    body: ['POST', 'PUT', 'PATCH'].includes(method) ? '{}' : null,
    keyKind: 'admin',
  }
}

const IN_FLIGHT = 6

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const open = [...items]
  const worker = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
}
