import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { certificateFor, testAuthority } from '@/server/testing/servers/certificates'
import { aReceiver, type ReceivedRequest } from '@/server/testing/servers/https-receiver'
import { startBenchService } from './bench-service.mjs'

const PORT = 3293
const SIZE = process.argv.includes('--small')
  ? { warmUp: 2, single: 3, burst: 10, organizations: 3, each: 5 }
  : { warmUp: 50, single: 100, burst: 500, organizations: 100, each: 50 }
const BATCH = 100
/** The service's limit of concurrent deliveries per organization. */
const AT_A_TIME = 5
const WEEK_S = 604_800

type Cause = { email: string; committedAt: number }
type Caller = { organizationId: string; key: string }

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-webhooks-'))
const authority = path.join(folder, 'authority.pem')
fs.writeFileSync(authority, (await testAuthority()).cert)
const receiver = await aReceiver({ certificate: await certificateFor(['127.0.0.1']) })
const service = await startBenchService(PORT, { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: authority })
// For the modules imported below.
Object.assign(process.env, service.variables, { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' })
const { safePost } = await import('@/server/outbound/safe-request')
const { signPayload } = await import('@/server/webhooks/delivery/signature')
const { anApiKey, anOrganization } = await import('@/server/testing/factories/basics')
const { aSigningSubscription } = await import('@/server/testing/factories/webhooks')
const { aSequence } = await import('@/server/testing/factories/sequences')
const { closeDatabase } = await import('@/server/db')
try {
  const one = await createSubscriber('/one')
  const singles: Cause[] = []
  for (let n = -SIZE.warmUp; n < SIZE.single; n += 1) {
    const email = `single.${n}@example.com`
    await post(one, '/contacts', { email, firstName: 'Ada', lastName: 'Lovelace' })
    if (n >= 0) singles.push({ email, committedAt: Date.now() })
    await receiver.waitUntil((requests) => requests.length > n + SIZE.warmUp, 30_000)
  }

  const sequence = await createDelayedSequence(one)
  const burstMs = await untilDelivered(SIZE.burst, () => enrol(one, sequence, SIZE.burst))
  const bodies = receiver.requests.slice(-SIZE.burst).map(({ body }) => body.toString())
  const bare = await bareLoop(bodies, AT_A_TIME)
  const sequential = await bareLoop(bodies.slice(0, SIZE.single), 1)

  const many = await Promise.all(Array.from({ length: SIZE.organizations }, (_, n) => createSubscriber(`/many/${n}`)))
  const sequences = await Promise.all(many.map(createDelayedSequence))
  const answeredAt = new Map<string, number>()
  const manyMs = await untilDelivered(SIZE.organizations * SIZE.each, () =>
    inParallel([...many.entries()], 16, async ([n, caller]) => {
      await enrol(caller, sequences[n] ?? '', SIZE.each)
      answeredAt.set(`/many/${n}`, Date.now())
    }),
  )

  const [burst, total] = [perSecond(SIZE.burst, burstMs), perSecond(SIZE.organizations * SIZE.each, manyMs)]
  say(`receivers over TLS, ${AT_A_TIME} deliveries of one organization at a time\n`)
  say('                                       per second    p50 ms    p99 ms')
  row(`${SIZE.single} causes, one by one`, null, latencies(singles, receiver.requests))
  row('bare loop, one by one', null, sequential.times)
  row(`${SIZE.burst} causes at once`, burst)
  row(`bare loop, ${AT_A_TIME} at a time`, bare.perSecond, bare.times)
  row(`${SIZE.organizations} organizations, ${SIZE.each} causes each`, total)
  row('  from the answer to the last of one', null, lastDeliveryDelays(answeredAt))
  say(
    `\n${SIZE.burst} at once, of the bare loop: ${(burst / bare.perSecond).toFixed(2)} (commits of the causes included)`,
  )
  say(
    `one by one, p50 in times of the bare loop's: ${(p50(latencies(singles, receiver.requests)) / p50(sequential.times)).toFixed(1)}`,
  )
} finally {
  await closeDatabase()
  await service.stop()
  await receiver.close()
  fs.rmSync(folder, { recursive: true, force: true })
}

async function createSubscriber(to: string): Promise<Caller> {
  const organizationId = await anOrganization({ rateLimitPerMinute: null, rateLimitPerHour: null })
  await aSigningSubscription(organizationId, ['new_contact'], { hookUrl: receiver.url(to) })
  return { organizationId, key: (await anApiKey(organizationId, ['admin'])).key }
}

/** Enrolling in it sends nothing: it only creates contacts, a hundred per request. */
async function createDelayedSequence({ organizationId }: Caller): Promise<string> {
  return (await aSequence(organizationId, [{ type: 'survey', delay: WEEK_S }])).id
}

async function enrol(caller: Caller, sequenceId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const contacts = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => ({
      email: `person.${from + n}@example.com`,
      firstName: 'Ada',
      lastName: 'Lovelace',
    }))
    await post(caller, `/sequences/${sequenceId}/execute`, { contacts })
  }
}

async function post({ key }: Caller, route: string, body: object): Promise<void> {
  const answer = await fetch(`${service.address}/api/v1${route}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`)
  await answer.text()
}

async function untilDelivered(count: number, cause: () => Promise<unknown>): Promise<number> {
  const before = receiver.requests.length
  const started = Date.now()
  await cause()
  await receiver.waitUntil((requests) => requests.length >= before + count, 300_000)
  return (receiver.requests.at(-1)?.at.getTime() ?? Number.NaN) - started
}

/** Milliseconds from the API's response, sent after the commit, to the request; 0 if the request was first. */
function latencies(causes: readonly Cause[], requests: readonly ReceivedRequest[]): number[] {
  const arrivedAt = new Map(requests.map(({ body, at }) => [JSON.parse(body.toString())[0].email, at.getTime()]))
  return causes.map(({ email, committedAt }) => Math.max(0, (arrivedAt.get(email) ?? Number.NaN) - committedAt))
}

function lastDeliveryDelays(answeredAt: ReadonlyMap<string, number>): number[] {
  const last = new Map<string, number>()
  for (const { path: to, at } of receiver.requests) last.set(to, at.getTime())
  return [...answeredAt].map(([to, at]) => (last.get(to) ?? Number.NaN) - at)
}

async function bareLoop(bodies: readonly string[], atATime: number) {
  const started = performance.now()
  const times = await inParallel(bodies, atATime, async (body) => {
    const at = performance.now()
    const headers = {
      'Content-Type': 'application/json',
      'X-Service-Signature': signPayload(body, ['whsec_bench'], new Date()),
    }
    const result = await safePost({ url: receiver.url('/bare'), headers, body }, { authorities: receiver.authorities })
    if (!result.ok) throw new Error(`the bare loop failed: ${JSON.stringify(result)}`)
    return performance.now() - at
  })
  return { times, perSecond: perSecond(bodies.length, performance.now() - started) }
}

async function inParallel<T, R>(items: readonly T[], atATime: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const item of waiting) results.push(await work(item))
    }),
  )
  return results
}

function perSecond(count: number, ms: number): number {
  return (count / ms) * 1000
}

function p50(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}

function row(name: string, rate: number | null, times?: readonly number[]): void {
  const sorted = times?.toSorted((a, b) => a - b) ?? []
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)]?.toFixed(1) ?? '').padStart(10)
  say(`${name.padEnd(37)} ${(rate?.toFixed(0) ?? '').padStart(11)}${at(0.5)}${at(0.99)}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
