import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

const own = await vi.hoisted(async () => {
  const { aDatabase } = await import('../testing/database/own-database')
  const database = await aDatabase()
  process.env.DATABASE_URL = database.url
  return database
})

import { alertQueue } from '../alerts/alert-queue'
import { createAlertRule } from '../alerts/rules'
import { CreateAlertRule } from '../alerts/schema'
import { DAY_MS } from '../clock'
import { createContact } from '../contacts/create'
import { db, queryRows } from '../db'
import { digestQueue } from '../digests/digest-queue'
import { pool } from '../pool'
import { submitResponse } from '../responses/submit'
import { runtime } from '../runtime'
import { executeSequence } from '../sequences/execute'
import { sendingQueue } from '../sequences/sending/sending-queue'
import { setSequenceStatus } from '../sequences/sequences'
import { systemEmailQueue } from '../system-emails/email-queue'
import { anEmail, anOrganization, aSurvey } from '../testing/factories/basics'
import { anAskedSurvey, npsResponses } from '../testing/factories/responses'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { aDelivery, aSigningSubscription, makeDue } from '../testing/factories/webhooks'
import { isListed } from '../testing/queues'
import { transact } from '../unit-of-work'
import { deliveryQueue } from '../webhooks/delivering/delivery-queue'
import { noteFailure } from '../webhooks/notices/note-failure'
import { alertsQueued, type QueueName, sendingsQueued, systemEmailQueued } from './events'
import { defineQueue, type Queue, type QueueItem } from './queue'
import { Scheduler } from './scheduler'
import { wake } from './wake'

/* Addresses are refused by the dialler: a receiver failure that needs no network. Without a mail server messages are kept in the Outbox. */

const REFUSED = 'https://10.0.0.1/'
const QUEUES = [deliveryQueue, sendingQueue, alertQueue, digestQueue, systemEmailQueue]
const WAIT = { timeout: 20_000, interval: 20 }
const started: Scheduler[] = []

async function aScheduler({
  queues = QUEUES,
  sweepEveryMs = 60_000,
}: {
  queues?: Queue[]
  sweepEveryMs?: number
} = {}) {
  const scheduler = new Scheduler({ queues, tasks: [], sweepEveryMs })
  started.push(scheduler)
  await vi.waitFor(() => expect(scheduler.isReady).toBe(true), WAIT)
  return scheduler
}

/** The scheduler of this process, which domains signal. */
async function ownScheduler(options?: { queues?: Queue[]; sweepEveryMs?: number }) {
  runtime.scheduler = await aScheduler(options)
  return runtime.scheduler
}

afterEach(async () => {
  delete runtime.scheduler
  await Promise.all(started.splice(0).map((scheduler) => scheduler.stop()))
})

afterAll(async () => {
  await pool.end()
  await own.drop()
})

const contact = (organizationId: string) => createContact(organizationId, { email: anEmail(), firstName: 'Ada' })
const attempted = (organizationId: string) =>
  db.webhookAttempt.count({ where: { organizationId, finishedAt: { not: null } } })
const sent = (organizationId: string) => db.capturedMessage.count({ where: { organizationId } })

async function aReceiver() {
  const organizationId = await anOrganization()
  const { id: subscriptionId } = await aSigningSubscription(organizationId, ['new_contact'], { hookUrl: REFUSED })
  return { organizationId, subscriptionId }
}

async function enroll(organizationId: string, steps?: Parameters<typeof aSequence>[1]) {
  const { id } = await aSequence(organizationId, steps)
  await executeSequence(organizationId, { id, contacts: [{ email: anEmail(), firstName: 'Ada' }] })
}

