import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { aCluster, type Cluster } from '../testing/chaos/cluster'
import { contradictionsIn, type LoggedDelivery, readLog } from '../testing/chaos/contradictions'
import { aFickleReceiver, type FickleReceiver } from '../testing/chaos/fickle-receiver'
import { passTime, watchClaims } from '../testing/chaos/passing-time'
import { type WorkerProcess, type WorkerProcesses, workerProcesses } from '../testing/chaos/worker-processes'

/*
 * Real processes, a real database, a real receiver, and as many accidents as fit in a minute. Nothing here knows in which
 * order things happen; what is looked at is whether, afterwards, log and receiver tell the same story.
 */

const KILLS = 40
const CRASHES_AFTER = [10, 20]
const WORKERS = 3
const ORGANIZATIONS = 5
const CONTACTS = 20
/** Longer than anything waits here for its next attempt, a lost wake-up and a sweep included. */
const STILL_MS = 90_000
/** Of each organization. */
const PATHS = ['/steady', '/fickle', '/fickle/too', '/special']
const SPECIAL = ['/hopeless', '/gone', '/gone', '/steady', '/fickle']

let cluster: Cluster
let receiver: FickleReceiver
let workers: WorkerProcesses
let chaos: ReturnType<typeof setInterval> | undefined

beforeAll(async () => {
  cluster = await aCluster()
  await watchClaims(cluster)
  receiver = await aFickleReceiver()
  workers = await workerProcesses({ databaseUrl: cluster.url, authorities: receiver.authorities })
  // Before anything is loaded that reads it: what this process does, it does on the same database.
  process.env.DATABASE_URL = cluster.url
}, 90_000)

afterAll(async () => {
  clearInterval(chaos)
  await workers.close()
  await receiver.close()
  const { pool } = await import('../db')
  await pool.end()
  await cluster.close()
}, 60_000)

it('ends each of 400 deliveries, none of them sent twice as one attempt or a sixth time, through 40 kills and 2 crashes of the database', async () => {
  const organizations = await subscribeAll()
  const contacts = organizations.flatMap((organizationId) =>
    Array.from({ length: CONTACTS }, (_, n) => ({ organizationId, email: `ada-${n}@example.com` })),
  )
  // Some before anybody works, the rest while they are killed.
  await createAll(contacts.slice(0, 10))

  for (let n = 0; n < WORKERS; n += 1) workers.start()
  let ticks = 0
  let isTicking = false
  chaos = setInterval(() => {
    if (isTicking) return
    isTicking = true
    void passTime(cluster, workers.killed)
      .then(() => (ticks += 1))
      // The server is away now and then: time passes again when it is back.
      .catch((error: unknown) => error)
      .finally(() => (isTicking = false))
  }, 1000)
  const causes = createAll(contacts.slice(10), 250).then(() => receiver.letGo())
  await killAgainAndAgain()
  await causes
  await untilAllEnded()
  await Promise.all(workers.alive().map(workers.kill))

  const log = await readLog(cluster)
  expect(contradictionsIn(log, receiver.seen, { killed: workers.killed, crashes: cluster.crashes })).toEqual([])
  expect(workers.deserters).toEqual([])
  expect(log).toHaveLength(contacts.length * PATHS.length)
  await expectOneEach(contacts.length)
  await expectGoneToBeInactive(log)
  expectItWasBad(log, ticks)
}, 600_000)

