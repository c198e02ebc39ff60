import autocannon from 'autocannon'
import { readCountAndOptions } from './bench/arguments.mjs'
import { fillContacts, startService } from './bench/service.mjs'
import { command } from './lib/checkout.mjs'

/*
 * Requests per second and latency of the API in production, each as a ratio to a route handler of the same server that
 * answers a constant. Everything is on: key, rate limit, validation, exact total.
 */

const { count: SECONDS, values } = await command(async () =>
  readCountAndOptions('Say how many seconds each, as in: npm run bench:api -- 10 (--small: only show that it works)', {
    normal: 6,
    small: 1,
  }),
)
/** `warmUpSeconds`: per operation, before anything is measured, because a cold server would be measured by its compiler. */
const SIZE = values.small
  ? { contacts: 1000, connections: [4], warmUpSeconds: 1 }
  : { contacts: 100_000, connections: [1, 16, 64], warmUpSeconds: 6 }
const PORT = 3290

await command(async () => {
  const service = await startService(PORT)
  try {
    await fillContacts(service.pool, service.organizationId, SIZE.contacts)
    const operations = await listOperations(service)
    await checkAll(service, operations)
    say(
      `${SIZE.contacts} contacts in the organization, ${SECONDS} s each; the static one is measured before and after each`,
    )
    say('other, and the ratio is to the mean of both\n')
    for (const operation of operations) await shoot(service.address, operation, 16, SIZE.warmUpSeconds)
    say('connections  operation              req/s     p50 ms    p99 ms   of the static one')
    for (const connections of SIZE.connections) await round(service, operations, connections)
  } finally {
    await service.stop()
  }
})

async function listOperations({ pool, organizationId, apiKey }) {
  const { rows } = await pool.query(
    'SELECT id FROM contact WHERE organization_id = $1 ORDER BY created_at DESC LIMIT 1',
    [organizationId],
  )
  const headers = { 'x-api-key': apiKey }
  let made = 0
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
          email: `new.${process.pid}.${(made += 1)}@example.com`,
          firstName: 'Ada',
          lastName: 'Lovelace',
          customFields: { plan: 'pro', seats: 12 },
          tags: ['bench'],
        }),
    },
  ]
}

/** A benchmark of refusals would be a fast one. */
async function checkAll({ address }, operations) {
  for (const { name, path, headers, method = 'GET', success = 200, body } of operations) {
    const answer = await fetch(`${address}${path}`, { method, headers, ...(body ? { body: body() } : {}) })
    const text = await answer.text()
    if (answer.status !== success) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 300)}`)
  }
}

async function round({ address }, [floor, ...operations], connections) {
  let before = await shoot(address, floor, connections, SECONDS)
  const floors = [before]
  const rows = []
  for (const operation of operations) {
    const measured = await shoot(address, operation, connections, SECONDS)
    const after = await shoot(address, floor, connections, SECONDS)
    rows.push({ name: operation.name, ...measured, ratio: measured.rate / ((before.rate + after.rate) / 2) })
    floors.push(after)
    before = after
  }
  const mean = (key) => floors.reduce((sum, one) => sum + one[key], 0) / floors.length
  const all = [{ name: floor.name, rate: mean('rate'), p50: mean('p50'), p99: mean('p99'), ratio: 1 }, ...rows]
  for (const { name, rate, p50, p99, ratio } of all)
    say(
      `${String(connections).padStart(11)}  ${name.padEnd(18)} ${rate.toFixed(0).padStart(9)} ${p50.toFixed(1).padStart(10)} ${p99.toFixed(1).padStart(9)} ${ratio.toFixed(2).padStart(12)}`,
    )
}

/** @returns {Promise<{ rate: number, p50: number, p99: number }>} requests per second, milliseconds */
async function shoot(address, { name, path, headers, method = 'GET', success = 200, body }, connections, duration) {
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

function say(line) {
  process.stdout.write(`${line}\n`)
}