describe('starts runs', () => {
  it('delivers a webhook and sends a message as soon as their rows are committed', async () => {
    await ownScheduler()
    const { organizationId } = await aReceiver()
    await contact(organizationId)
    await expect.poll(() => attempted(organizationId)).toBe(1)
    await enroll(organizationId)
    await expect.poll(() => sent(organizationId)).toBe(1)
  })

  it('sends a step after its delay, to each contact once, however often it is signaled', async () => {
    await ownScheduler()
    const organizationId = await anOrganization()
    const { id } = await aSequence(organizationId, [{ type: 'survey', delay: 1 }])
    const contacts = [{ email: anEmail('ada') }, { email: anEmail('grace') }, { email: anEmail('mary') }]
    await executeSequence(organizationId, { id, contacts })
    for (let n = 0; n < 3; n += 1) await wake([sendingsQueued(organizationId)])

    const sendings = () => db.sending.findMany({ where: { organizationId }, include: { steps: true } })
    await expect
      .poll(async () => (await sendings()).map(({ status }) => status))
      .toEqual(contacts.map(() => 'completed'))
    const messages = await db.capturedMessage.findMany({ where: { organizationId } })
    expect(messages.map(({ recipient }) => recipient).toSorted()).toEqual(contacts.map(({ email }) => email).toSorted())
    for (const { steps, createdAt } of await sendings()) {
      expect(steps).toMatchObject([{ status: 'captured', sentAt: null }])
      expect(steps[0]?.capturedAt?.getTime()).toBeGreaterThanOrEqual(createdAt.getTime() + 1000)
    }
  })

  it('sends nothing for a paused sequence, and continues after it is resumed', async () => {
    await ownScheduler()
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId)
    const { id } = await aSequence(organizationId, [{ type: 'survey', surveyId }], { status: 'paused' })
    const { id: sendingId } = await aSending(organizationId, id)
    const sending = () => db.sending.findUniqueOrThrow({ where: { id: sendingId } })
    await wake([sendingsQueued(organizationId)])
    await expect.poll(async () => (await sending()).dueAt).toBeNull()
    await setSequenceStatus(organizationId, { id, status: 'active' })
    await expect.poll(async () => (await sending()).status).toBe('completed')
    expect(await sent(organizationId)).toBe(1)
  })

  it('attempts a delivery when it is due again, and gives up after five failures', async () => {
    await ownScheduler({ sweepEveryMs: 100 })
    const { organizationId, subscriptionId } = await aReceiver()
    const { id: deliveryId } = await aDelivery(organizationId, subscriptionId)
    const attempts = () =>
      db.webhookAttempt.findMany({ where: { deliveryId, finishedAt: { not: null } }, orderBy: { attempt: 'asc' } })
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await expect.poll(async () => (await attempts()).length).toBe(attempt)
      if (attempt < 5) await makeDue(deliveryId)
    }
    expect((await attempts()).map(({ deadLetter }) => deadLetter)).toEqual([false, false, false, false, true])
    expect(await db.webhookDelivery.findUnique({ where: { id: deliveryId } })).toMatchObject({
      status: 'failed',
      attemptCount: 5,
      deadLetter: true,
    })
  })

  it('sends one alert email, one notification and one digest, however often they are signaled', async () => {
    await ownScheduler()
    const organizationId = await anOrganization({ createdAt: new Date(Date.now() - 60 * DAY_MS) })
    const { userId, email: address } = await aMember(organizationId, 'owner')
    await alertOn(organizationId, userId)
    const { id } = await aSigningSubscription(organizationId, ['new_contact'])
    await transact((work) => noteFailure(work, organizationId, id))
    for (let n = 0; n < 3; n += 1) await wake([alertsQueued(organizationId), systemEmailQueued(organizationId)])

    const kinds = async () =>
      (await db.systemEmail.findMany({ where: { organizationId, endedAt: { not: null } } })).map(({ kind }) => kind)
    await expect.poll(async () => (await kinds()).toSorted()).toEqual(['alert', 'webhookFailures'])
    const messages = await db.capturedMessage.findMany({ where: { organizationId, recipient: address } })
    expect(messages.filter(({ text }) => text.includes(`/settings/webhooks/${id}`))).toHaveLength(1)
  })

  it('completes the digest of the past week once, and it is not due again', async () => {
    // The test may run on any weekday: on most of them it is too late for an email, which the log states once.
    const organizationId = await anOrganization({ createdAt: new Date(Date.now() - 60 * DAY_MS) })
    await aMember(organizationId, 'owner')
    await npsResponses(organizationId, (await aSurvey(organizationId)).id, [9], new Date(Date.now() - 7 * DAY_MS))
    await db.$executeRaw`UPDATE organization SET digest_week = digest_week - 7 WHERE id = ${organizationId}::uuid`
    expect(await isListed(digestQueue, organizationId)).toBe(true)
    await ownScheduler()
    await expect.poll(() => isListed(digestQueue, organizationId)).toBe(false)
    const weeks = (await db.digest.findMany({ where: { organizationId } })).map(({ week }) => week.getTime())
    expect(new Set(weeks).size).toBe(weeks.length)
    expect(weeks.length).toBeGreaterThan(0)
  })

  it('needs fewer than 1.1 database statements per webhook delivery', async () => {
    const scheduler = await ownScheduler()
    const { organizationId, subscriptionId } = await aReceiver()
    const count = 200
    await queryRows({
      text: `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
        SELECT uuid_v7(), $1, $2, 'new_contact', '[]', clock_timestamp() FROM generate_series(1, $3::int)`,
      values: [organizationId, subscriptionId, count],
    })
    const statements = vi.spyOn(Client.prototype, 'query')
    scheduler.signal('webhooks/deliveries', organizationId)
    await vi.waitUntil(() => statements.mock.calls.some(([query]) => isNamed(query, 'next-due-delivery')), WAIT)
    const number = statements.mock.calls.length
    statements.mockRestore()
    expect(await attempted(organizationId)).toBe(count)
    expect(number / count).toBeLessThan(1.1)
  })
})