/** Each organization with a subscription for each path. */
async function subscribeAll(): Promise<string[]> {
  const { anOrganization } = await import('../testing/factories')
  const { aSigningSubscription } = await import('../testing/webhook-factories')
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

/** Commits the causes, each until it is sure that it was committed. */
async function createAll(contacts: readonly NewContact[], pauseMs = 0): Promise<void> {
  const { createContact } = await import('../contacts/create')
  const { ContactExists } = await import('../errors')
  for (const { organizationId, email } of contacts) {
    await vi.waitFor(
      () =>
        createContact(organizationId, { email, firstName: 'Ada' }).catch((error: unknown) => {
          // The commit whose answer was lost.
          if (!(error instanceof ContactExists)) throw error
        }),
      { timeout: 30_000, interval: 200 },
    )
    if (pauseMs > 0) await pause(pauseMs)
  }
}

/** Kills whoever executes, in the middle of something; now and then everybody; and crashes the database twice. */
async function killAgainAndAgain(): Promise<void> {
  const crashesAfter = [...CRASHES_AFTER]
  while (workers.killed.size < KILLS || crashesAfter.length > 0) {
    const deadline = Date.now() + 20_000
    while (receiver.underWay() === 0 && Date.now() < deadline) await pause(10)
    await pause(Math.random() * 300)
    if (workers.killed.size >= (crashesAfter[0] ?? Infinity)) {
      crashesAfter.shift()
      await cluster.crash()
    }
    const victims = Math.random() < 0.1 ? workers.alive() : [await whoLeads()]
    await Promise.all(victims.map((victim) => victim && workers.kill(victim)))
    while (workers.alive().length < WORKERS) workers.start()
    await Promise.any(workers.alive().map(({ ready }) => ready))
  }
}

/** The one that holds the runner's lock; anyone while nobody can be asked. */
async function whoLeads(): Promise<WorkerProcess | undefined> {
  const alive = workers.alive()
  const anyone = alive[Math.floor(Math.random() * alive.length)]
  try {
    const holders = await cluster.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND granted AND application_name LIKE 'worker-%'`,
    )
    return alive.find(({ name }) => name === holders[0]?.name) ?? anyone
  } catch (error) {
    if (error instanceof Error) return anyone
    throw error
  }
}

/** However long it takes, as long as it moves. */
async function untilAllEnded(): Promise<void> {
  let before = ''
  let movedAt = Date.now()
  for (;;) {
    const [row] = await cluster.query<{ left: number; attempts: number }>(
      `SELECT (SELECT count(*)::int FROM webhook_delivery WHERE status = 'pending') AS left,
         (SELECT count(*)::int FROM webhook_attempt) AS attempts`,
    )
    if (row?.left === 0) return
    const state = JSON.stringify(row)
    if (state !== before) movedAt = Date.now()
    before = state
    if (Date.now() - movedAt > STILL_MS) throw new Error(`nothing has moved for ${STILL_MS} ms: ${state}`)
    await pause(250)
  }
}

/** No cause was lost, and none counted twice. */
async function expectOneEach(contacts: number): Promise<void> {
  const rows = await cluster.query<{ bodies: number }>(
    'SELECT count(DISTINCT body)::int AS bodies FROM webhook_delivery GROUP BY subscription_id HAVING count(*) = count(DISTINCT body)',
  )
  expect(rows).toEqual(
    Array.from({ length: ORGANIZATIONS * PATHS.length }, () => ({ bodies: contacts / ORGANIZATIONS })),
  )
}

async function expectGoneToBeInactive(log: readonly LoggedDelivery[]): Promise<void> {
  const rows = await cluster.query<{ hookUrl: string; active: boolean }>(
    'SELECT hook_url AS "hookUrl", active FROM webhook_subscription',
  )
  for (const { hookUrl, active } of rows) {
    const met410 = log.some((one) => one.hookUrl === hookUrl && one.attempts.some((a) => a.httpStatusCode === 410))
    expect({ hookUrl, active }).toEqual({ hookUrl, active: !met410 })
  }
}

/** Without accidents the rest would prove nothing. */
function expectItWasBad(log: readonly LoggedDelivery[], ticks: number): void {
  const attempts = log.flatMap((delivery) => delivery.attempts)
  const count = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length
  const seen = {
    kills: workers.killed.size,
    crashes: cluster.crashes.length,
    requests: receiver.seen.length,
    attempts: attempts.length,
    lost: count(attempts, ({ error }) => error?.startsWith('INTERRUPTED') === true),
    unanswered: count(receiver.seen, ({ answer }) => answer === 'cut'),
    timeouts: count(attempts, ({ error }) => error?.startsWith('TIMEOUT') === true),
    succeeded: count(log, ({ status }) => status === 'succeeded'),
    deadLetters: count(log, ({ deadLetter }) => deadLetter),
    gone: count(attempts, ({ httpStatusCode }) => httpStatusCode === 410),
    cancelled: count(log, ({ status }) => status === 'cancelled'),
    ticks,
  }
  const story = JSON.stringify(seen)
  expect(seen.kills, story).toBeGreaterThanOrEqual(KILLS)
  expect(seen.crashes, story).toBe(CRASHES_AFTER.length)
  // Killed between the claim and the record, and while the receiver was about to answer.
  expect(seen.lost, story).toBeGreaterThan(20)
  expect(seen.unanswered, story).toBeGreaterThan(5)
  expect(seen.deadLetters, story).toBeGreaterThanOrEqual(CONTACTS)
  expect(seen.gone, story).toBeGreaterThan(0)
  expect(seen.cancelled, story).toBeGreaterThan(0)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
