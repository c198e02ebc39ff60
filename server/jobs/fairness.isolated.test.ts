import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareWorkerProcesses, type WorkerProcesses } from '../testing/chaos/worker-processes'
import { aMigratedDatabase } from '../testing/database/test-database'
import { aReceiver, type Receiver } from '../testing/servers/https-receiver'

/*
 * One organization queues tens of thousands of items, another one a single item, in one process. The delay is measured
 * in items of the busy organization completed meanwhile, which does not depend on the speed of the machine; `npm run bench:neighbour`
 * measures time.
 */

const SUBSCRIPTIONS = 100
const CONTACTS = 100
const OLD_DELIVERIES = 10_000
const PEOPLE = 20_000
/** Items that the busy organization may complete before another's delivery or email arrives. */
const TURNS = 200

let database: Awaited<ReturnType<typeof aMigratedDatabase>>
let busy: Receiver
let other: Receiver
let hanging: Receiver
let workers: WorkerProcesses

beforeAll(async () => {
  database = await aMigratedDatabase()
  busy = await aReceiver()
  other = await aReceiver()
  hanging = await aReceiver()
  hanging.script(() => undefined)
  workers = await prepareWorkerProcesses({ databaseUrl: database.url, authorities: other.authorities })
  // Before the modules that read it are loaded.
  process.env.DATABASE_URL = database.url
  await workers.start().ready
})

afterAll(async () => {
  await workers.close()
  await Promise.all([busy.close(), other.close(), hanging.close()])
  const { closeDatabase } = await import('../db')
  await closeDatabase()
  await database.drop()
})

it('a starting process sends a delivery that has no signal within half a minute, and only once', async () => {
  await Promise.all(workers.alive().map(workers.kill))
  const organizationId = await anOrganization()
  const subscriptionId = await subscribe(organizationId, other, '/left')
  await rows(
    `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
     VALUES (gen_random_uuid(), $1, $2, 'new_contact', '[]', clock_timestamp())`,
    [organizationId, subscriptionId],
  )
  await workers.start().ready
  // Less than the minute between sweeps, so the startup recovery must find it.
  await other.waitUntil((requests) => requests.some(({ path }) => path === '/left'), 29_000)
  expect(other.requests.filter(({ path }) => path === '/left')).toHaveLength(1)
})

it('a delivery and an email are sent before 200 more of another organization’s 20,000 queued deliveries', async () => {
  const [noisy, quiet] = [await anOrganization(), await anOrganization()]
  const subscriptions = []
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) subscriptions.push(await subscribe(noisy, busy, `/${n}`))
  await subscribe(quiet, other)
  const sequenceId = await aSequenceOfOneSurvey(quiet)
  let causes = 0
  const delivered = async () => {
    const before = other.requests.length
    await create(quiet, (causes += 1))
    await other.waitUntil((requests) => requests.length > before, 120_000)
  }
  const mailed = async () => {
    const before = await countMails(quiet)
    await execute(quiet, sequenceId, (causes += 1))
    await expect.poll(() => countMails(quiet), { timeout: 120_000, interval: 20 }).toBe(before + 1)
  }
  const turnsUntil = async (isThere: () => Promise<void>) => {
    const before = busy.requests.length
    await isThere()
    return busy.requests.length - before
  }
  await delivered()
  await mailed()

  await rows(
    `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
     SELECT gen_random_uuid(), $1, $2, 'new_contact', '[]', clock_timestamp() FROM generate_series(1, $3::int)`,
    [noisy, subscriptions[0], OLD_DELIVERIES],
  )
  await Promise.all(Array.from({ length: CONTACTS }, (_, n) => create(noisy, n)))
  await busy.waitUntil((requests) => requests.length >= 10, 30_000)

  expect(await turnsUntil(delivered)).toBeLessThan(TURNS)
  expect(await turnsUntil(mailed)).toBeLessThan(TURNS)
  const [remaining] = await rows<{ pending: number }>(
    `SELECT count(*)::int AS pending FROM webhook_delivery WHERE organization_id = $1 AND status = 'pending'`,
    [noisy],
  )
  expect(remaining?.pending).toBeGreaterThan(OLD_DELIVERIES / 2)
})