function isNamed(query: unknown, name: string): boolean {
  return typeof query === 'object' && query !== null && 'name' in query && query.name === name
}

async function alertOn(organizationId: string, userId: string): Promise<void> {
  const conditions = { bands: ['negative'], words: [], surveyIds: [], locationIds: [] }
  const limits = { npsAtMost: null, csatAtMost: null, cesAtMost: null, starsAtMost: null }
  const rule = { name: 'Unhappy', active: true, trigger: 'response', ...conditions, ...limits, pauseMinutes: 15 }
  await createAlertRule(
    organizationId,
    CreateAlertRule.parse({ ...rule, userIds: [userId], smsUserIds: [], channels: [] }),
  )
  const questions = [{ id: 'score', type: 'nps', text: 'How likely?', required: true }]
  const { token } = await anAskedSurvey(organizationId, { survey: { questions } })
  await submitResponse(token, new Map([['score', ['2']]]), 'en')
}

describe('finds work without a signal', () => {
  it('at its start, whatever is due', async () => {
    const { organizationId, subscriptionId } = await aReceiver()
    await aDelivery(organizationId, subscriptionId)
    await aScheduler()
    await expect.poll(() => attempted(organizationId)).toBe(1)
  })

  it('by the sweep, what falls due later', async () => {
    await aScheduler({ sweepEveryMs: 200 })
    const { organizationId, subscriptionId } = await aReceiver()
    await aDelivery(organizationId, subscriptionId, { nextAttemptAt: new Date(Date.now() + 500) })
    await expect.poll(() => attempted(organizationId)).toBe(1)
  })

  it('by a notification of another process', async () => {
    await aScheduler()
    const { organizationId } = await aReceiver()
    expect(runtime.scheduler).toBeUndefined()
    await contact(organizationId)
    await expect.poll(() => attempted(organizationId)).toBe(1)
  })

  it('ignores an unreadable notification', async () => {
    await aScheduler()
    await queryRows({
      text: `SELECT pg_notify('jobs', x) FROM unnest(ARRAY['', 'x', '["unknown", "x"]']) x`,
      values: [],
    })
    const { organizationId } = await aReceiver()
    await contact(organizationId)
    await expect.poll(() => attempted(organizationId)).toBe(1)
  })
})

describe('leadership', () => {
  it('another process takes over when the leading one stops', async () => {
    const first = await aScheduler()
    const second = await aScheduler()
    const { organizationId } = await aReceiver()
    expect([first, second].map((one) => one.signal('webhooks/deliveries', organizationId))).toEqual([true, false])
    await first.stop()
    await vi.waitFor(() => expect(second.signal('webhooks/deliveries', organizationId)).toBe(true), WAIT)
    await contact(organizationId)
    await expect.poll(() => attempted(organizationId)).toBe(1)
  })

  it('survives the loss of every database connection', async () => {
    const scheduler = await ownScheduler()
    const { organizationId } = await aReceiver()
    const before = await cutConnections()
    await expect.poll(leader, WAIT).not.toBe(before)
    await expect.poll(() => scheduler.isReady, WAIT).toBe(true)
    await contact(organizationId)
    await expect.poll(() => attempted(organizationId)).toBe(1)
  })
})

/** The connection that holds the lock of the leading process; waits while there is none. */
async function leader(): Promise<number> {
  const admin = new Client({ connectionString: own.ownerUrl })
  await admin.connect()
  try {
    for (;;) {
      const { rows } = await admin.query<{ pid: number }>(
        `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted`,
      )
      if (rows[0]) return rows[0].pid
      await pause(20)
    }
  } finally {
    await admin.end()
  }
}

