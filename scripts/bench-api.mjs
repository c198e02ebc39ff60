import autocannon from 'autocannon'
import { readCountAndOptions } from './bench/bench-arguments.mjs'
import { fillContacts, startBenchService } from './bench/bench-service.mjs'
import { exitOnError } from './lib/operator-error.mjs'

/*
 * Requests per second and latency of the API in production, as ratios to a static route handler of the same server. Authentication, rate
 * limits, validation and exact totals are on.
 */

/**
 * @typedef {object} Operation
 * @property {string} name
 * @property {string} path
 * @property {Record<string, string>} headers
 * @property {'GET' | 'POST'} [method]
 * @property {number} [success] status, 200 by default
 * @property {() => string} [body]
 */
/** @typedef {{ rate: number, p50: number, p99: number }} Measured requests per second, milliseconds */
/** @typedef {import('./bench/bench-service.mjs').BenchService} BenchService */

const { count: SECONDS, values } = await exitOnError(async () =>
  readCountAndOptions('Say how many seconds each, as in: npm run bench:api -- 10 (--small: only show that it works)', {
    normal: 6,
    small: 1,
  }),
)
/** `warmUpSeconds`: per operation before the measurement, for the JIT compiler. */
const SIZE = values.small
  ? { contacts: 1000, connections: [4], warmUpSeconds: 1 }
  : { contacts: 100_000, connections: [1, 16, 64], warmUpSeconds: 6 }
const PORT = 3290

await exitOnError(async () => {
  const service = await startBenchService(PORT)
  try {
    await fillContacts(service.pool, service.organizationId, SIZE.contacts)
    const operations = await listOperations(service)
    await checkAll(service, operations)
    say(
      `${SIZE.contacts} contacts in the organization, ${SECONDS} s each; the static one is measured before and after each`,
    )
    say('other, and the ratio is to the mean of both\n')
    for (const operation of operations) await measure(service.address, operation, 16, SIZE.warmUpSeconds)
    say('connections  operation              req/s     p50 ms    p99 ms   of the static one')
    for (const connections of SIZE.connections) await round(service, operations, connections)
  } finally {
    await service.stop()
  }
})

/**
 * @param {BenchService} service
 * @returns {Promise<[baseline: Operation, ...operations: Operation[]]>}
 */
async function listOperations({ pool, organizationId, apiKey }) {
  const { rows } = await pool.query(
    'SELECT id FROM contact WHERE organization_id = $1 ORDER BY created_at DESC LIMIT 1',
    [organizationId],
  )
  const headers = { 'x-api-key': apiKey }
  let created = 0
  return [
    { name: 'static JSON', path: '/api', headers: {} },
    { name: 'GET /contacts', path: '/api/v1/contacts', headers },
    { name: 'GET /contacts/:id', path: `/api/v1/contacts/${rows[0].id}`, headers },
    {
      name: 'POST /contacts',
      path: '/api/v1/contacts',
      headers: { ...headers, 'content-type': 'application/json' },
      method: 'POST',
      success: 201,
      body: () =>
        JSON.stringify({
          email: `new.${process.pid}.${(created += 1)}@example.com`,
          firstName: 'Ada',
          lastName: 'Lovelace',
          customFields: { plan: 'pro', seats: 12 },
          tags: ['bench'],
        }),
    },
  ]
}

/**
 * Errors would be fast.
 *
 * @param {BenchService} service
 * @param {Operation[]} operations
 */
async function checkAll({ address }, operations) {
  for (const { name, path, headers, method = 'GET', success = 200, body } of operations) {
    const answer = await fetch(`${address}${path}`, { method, headers, ...(body ? { body: body() } : {}) })
    const text = await answer.text()
    if (answer.status !== success) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 300)}`)
  }
}

/**
 * @param {BenchService} service
 * @param {[baseline: Operation, ...operations: Operation[]]} operations
 * @param {number} connections
 */
async function round({ address }, [baseline, ...operations], connections) {
  let before = await measure(address, baseline, connections, SECONDS)
  const baselines = [before]
  const rows = []
  for (const operation of operations) {
    const measured = await measure(address, operation, connections, SECONDS)
    const after = await measure(address, baseline, connections, SECONDS)
    rows.push({ name: operation.name, ...measured, ratio: measured.rate / ((before.rate + after.rate) / 2) })
    baselines.push(after)
    before = after
  }
  const mean = (/** @type {keyof Measured} */ key) =>
    baselines.reduce((sum, one) => sum + one[key], 0) / baselines.length
  const all = [{ name: baseline.name, rate: mean('rate'), p50: mean('p50'), p99: mean('p99'), ratio: 1 }, ...rows]
  for (const { name, rate, p50, p99, ratio } of all)
    say(
      `${String(connections).padStart(11)}  ${name.padEnd(18)} ${rate.toFixed(0).padStart(9)} ${p50.toFixed(1).padStart(10)} ${p99.toFixed(1).padStart(9)} ${ratio.toFixed(2).padStart(12)}`,
    )
}

/**
 * @param {string} address
 * @param {Operation} operation
 * @param {number} connections
 * @param {number} duration seconds
 * @returns {Promise<Measured>}
 */
async function measure(address, { name, path, headers, method = 'GET', success = 200, body }, connections, duration) {
  const result = await autocannon({
    url: `${address}${path}`,
    connections,
    duration,
    headers,
    method,
    ...(body ? { requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }] } : {}),
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} answers to ${name} were not ${success}`)
  return { rate: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
