import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificateFor, testAuthority } from '@/server/testing/certificates'
import { openMailbox } from '@/server/testing/mailbox'
import { aReceiver } from '@/server/testing/receiver'
import { ROOT } from '../lib/checkout.mjs'
import { startService } from './service.mjs'

const PORT = 3296
const SMALL = 10
const LARGE = 10_000
const CONTACTS_EACH = 100
const WAITING = 100_000
const SETTLE_MS = 20_000
const IDLE_MS = 60_000
/** Single deliveries and mails, for a median. */
const SINGLE = 20
/** How long the neighbour's receiver takes. */
const SLOW_MS = 200

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-scale-'))
const authority = path.join(folder, 'authority.pem')
fs.writeFileSync(authority, (await testAuthority()).cert)
const receiver = await aReceiver({ certificate: await certificateFor(['127.0.0.1']) })
const mailbox = await openMailbox()
const service = await startService(PORT, {
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  NODE_EXTRA_CA_CERTS: authority,
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Bench <bench@example.com>',
  WAITING_DELIVERIES_MAX: String(10 * WAITING),
  WAITING_SENDINGS_MAX: String(10 * WAITING),
})
// Read by what is loaded from here on.
Object.assign(process.env, service.variables)
const { anApiKey, anOrganization, aSurvey } = await import('@/server/testing/factories')
const { aSigningSubscription } = await import('@/server/testing/webhook-factories')
const { aSequence } = await import('@/server/testing/sequence-factories')
const { closeDatabase } = await import('@/server/db')
type Tenant = Awaited<ReturnType<typeof aTenant>>
try {
  const tenant = await aTenant('/told')
  await fill(SMALL)
  const [small, smallWake] = [await idleMinute(), await wakes(tenant)]
  const filledIn = await timed(() => fill(LARGE))
  const [large, largeWake] = [await idleMinute(), await wakes(tenant)]
  say(
    `organizations, each ${CONTACTS_EACH} contacts, a sequence with a person under way, a subscription: ${SMALL}, then ${LARGE}`,
  )
  say(`(filled up in ${(filledIn / 1000).toFixed(0)} s)\n`)
  say(`an idle minute           ${SMALL}: ${wordsOf(small)}`)
  say(`                      ${LARGE}: ${wordsOf(large)}`)
  say(`event to receiver     ${SMALL}: p50 ${smallWake.toFixed(0)} ms; ${LARGE}: p50 ${largeWake.toFixed(0)} ms`)

  const neighbour = await aTenant('/slow')
  receiver.script((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end(), SLOW_MS)
    else response.end()
  })
  const [quietEvents, quietMails] = [await firstEvents(tenant), await firstMails(tenant)]
  await pileUp(neighbour)
  const [busyEvents, busyMails] = [await firstEvents(tenant), await firstMails(tenant)]
  say(
    `\n${WAITING} due deliveries and ${WAITING} due messages of one organization; first ones of another, median and slowest of ${SINGLE}:`,
  )
  say(`event to receiver     alone ${spread(quietEvents)}; beside it ${spread(busyEvents)}`)
  say(`enrolment to mail     alone ${spread(quietMails)}; beside it ${spread(busyMails)}`)
} finally {
  await closeDatabase()
  await service.stop()
  await receiver.close()
  await mailbox.close()
  fs.rmSync(folder, { recursive: true, force: true })
}

async function aTenant(hookPath: string) {
  const organizationId = await anOrganization()
  const subscription = await aSigningSubscription(organizationId, ['new_contact'], { hookUrl: receiver.url(hookPath) })
  const { key } = await anApiKey(organizationId, ['admin'])
  const surveyId = (await aSurvey(organizationId)).id
  const sequenceId = (await aSequence(organizationId, [{ type: 'survey', surveyId }])).id
  return { organizationId, subscriptionId: subscription.id, key, surveyId, sequenceId, hookPath }
}

/** Up to so many organizations, each with what an organization has. */
async function fill(count: number): Promise<void> {
  await service.pool.query(
    `WITH org AS (
       INSERT INTO organization (id, name, verified_at, updated_at)
       SELECT time_ordered_uuid(), 'Organization ' || i, now(), now()
       FROM generate_series((SELECT count(*) FROM organization WHERE name LIKE 'Organization %') + 1, $1) i RETURNING id),
     contact AS (
       INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT time_ordered_uuid(), org.id, 'person.' || i || '@example.com', 'Ada', now()
       FROM org CROSS JOIN generate_series(1, $2) i RETURNING id, organization_id, email),
     survey AS (
       INSERT INTO survey (id, organization_id, name, type, updated_at)
       SELECT time_ordered_uuid(), id, 'Visits', 'nps', now() FROM org RETURNING id, organization_id),
     sequence AS (
       INSERT INTO sequence (id, organization_id, name, status, updated_at)
       SELECT time_ordered_uuid(), id, 'Visits', 'active', now() FROM org RETURNING id, organization_id),
     step AS (
       INSERT INTO sequence_step (id, organization_id, sequence_id, position, type, survey_id, updated_at)
       SELECT time_ordered_uuid(), q.organization_id, q.id, 0, 'survey', s.id, now()
       FROM sequence q JOIN survey s ON s.organization_id = q.organization_id),
     subscription AS (
       INSERT INTO webhook_subscription (id, organization_id, hook_url, trigger_types, secret_encrypted, updated_at)
       SELECT time_ordered_uuid(), id, 'https://receiver.example/hook', '{new_contact}', 'never read', now() FROM org)
     INSERT INTO sending (id, organization_id, sequence_id, contact_id, email, status, anchor_at, due_at, updated_at)
     SELECT time_ordered_uuid(), q.organization_id, q.id, c.id, c.email, 'running', now(), now() + interval '1 day', now()
     FROM sequence q JOIN contact c ON c.organization_id = q.organization_id AND c.email = 'person.1@example.com'`,
    [count, CONTACTS_EACH],
  )
  await service.pool.query('VACUUM (ANALYZE)')
}