it('resuming 20,000 recipients reschedules under half at once and delays another organization’s email by under 400', async () => {
  const [noisy, quiet] = [await anOrganization(), await anOrganization()]
  const noisyId = await aSequenceOfOneSurvey(noisy, 'paused')
  const quietId = await aSequenceOfOneSurvey(quiet)
  await rows(
    `INSERT INTO sending (id, organization_id, sequence_id, contact_id, email, status, anchor_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'gone@example.com', 'running', clock_timestamp(), clock_timestamp()
     FROM generate_series(1, $3::int)`,
    [noisy, noisyId, PEOPLE],
  )
  const { setSequenceStatus } = await import('../sequences/sequences')
  const parked = async () => {
    const [row] = await rows<{ parked: number; ended: number }>(
      `SELECT count(*) FILTER (WHERE ended_at IS NULL AND due_at IS NULL)::int AS parked,
         count(*) FILTER (WHERE ended_at IS NOT NULL)::int AS ended FROM sending WHERE organization_id = $1`,
      [noisy],
    )
    return row ?? { parked: 0, ended: 0 }
  }
  await setSequenceStatus(noisy, { id: noisyId, status: 'active' })
  expect((await parked()).parked).toBeGreaterThan(PEOPLE / 2)
  await expect.poll(async () => (await parked()).ended, { timeout: 60_000 }).toBeGreaterThan(50)

  const before = (await parked()).ended
  await execute(quiet, quietId, 1)
  await expect.poll(() => countMails(quiet), { timeout: 60_000, interval: 20 }).toBe(1)
  expect((await parked()).ended - before).toBeLessThan(TURNS * 2)
})

it('sends an organization’s delivery to one address while its delivery to another hangs', async () => {
  const organizationId = await anOrganization()
  const stuck = await subscribe(organizationId, hanging)
  const rest = await subscribe(organizationId, other, '/rest', 'new_response')
  await create(organizationId, 0)
  await hanging.waitUntil((requests) => requests.length > 0, 30_000)
  await rows(
    `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
     VALUES (gen_random_uuid(), $1, $2, 'new_response', '[]', clock_timestamp())`,
    [organizationId, rest],
  )
  await other.waitUntil((requests) => requests.some(({ path }) => path === '/rest'), 30_000)
  const [open] = await rows<{ open: number }>(
    'SELECT count(*)::int AS open FROM webhook_attempt WHERE subscription_id = $1 AND finished_at IS NULL',
    [stuck],
  )
  expect(open?.open).toBe(1)
})

async function anOrganization(): Promise<string> {
  return (await import('../testing/factories/basics')).anOrganization()
}

async function subscribe(
  organizationId: string,
  receiver: Receiver,
  path = '/',
  kind = 'new_contact',
): Promise<string> {
  const { aSigningSubscription } = await import('../testing/factories/webhooks')
  return (await aSigningSubscription(organizationId, [kind], { hookUrl: receiver.url(path) })).id
}

async function aSequenceOfOneSurvey(organizationId: string, status = 'active'): Promise<string> {
  const { aSequence } = await import('../testing/factories/sequences')
  return (await aSequence(organizationId, [{ type: 'survey' }], { status })).id
}

async function create(organizationId: string, n: number): Promise<void> {
  const { createContact } = await import('../contacts/create-contact')
  await createContact(organizationId, { email: `ada-${n}@example.com`, firstName: 'Ada' })
}

async function execute(organizationId: string, id: string, n: number): Promise<void> {
  const { executeSequence } = await import('../sequences/execute-sequence')
  await executeSequence(organizationId, { id, contacts: [{ email: `grace-${n}@example.com`, firstName: 'Grace' }] })
}

async function countMails(organizationId: string): Promise<number> {
  const { db } = await import('../db')
  return db.capturedMessage.count({ where: { organizationId } })
}

async function rows<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const { queryRows } = await import('../db')
  return queryRows<Row>({ text, values })
}
