import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { certificateFor, testAuthority } from '@/server/testing/certificates'
import { aReceiver, type Received } from '@/server/testing/receiver'
import { dial } from '@/server/webhooks/dial'
import { sign } from '@/server/webhooks/signature'
import { startService } from './service.mjs'

const PORT = 3293
/** One after the other: what a single event takes. */
const SINGLE = 100
/** All at once: what a burst takes. */
const BURST = 500
/** As many deliveries as the service has under way for one organization. */
const AT_A_TIME = 5

type Cause = { email: string; committedAt: number }

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-webhooks-'))
const authority = path.join(folder, 'authority.pem')
fs.writeFileSync(authority, (await testAuthority()).cert)
const receiver = await aReceiver({ certificate: await certificateFor(['127.0.0.1']) })
const service = await startService(PORT, { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: authority })
try {
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  const post = async (route: string, body: object) => {
    const answer = await fetch(`${service.address}/api/v1${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (answer.status !== 201) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`)
  }
  const cause = async (email: string): Promise<Cause> => {
    await post('/contacts', { email, firstName: 'Ada', lastName: 'Lovelace' })
    return { email, committedAt: Date.now() }
  }
  await post('/webhooks/subscribe', { hookUrl: receiver.url('/bench'), triggerType: 'new_contact' })
  for (let n = 0; n < 50; n += 1) await cause(`warm.${n}@example.com`)
  await receiver.until((requests) => requests.length >= 50, 60_000)

  const singles: Cause[] = []
  for (let n = 0; n < SINGLE; n += 1) {
    singles.push(await cause(`single.${n}@example.com`))
    await receiver.until((requests) => requests.length >= 50 + n + 1, 30_000)
  }
  const started = Date.now()
  const burst = await inParallel(
    Array.from({ length: BURST }, (_, n) => `burst.${n}@example.com`),
    16,
    cause,
  )
  await receiver.until((requests) => requests.length >= 50 + SINGLE + BURST, 120_000)
  const seen = receiver.requests.slice()
  const burstMs = Math.max(...seen.map(({ at }) => at.getTime())) - started

  const bodies = seen.slice(-BURST).map(({ body }) => body.toString())
  const bare = await bareLoop(bodies, AT_A_TIME)
  const one = await bareLoop(bodies.slice(0, SINGLE), 1)

  const perSecond = (BURST / burstMs) * 1000
  say(`one subscription, one receiver over TLS, ${AT_A_TIME} at a time\n`)
  say('                                  per second    p50 ms    p99 ms')
  row(`${SINGLE} causes, one by one`, null, latencies(singles, seen))
  row(`${BURST} causes at once`, perSecond, latencies(burst, seen))
  row('bare loop, one by one', null, one.times)
  row(`bare loop, ${AT_A_TIME} at a time`, bare.perSecond, bare.times)
  say(
    `\ndeliveries per second, of the bare loop: ${(perSecond / bare.perSecond).toFixed(2)} (commits of the causes included)`,
  )
} finally {
  await service.stop()
  await receiver.close()
  fs.rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds from the answer to the cause, which is after its commit, to the request; 0 where the request was first. */
function latencies(causes: readonly Cause[], seen: readonly Received[]): number[] {
  const arrivedAt = new Map(seen.map(({ body, at }) => [JSON.parse(body.toString())[0].email, at.getTime()]))
  return causes.map(({ email, committedAt }) => Math.max(0, (arrivedAt.get(email) ?? Number.NaN) - committedAt))
}

async function bareLoop(bodies: readonly string[], atATime: number) {
  const started = performance.now()
  const times = await inParallel(bodies, atATime, async (body) => {
    const at = performance.now()
    const headers = {
      'Content-Type': 'application/json',
      'X-Service-Signature': sign(body, ['whsec_bench'], new Date()),
    }
    const result = await dial({ url: receiver.url('/bare'), headers, body }, { authorities: receiver.authorities })
    if (!result.ok) throw new Error(`the bare loop failed: ${JSON.stringify(result)}`)
    return performance.now() - at
  })
  return { times, perSecond: (bodies.length / (performance.now() - started)) * 1000 }
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

function row(name: string, perSecond: number | null, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1).padStart(10)
  say(`${name.padEnd(32)} ${(perSecond?.toFixed(0) ?? '').padStart(11)}${at(0.5)}${at(0.99)}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