/** Queued, as events and enrolments leave it, with nobody told: the next sweep, or the next event, finds it. */
async function pileUp({ organizationId, subscriptionId, surveyId }: Tenant): Promise<void> {
  await service.pool.query(
    `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
     SELECT time_ordered_uuid(), $1, $2, 'new_contact', '[{}]', now() FROM generate_series(1, $3)`,
    [organizationId, subscriptionId, WAITING],
  )
  await service.pool.query(
    `WITH contact AS (
       INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT time_ordered_uuid(), $1, 'pile.' || i || '@example.com', 'Ada', now() FROM generate_series(1, $3) i RETURNING id, email)
     INSERT INTO sending (id, organization_id, survey_id, contact_id, email, status, anchor_at, due_at, updated_at)
     SELECT time_ordered_uuid(), $1, $2, id, email, 'queued', now(), now(), now() FROM contact`,
    [organizationId, surveyId, WAITING],
  )
  await service.pool.query('VACUUM (ANALYZE) webhook_delivery, sending, contact')
  // Both have begun.
  const [told, mailed] = [receiver.requests.length, mailbox.received.length]
  await until(() => receiver.requests.length > told + SINGLE && mailbox.received.length > mailed + SINGLE, 300_000)
}

/** From the answer to a new contact to the request that tells of it, ms each. */
async function firstEvents({ key, hookPath }: Tenant): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < SINGLE; n += 1) {
    const email = `${randomUUID()}@example.com`
    await post(key, '/contacts', { email, firstName: 'Ada' })
    const answered = Date.now()
    const told = () => receiver.requests.find((one) => one.path === hookPath && one.body.includes(email))
    await until(() => told() !== undefined, 60_000)
    times.push(Math.max(0, (told()?.at.getTime() ?? 0) - answered))
  }
  return times
}

/** From the answer to an enrolment to its mail, ms each. */
async function firstMails({ key, sequenceId }: Tenant): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < SINGLE; n += 1) {
    const email = `${randomUUID()}@example.com`
    await post(key, `/sequences/${sequenceId}/execute`, { contacts: [{ email }] })
    const answered = Date.now()
    await mailbox.waitFor(email, 1, 60_000)
    times.push(Date.now() - answered)
  }
  return times
}

async function wakes(tenant: Tenant): Promise<number> {
  return median(await firstEvents(tenant))
}

async function post(key: string, route: string, body: object): Promise<void> {
  const answer = await fetch(`${service.address}/api/v1${route}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`)
}

type Minute = { serviceS: number; databaseS: number; transactions: number; blocks: number }

/** What service and database do in a minute in which nobody asks for anything. */
async function idleMinute(): Promise<Minute> {
  await sleep(SETTLE_MS)
  const before = await spent()
  await sleep(IDLE_MS)
  const after = await spent()
  return {
    serviceS: after.serviceS - before.serviceS,
    databaseS: after.databaseS - before.databaseS,
    transactions: after.transactions - before.transactions,
    blocks: after.blocks - before.blocks,
  }
}

async function spent(): Promise<Minute> {
  const { rows } = await service.pool.query<{ transactions: number; blocks: number }>(
    `SELECT (xact_commit + xact_rollback)::float8 AS transactions, (blks_hit + blks_read)::float8 AS blocks
     FROM pg_stat_database WHERE datname = current_database()`,
  )
  const dataDir = path.join(ROOT, '.data-bench')
  const { pid } = JSON.parse(fs.readFileSync(path.join(dataDir, 'web-server.json'), 'utf8')) as { pid: number }
  const postmaster = Number(fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const { transactions = 0, blocks = 0 } = rows[0] ?? {}
  return { serviceS: cpuSeconds(pid), databaseS: cpuSeconds(postmaster), transactions, blocks }
}

/** Of a process, and of all that it has started (Linux: /proc/PID/stat, in hundredths of a second). */
function cpuSeconds(pid: number): number {
  let ticks = 0
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = fs
        .readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number)
      const [parent, user = 0, system = 0, childUser = 0, childSystem = 0] = [fields[1], ...fields.slice(11, 15)]
      if (Number(name) === pid) ticks += user + system + childUser + childSystem
      else if (parent === pid) ticks += user + system
    } catch (error) {
      // It has ended since.
      if (!['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) throw error
    }
  }
  return ticks / 100
}

function wordsOf({ serviceS, databaseS, transactions, blocks }: Minute): string {
  return `${serviceS.toFixed(2)} s of a core in the service, ${databaseS.toFixed(2)} s in PostgreSQL, ${transactions} transactions, ${blocks} blocks`
}

function spread(times: readonly number[]): string {
  return `${median(times).toFixed(0)} ms, ${Math.max(...times)} ms`
}

async function until(isSo: () => boolean, timeoutMs: number): Promise<void> {
  const latest = Date.now() + timeoutMs
  while (!isSo()) {
    if (Date.now() > latest) throw new Error('it did not happen')
    await sleep(1)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
