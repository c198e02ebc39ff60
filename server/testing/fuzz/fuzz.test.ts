import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { checkAnswer, operationReached } from './check-answer'
import { digestRows } from './digest'
import { OPERATIONS, type Operation } from './document'
import { RAW_PARTS } from './hostile'
import { aPool, type Pool, reference } from './pool'
import { arbitraryDraft, type BuiltRequest, buildRequest, type Reply, send } from './request'

/*
 * Requests made from nothing but the API's own document, against the service as it stands: whatever is sent, the answer
 * is one that the document promises. A run repeats exactly; FUZZ_SEED=<number> tries others, FUZZ_REQUESTS=<number>
 * more of them in all.
 */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_301)
const AT_LEAST = Number(process.env.FUZZ_REQUESTS ?? 10_000)
const RUNS_PER_OPERATION = Math.max(450, Math.ceil(AT_LEAST / OPERATIONS.length))
const OFTEN = 20
/** The limit is out of reach here, and nothing may fail. */
const NEVER = new Set([429, 500])
const PHASE_MS = Math.max(600_000, AT_LEAST * 30)
/** The limit of one operation: shrinking ends then, with the smallest request found so far. */
const OPERATION_MS = PHASE_MS - 100_000

const isRead = ({ method }: Operation) => method === 'GET'

let pool: Pool
let otherBefore: Record<string, string>
/** `contacts-create` → status → how often. */
const seen = new Map<string, Map<number, number>>()
const refused: BuiltRequest[] = []

beforeAll(async () => {
  pool = await aPool()
  otherBefore = await digestRows(pool.otherOrganizationId)
})

it(
  'writes: every answer is one that the document promises',
  async () => {
    expect(await faultsOf(OPERATIONS.filter((operation) => !isRead(operation)))).toBe('')
  },
  PHASE_MS,
)

it(
  'reads: every answer is one that the document promises, and nothing changes',
  async () => {
    await pool.refill()
    const before = await digestRows(pool.organizationId)
    expect(await faultsOf(OPERATIONS.filter(isRead))).toBe('')
    expect(await digestRows(pool.organizationId)).toEqual(before)
  },
  PHASE_MS,
)

it(
  '400 changes nothing',
  async () => {
    expect(refused.length).toBeGreaterThan(500)
    const before = await digestRows(pool.organizationId)
    await inParallel(refused, async (wire) => {
      const { status } = await exchange(wire)
      if (status < 400) throw new Error(`Refused once, and now it is answered with ${status}: ${wire.url.href}`)
    })
    expect(await digestRows(pool.organizationId)).toEqual(before)
  },
  PHASE_MS,
)

it(
  '404 and 405: paths and methods that the document does not know',
  async () => {
    const known = [...new Set(OPERATIONS.map(({ template }) => template))]
    const ids = await pool.resolve(reference('contact', 0))
    const paths = [
      ...known.map((template) => template.replace('{id}', ids)),
      ...known.map((template) => `${template.replace('{id}', ids)}/`),
      ...known.flatMap((template) => RAW_PARTS.map((part) => `${template.replace('{id}', ids)}/${part}`)),
      ...RAW_PARTS.map((part) => `/${part}`),
      '',
      '/',
      '//contacts',
      '/Contacts',
      '/contacts//',
    ]
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
    const wires = paths
      .flatMap((path) => methods.map((method) => aWire(method, path)))
      .filter((wire) => operationReached(wire).operation === undefined || wire.method === 'HEAD')
    expect(wires.length).toBeGreaterThan(500)
    await inParallel(wires, exchange)
  },
  PHASE_MS,
)

it(`reached every status that the document promises, in at least ${AT_LEAST} requests`, () => {
  const reached = (id: string) => seen.get(id) ?? new Map<number, number>()
  const total = (id: string, wanted: (status: number) => boolean) =>
    [...reached(id)].reduce((sum, [status, count]) => (wanted(status) ? sum + count : sum), 0)
  const ids = OPERATIONS.map(({ id }) => id)
  expect(ids.filter((id) => total(id, (status) => status < 300) < OFTEN)).toEqual([])
  expect(ids.filter((id) => total(id, (status) => status === 400) < OFTEN)).toEqual([])
  const promised = OPERATIONS.flatMap(({ id, answers }) => [...answers.keys()].map((status) => ({ id, status })))
  expect(promised.filter(({ id, status }) => !NEVER.has(status) && !reached(id).has(status))).toEqual([])
  expect([...seen.keys()].reduce((sum, id) => sum + total(id, () => true), 0)).toBeGreaterThanOrEqual(AT_LEAST)
})

it('never touched the other organization', async () => {
  expect(await digestRows(pool.otherOrganizationId)).toEqual(otherBefore)
})

/** Each operation on its own, in the order of its seed, several operations at a time. @returns what was found, or ''. */
async function faultsOf(operations: readonly Operation[]): Promise<string> {
  const reports: string[] = []
  await inParallel(operations, async (operation) => {
    const property = fc.asyncProperty(arbitraryDraft(operation), async (draft) => {
      const wire = await buildRequest(draft, pool)
      const { status } = await exchange(wire)
      // One refused for its Idempotency-Key alone would be in order without it.
      if (status === 400 && wire.headers['Idempotency-Key'] === undefined) refused.push(wire)
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

async function exchange(wire: BuiltRequest): Promise<Reply> {
  const reply = await send(wire)
  checkAnswer(wire, reply)
  const id = operationReached(wire).operation?.id ?? 'none'
  const statuses = seen.get(id) ?? new Map<number, number>()
  seen.set(id, statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1))
  return reply
}

function aWire(method: string, path: string): BuiltRequest {
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