/** @returns the connection that led */
async function cutConnections(): Promise<number> {
  const led = await leader()
  const admin = new Client({ connectionString: own.ownerUrl })
  await admin.connect()
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  await admin.end()
  return led
}

/** A queue whose items are in memory and end when the test says so. */
function aQueue(name: QueueName, limits: { perOrganization?: number; organizations?: number; budgetMs?: number } = {}) {
  const pending = new Map<string, string[]>()
  const begun: string[] = []
  const finish = new Map<string, () => void>()
  const open = (organizationId: string, except: readonly string[]) =>
    (pending.get(organizationId) ?? []).filter((id) => !except.includes(id)).map((id): QueueItem => ({ id }))
  const queue = defineQueue({
    name,
    limits: { perOrganization: 2, organizations: 1, budgetMs: 60_000, ...limits },
    due: {
      listItems: async (organizationId, { except, limit }) => open(organizationId, except).slice(0, limit),
      nextDueAt: async (organizationId, except) => (open(organizationId, except).length > 0 ? new Date() : null),
      listDue: async () => [],
    },
    perform: async (organizationId, { id }) => {
      begun.push(id)
      await new Promise<void>((resolve) => {
        finish.set(id, resolve)
      })
      pending.set(
        organizationId,
        (pending.get(organizationId) ?? []).filter((one) => one !== id),
      )
    },
  })
  return { queue, pending, begun, finish: (id: string) => finish.get(id)?.() }
}

describe('limits', () => {
  it('runs at most as many items of an organization at once as the queue allows, the first ones first', async () => {
    const { queue, pending, begun, finish } = aQueue('alerts/alerts')
    pending.set('a', ['a1', 'a2', 'a3'])
    const scheduler = await aScheduler({ queues: [queue] })
    scheduler.signal('alerts/alerts', 'a')
    await expect.poll(() => begun).toEqual(['a1', 'a2'])
    finish('a2')
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3'])
    finish('a1')
    finish('a3')
  })

  it('an organization waits for a slot, in order of arrival', async () => {
    const { queue, pending, begun, finish } = aQueue('alerts/alerts')
    for (const id of ['a', 'b', 'c']) pending.set(id, [`${id}1`])
    const scheduler = await aScheduler({ queues: [queue] })
    for (const id of ['a', 'b', 'c', 'b']) scheduler.signal('alerts/alerts', id)
    await expect.poll(() => begun).toEqual(['a1'])
    finish('a1')
    await expect.poll(() => begun).toEqual(['a1', 'b1'])
    finish('b1')
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1'])
    finish('c1')
  })

  it('a run over its budget makes room for a waiting organization, and continues after it', async () => {
    const { queue, pending, begun, finish } = aQueue('alerts/alerts', { perOrganization: 1, budgetMs: 0 })
    pending.set('a', ['a1', 'a2'])
    pending.set('b', ['b1'])
    const scheduler = await aScheduler({ queues: [queue] })
    for (const id of ['a', 'b']) scheduler.signal('alerts/alerts', id)
    await expect.poll(() => begun).toEqual(['a1'])
    await pause(1500)
    finish('a1')
    await expect.poll(() => begun).toEqual(['a1', 'b1'])
    finish('b1')
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2'])
    finish('a2')
  })

  it('takes up work that falls due while an item hangs', async () => {
    const { queue, pending, begun, finish } = aQueue('alerts/alerts')
    pending.set('a', ['a1'])
    const scheduler = await aScheduler({ queues: [queue] })
    scheduler.signal('alerts/alerts', 'a')
    await expect.poll(() => begun).toEqual(['a1'])
    pending.set('a', ['a1', 'a2'])
    await expect.poll(() => begun).toEqual(['a1', 'a2'])
    finish('a1')
    finish('a2')
  })
})

it('stop waits for the items in progress and starts nothing more', async () => {
  const { queue, pending, begun, finish } = aQueue('alerts/alerts', { perOrganization: 1 })
  pending.set('a', ['a1', 'a2'])
  const scheduler = await aScheduler({ queues: [queue] })
  scheduler.signal('alerts/alerts', 'a')
  await expect.poll(() => begun).toEqual(['a1'])
  const stopped = scheduler.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, pause(200, 'waiting')])).toBe('waiting')
  finish('a1')
  expect(await stopped).toBe('stopped')
  expect(begun).toEqual(['a1'])
  expect(scheduler.signal('alerts/alerts', 'a')).toBe(false)
})
