import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificateFor, testAuthority } from '@/server/testing/servers/certificates'
import { aReceiver } from '@/server/testing/servers/https-receiver'
import { ROOT } from '../lib/operator-error.mjs'
import { startBenchService } from './bench-service.mjs'

const PORT = 3295
/**
 * `contacts`: per organization and round, each delivered to every subscription. `rounds`: after a first one, which loads the modules and
 * grows the heap. `restMs`: pause before a measurement, for the garbage collector.
 */
const SIZE = process.argv.includes('--small')
  ? { organizations: 2, subscriptions: 2, contacts: 10, rounds: 1, restMs: 500 }
  : { organizations: 10, subscriptions: 10, contacts: 200, rounds: 5, restMs: 20_000 }
const BATCH = 50
const WEEK_S = 604_800

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-memory-'))
const authority = path.join(folder, 'authority.pem')
fs.writeFileSync(authority, (await testAuthority()).cert)
const receiver = await aReceiver({ certificate: await certificateFor(['127.0.0.1']) })
const service = await startBenchService(PORT, { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: authority })
// For the modules imported below.
Object.assign(process.env, service.variables)
const { anApiKey, anOrganization } = await import('@/server/testing/factories/basics')
const { aSigningSubscription } = await import('@/server/testing/factories/webhooks')
const { aSequence } = await import('@/server/testing/factories/sequences')
const { closeDatabase } = await import('@/server/db')
try {
  const callers = await Promise.all(Array.from({ length: SIZE.organizations }, aCaller))
  const deliveries = SIZE.organizations * SIZE.subscriptions * SIZE.contacts
  const residentSizes: number[] = []
  for (let round = 0; round <= SIZE.rounds; round += 1) {
    const started = Date.now()
    await Promise.all(callers.map((caller) => enrol(caller, round * SIZE.contacts, SIZE.contacts)))
    await untilDelivered()
    const seconds = (Date.now() - started) / 1000
    await sleep(SIZE.restMs)
    residentSizes.push(residentMiB())
    const label = `after ${(round + 1) * deliveries} deliveries`.padEnd(25)
    say(`${label} ${residentSizes.at(-1)?.toFixed(0)} MiB (${(deliveries / seconds).toFixed(0)} a second)`)
  }
  const [before = Number.NaN] = residentSizes
  say(
    `\nafter ${SIZE.rounds * deliveries} more, of before: ${((residentSizes.at(-1) ?? Number.NaN) / before).toFixed(2)}`,
  )
} finally {
  await closeDatabase()
  await service.stop()
  await receiver.close()
  fs.rmSync(folder, { recursive: true, force: true })
}

async function aCaller(): Promise<{ key: string; sequenceId: string }> {
  const organizationId = await anOrganization()
  for (let n = 0; n < SIZE.subscriptions; n += 1)
    await aSigningSubscription(organizationId, ['new_contact'], { hookUrl: receiver.url(`/${organizationId}/${n}`) })
  const { key } = await anApiKey(organizationId, ['admin'])
  return { key, sequenceId: (await aSequence(organizationId, [{ type: 'survey', delay: WEEK_S }])).id }
}

async function enrol({ key, sequenceId }: { key: string; sequenceId: string }, first: number, count: number) {
  for (let from = first; from < first + count; from += BATCH) {
    const contacts = Array.from({ length: Math.min(BATCH, first + count - from) }, (_, n) => ({
      email: `p.${from + n}@example.com`,
      firstName: 'Ada',
    }))
    const answer = await fetch(`${service.address}/api/v1/sequences/${sequenceId}/execute`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ contacts }),
    })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    await answer.text()
  }
}

async function untilDelivered(): Promise<void> {
  for (;;) {
    const { rows } = await service.pool.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM webhook_delivery WHERE status = 'pending'`,
    )
    receiver.requests.length = 0
    if (rows[0]?.left === 0) return
    await sleep(500)
  }
}

function residentMiB(): number {
  const { pid } = JSON.parse(fs.readFileSync(path.join(ROOT, '.data-bench', 'web-server.json'), 'utf8')) as {
    pid: number
  }
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
