import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareWorkerProcesses, type WorkerProcesses } from '../../testing/chaos/worker-processes'
import { aMigratedDatabase } from '../../testing/database/test-database'
import { aReceiver, type Receiver } from '../../testing/servers/https-receiver'

/*
 * Thirteen organizations on one runner, in a process of its own. The receivers of twelve accept and never answer, so that each
 * of their attempts takes the full ten seconds.
 */

const ORGANIZATIONS = 12
const HANGING = 8
const AT_ONCE = 5
const PROBES = 3

let database: Awaited<ReturnType<typeof aMigratedDatabase>>
let hanging: Receiver
let quick: Receiver
let workers: WorkerProcesses

beforeAll(async () => {
  database = await aMigratedDatabase()
  hanging = await aReceiver()
  hanging.script(() => undefined)
  quick = await aReceiver()
  workers = await prepareWorkerProcesses({ databaseUrl: database.url, authorities: quick.authorities })
  await workers.start().ready
  // Before any module reads it.
  process.env.DATABASE_URL = database.url
})

afterAll(async () => {
  await workers.close()
  await hanging.close()
  await quick.close()
  const { pool } = await import('../../pool')
  await pool.end()
  await database.drop()
})

it('makes the first attempts of one organization before the waiting ones of 12 others that hang, each 5 at once', async () => {
  const slowOnes: string[] = []
  for (let n = 0; n < ORGANIZATIONS; n += 1) slowOnes.push(await subscribe(hanging, `/${n}`))
  const quickOne = await subscribe(quick)
  await firstAttempt(quickOne, 0)

  for (let n = 0; n < HANGING; n += 1) await Promise.all(slowOnes.map((slowOne) => create(slowOne, n)))
  await hanging.waitUntil((requests) => requests.length >= AT_ONCE * ORGANIZATIONS, 60_000)
  for (let n = 1; n <= PROBES; n += 1) await firstAttempt(quickOne, n)
  // Some deliveries still have no slot: the responsive organization was not delayed by them.
  expect(hanging.requests.length).toBeLessThan(HANGING * ORGANIZATIONS)
  await hanging.waitUntil((requests) => requests.length > AT_ONCE * ORGANIZATIONS, 60_000)
  // Never more than five per organization at once, for ten seconds each.
  for (let n = 0; n < ORGANIZATIONS; n += 1) {
    const own = hanging.requests.filter(({ path }) => path === `/${n}`)
    expect(mostAtOnce(own.map(({ at }) => at.getTime()))).toBeLessThanOrEqual(AT_ONCE)
  }
})

async function subscribe(receiver: Receiver, path = '/'): Promise<string> {
  const { anOrganization } = await import('../../testing/factories/basics')
  const { aSigningSubscription } = await import('../../testing/factories/webhooks')
  const organizationId = await anOrganization()
  await aSigningSubscription(organizationId, ['new_contact'], { hookUrl: receiver.url(path) })
  return organizationId
}

async function create(organizationId: string, n: number): Promise<void> {
  const { createContact } = await import('../../contacts/create-contact')
  await createContact(organizationId, { email: `ada-${n}@example.com`, firstName: 'Ada' })
}

async function firstAttempt(organizationId: string, n: number): Promise<void> {
  const before = quick.requests.length
  await create(organizationId, n)
  await quick.waitUntil((requests) => requests.length > before, 60_000)
}

/** Attempts last ten seconds; slightly less here, because the receiver sees them later than they started. */
function mostAtOnce(starts: readonly number[]): number {
  const LASTING_MS = 9000
  return Math.max(...starts.map((at) => starts.filter((other) => other <= at && other > at - LASTING_MS).length))
}
