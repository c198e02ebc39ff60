import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../lib/operator-error.mjs'
import { type BenchTenant, median, openBenchFixture, printLine } from './bench-fixture'

const PORT = 3296
const SIZE = process.argv.includes('--small')
  ? { few: 2, many: 10, contactsEach: 5, settleMs: 500, idleMs: 2000, idleName: 'two idle seconds', single: 3 }
  : {
      few: 10,
      many: 10_000,
      contactsEach: 100,
      settleMs: 20_000,
      idleMs: 60_000,
      idleName: 'an idle minute',
      single: 20,
    }

const world = await openBenchFixture(PORT, SIZE.single)
const { service } = world
try {
  const tenant = await world.createTenant('/fast')
  await fill(SIZE.few)
  const [small, smallDelay] = [await measureIdle(), await measureEventDelay(tenant)]
  const fillMs = await timed(() => fill(SIZE.many))
  const [large, largeDelay] = [await measureIdle(), await measureEventDelay(tenant)]
  printLine(
    `organizations, each ${SIZE.contactsEach} contacts, a sequence with a person under way, a subscription: ${SIZE.few}, then ${SIZE.many}`,
  )
  printLine(`(filled up in ${(fillMs / 1000).toFixed(0)} s)\n`)
  printLine(`${SIZE.idleName.padEnd(25)}${SIZE.few}: ${formatUsage(small)}`)
  printLine(`                      ${SIZE.many}: ${formatUsage(large)}`)
  printLine(
    `event to receiver     ${SIZE.few}: p50 ${smallDelay.toFixed(0)} ms; ${SIZE.many}: p50 ${largeDelay.toFixed(0)} ms`,
  )
} finally {
  await world.close()
}

async function fill(count: number): Promise<void> {
  await service.pool.query(
    `WITH org AS (
       INSERT INTO organization (id, name, verified_at, updated_at)
       SELECT uuid_v7(), 'Organization ' || i, now(), now()
       FROM generate_series((SELECT count(*) FROM organization WHERE name LIKE 'Organization %') + 1, $1) i RETURNING id),
     contact AS (
       INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT uuid_v7(), org.id, 'person.' || i || '@example.com', 'Ada', now()
       FROM org CROSS JOIN generate_series(1, $2) i RETURNING id, organization_id, email),
     survey AS (
       INSERT INTO survey (id, organization_id, name, type, updated_at)
       SELECT uuid_v7(), id, 'Visits', 'nps', now() FROM org RETURNING id, organization_id),
     sequence AS (
       INSERT INTO sequence (id, organization_id, name, status, updated_at)
       SELECT uuid_v7(), id, 'Visits', 'active', now() FROM org RETURNING id, organization_id),
     step AS (
       INSERT INTO sequence_step (id, organization_id, sequence_id, position, type, survey_id, updated_at)
       SELECT uuid_v7(), q.organization_id, q.id, 0, 'survey', s.id, now()
       FROM sequence q JOIN survey s ON s.organization_id = q.organization_id),
     subscription AS (
       INSERT INTO webhook_subscription (id, organization_id, hook_url, trigger_types, secret_encrypted, updated_at)
       SELECT uuid_v7(), id, 'https://receiver.example/hook', '{new_contact}', 'never read', now() FROM org)
     INSERT INTO sending (id, organization_id, sequence_id, contact_id, email, status, anchor_at, due_at, updated_at)
     SELECT uuid_v7(), q.organization_id, q.id, c.id, c.email, 'running', now(), now() + interval '1 day', now()
     FROM sequence q JOIN contact c ON c.organization_id = q.organization_id AND c.email = 'person.1@example.com'`,
    [count, SIZE.contactsEach],
  )
  await service.pool.query('VACUUM (ANALYZE)')
}

async function measureEventDelay(tenant: BenchTenant): Promise<number> {
  return median(await world.measureWebhookDelays(tenant))
}

type Usage = { serviceS: number; databaseS: number; transactions: number; blocks: number }

async function measureIdle(): Promise<Usage> {
  await sleep(SIZE.settleMs)
  const before = await readUsage()
  await sleep(SIZE.idleMs)
  const after = await readUsage()
  return {
    serviceS: after.serviceS - before.serviceS,
    databaseS: after.databaseS - before.databaseS,
    transactions: after.transactions - before.transactions,
    blocks: after.blocks - before.blocks,
  }
}

async function readUsage(): Promise<Usage> {
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

/** Of a process and its children (Linux: /proc/PID/stat, in hundredths of a second). */
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
      // The process has ended.
      if (!['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) throw error
    }
  }
  return ticks / 100
}

function formatUsage({ serviceS, databaseS, transactions, blocks }: Usage): string {
  return `${serviceS.toFixed(2)} s of a core in the service, ${databaseS.toFixed(2)} s in PostgreSQL, ${transactions} transactions, ${blocks} blocks`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
