import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  type DeliveryWithAttempts,
  findLogContradictions,
  loadDeliveriesWithAttempts,
} from '../../testing/chaos/check-deliveries'
import { addClaimColumns, fastForward } from '../../testing/chaos/fast-forward'
import { aFlakyReceiver, type FlakyReceiver } from '../../testing/chaos/flaky-receiver'
import { killAgainAndAgain, letTimePass, untilNoneLeft } from '../../testing/chaos/kill-workers'
import { aPostgresServer, type PostgresServer } from '../../testing/chaos/postgres-server'
import { createSeededRandom } from '../../testing/chaos/seeded-random'
import { prepareWorkerProcesses, type WorkerProcesses } from '../../testing/chaos/worker-processes'
import { pickByTestLength } from '../../testing/test-length'

/*
 * Chaos test with real processes, a real database and a real receiver. The order of events is not known; afterwards the
 * delivery log and the receiver's log must agree.
 */

/** `npm run chaos -- --kills 1000 --seed 7` sets both. */
const KILLS = Number(process.env.CHAOS_KILLS ?? pickByTestLength(1, 60))
const SEED = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const chance = createSeededRandom(SEED)
/** Numbers of kills after which the database crashes. */
const CRASHES_AFTER = KILLS < 12 ? [1] : [5, 11]
/** With few kills, one works and one takes over. */
const WORKERS = KILLS < 12 ? 2 : 3
const ORGANIZATIONS = 5
const CONTACTS = Math.max(4, Math.ceil((23 / 30) * KILLS))
/** Number of requests after which a `/gone` address answers 410; low enough to be reached with few contacts. */
const GONE_AFTER = Math.min(8, CONTACTS - 2)
/** Contacts created before any worker acts, and with each kill. */
const AT_FIRST = 10
const MORE = 4
const PATHS = ['/steady', '/fickle', '/fickle/too', '/special']
const SPECIAL = ['/hopeless', '/gone', '/gone', '/steady', '/fickle']

let cluster: PostgresServer
let receiver: FlakyReceiver
let workers: WorkerProcesses
let stopTime: (() => void) | undefined

beforeAll(async () => {
  cluster = await aPostgresServer()
  await addClaimColumns(cluster)
  receiver = await aFlakyReceiver(chance, GONE_AFTER)
  workers = await prepareWorkerProcesses({ databaseUrl: cluster.url, authorities: receiver.authorities })
  // Before any module reads it: this process must use the same database.
  process.env.DATABASE_URL = cluster.url
})

afterAll(async () => {
  stopTime?.()
  await workers.close()
  await receiver.close()
  const { pool } = await import('../../pool')
  await pool.end()
  await cluster.close()
})

it(
  `ends every delivery after at most 5 attempts, and makes none twice, while processes are killed and the database crashes (${KILLS} kills, CHAOS_SEED=${SEED})`,
  async () => {
    const organizations = await subscribeAll()
    const contacts = Array.from({ length: CONTACTS }, (_, n) =>
      organizations.map((organizationId) => ({ organizationId, email: `ada-${n}@example.com` })),
    ).flat()
    await createAll(contacts.splice(0, AT_FIRST))
    for (let n = 0; n < WORKERS; n += 1) workers.start()
    stopTime = letTimePass(() => fastForward(cluster, workers.killedAt))
    await killWhileCreating(contacts)
    await createAll(contacts)
    await untilNoneLeft(readProgress)
    await Promise.all(workers.alive().map(workers.kill))

    const log = await loadDeliveriesWithAttempts(cluster)
    expect(
      findLogContradictions(log, receiver.attempts, { killed: workers.killedAt, crashes: cluster.crashTimes }),
    ).toEqual([])
    expect(workers.unexpectedExits).toEqual([])
    await expectOneForEachCause()
    expectGoneToBeInactive(log, await subscriptions())
    expectItWasBad(log)
  },
  120_000 + 20_000 * KILLS,
)

async function subscribeAll(): Promise<string[]> {
  const { anOrganization } = await import('../../testing/factories/basics')
  const { aSigningSubscription } = await import('../../testing/factories/webhooks')
  const organizations: string[] = []
  for (let n = 0; n < ORGANIZATIONS; n += 1) {
    const id = await anOrganization()
    organizations.push(id)
    for (const path of PATHS) {
      const hookUrl = receiver.url(`${path === '/special' ? SPECIAL[n] : path}/${n}/${path.length}`)
      await aSigningSubscription(id, ['new_contact'], { hookUrl })
    }
  }
  return organizations
}

type NewContact = { organizationId: string; email: string }

async function createAll(contacts: readonly NewContact[]): Promise<void> {
  const { createContact } = await import('../../contacts/create-contact')
  const { ContactExists } = await import('../../errors')
  for (const { organizationId, email } of contacts)
    await vi.waitFor(
      () =>
        createContact(organizationId, { email, firstName: 'Ada' }).catch((error: unknown) => {
          // Committed before, but the reply was lost.
          if (!(error instanceof ContactExists)) throw error
        }),
      { timeout: 60_000, interval: 200 },
    )
}

/** Kills and crashes; creates contacts from the list before each. */
async function killWhileCreating(contacts: NewContact[]): Promise<void> {
  let causes = Promise.resolve()
  const createMore = () => {
    const more = contacts.splice(0, MORE)
    causes = causes.then(() => createAll(more))
    return untilInTheMiddle()
  }
  await killAgainAndAgain({
    workers,
    cluster,
    chance,
    count: WORKERS,
    kills: KILLS,
    crashesAfter: CRASHES_AFTER,
    untilInTheMiddle: createMore,
  })
  await causes
}

/** Waits for a few requests after the last kill, then for a random moment while one is in progress. */
async function untilInTheMiddle(): Promise<void> {
  const deadline = Date.now() + 20_000
  const enough = receiver.attempts.length + chance() * 16
  while ((receiver.countPending() === 0 || receiver.attempts.length < enough) && Date.now() < deadline) await pause(5)
  await pause(chance() * 300)
}

async function readProgress(): Promise<{ left: number }> {
  const [row] = await cluster.query<{ left: number; attempts: number }>(
    `SELECT (SELECT count(*)::int FROM webhook_delivery WHERE status = 'pending') AS left,
       (SELECT count(*)::int FROM webhook_attempt) AS attempts`,
  )
  return row ?? { left: 0 }
}

type Subscription = { hookUrl: string; active: boolean; deliveries: number; bodies: number }

async function subscriptions(): Promise<Subscription[]> {
  return cluster.query<Subscription>(
    `SELECT hook_url AS "hookUrl", active, count(*)::int AS deliveries, count(DISTINCT body)::int AS bodies
     FROM webhook_subscription s JOIN webhook_delivery d ON d.subscription_id = s.id GROUP BY s.id ORDER BY hook_url`,
  )
}

/** No event was lost or duplicated; addresses that answered 410 may have got fewer. */
async function expectOneForEachCause(): Promise<void> {
  const rows = await subscriptions()
  expect(rows).toHaveLength(ORGANIZATIONS * PATHS.length)
  const wrong = rows.filter(
    ({ hookUrl, deliveries, bodies }) =>
      deliveries !== bodies || (deliveries !== CONTACTS && !new URL(hookUrl).pathname.startsWith('/gone')),
  )
  expect(wrong).toEqual([])
}

function expectGoneToBeInactive(log: readonly DeliveryWithAttempts[], rows: readonly Subscription[]): void {
  for (const { hookUrl, active } of rows) {
    const met410 = log.some((one) => one.hookUrl === hookUrl && one.attempts.some((a) => a.httpStatusCode === 410))
    expect({ hookUrl, active, met410 }).toEqual({ hookUrl, active: !met410, met410: hookUrl.includes('/gone') })
  }
}

/** Without enough accidents the test proves nothing. */
function expectItWasBad(log: readonly DeliveryWithAttempts[]): void {
  const attempts = log.flatMap((delivery) => delivery.attempts)
  const count = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length
  const observed = {
    kills: workers.killedAt.size,
    crashes: cluster.crashTimes.length,
    deliveries: log.length,
    // Killed between the claim and the record, or while the receiver was about to answer.
    lost: count(attempts, ({ error }) => error?.startsWith('INTERRUPTED') === true),
    unanswered: count(receiver.attempts, ({ response }) => response === 'cut'),
    deadLetters: count(log, ({ deadLetter }) => deadLetter),
    succeeded: count(log, ({ status }) => status === 'succeeded'),
    attempts: attempts.length,
    requests: receiver.attempts.length,
  }
  const least = {
    kills: KILLS,
    crashes: CRASHES_AFTER.length,
    deliveries: 13 * KILLS,
    // A single kill may interrupt nothing, which is not an error.
    lost: Math.floor(KILLS / 3),
    unanswered: Math.floor(KILLS / 6),
    deadLetters: CONTACTS,
  }
  process.stdout.write(`chaos: ${JSON.stringify({ seed: SEED, ...observed })}\n`)
  const tooTame = Object.entries(least).filter(([what, number]) => observed[what as keyof typeof observed] < number)
  expect({ ...observed, tooTame }).toEqual({ ...observed, tooTame: [] })
}
