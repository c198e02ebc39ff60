import { Client } from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => {
  const { aMigratedDatabase } = await import('../testing/database/test-database')
  const created = await aMigratedDatabase()
  process.env.DATABASE_URL = created.url
  return created
})

import { alertQueue } from '../alerts/alert-queue'
import { createAlertRule } from '../alerts/rules'
import { CreateAlertRule } from '../alerts/schema'
import { DAY_MS } from '../clock'
import { createContact } from '../contacts/create-contact'
import { db, queryRows } from '../db'
import { digestQueue } from '../digests/digest-queue'
import { pool } from '../pool'
import { processState } from '../process-state'
import { submitResponse } from '../responses/submit-response'
import { executeSequence } from '../sequences/execute-sequence'
import { sendingQueue } from '../sequences/sending/sending-queue'
import { setSequenceStatus } from '../sequences/sequences'
import { systemEmailQueue } from '../system-emails/email-queue'
import { anEmailAddress, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSurveyRequest, insertNpsResponses } from '../testing/factories/responses'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { aDelivery, aSigningSubscription, makeDeliveryDue } from '../testing/factories/webhooks'
import { isOrganizationDueForSweep } from '../testing/queues'
import { transact } from '../unit-of-work'
import { deliveryQueue } from '../webhooks/delivery/delivery-queue'
import { queueFailureNotice } from '../webhooks/failure-notices/queue-failure-notice'
import {
  aSubscriptionToBlockedUrl,
  countFinishedWebhookAttempts,
  POLL_OPTIONS,
  useSchedulers,
} from './scheduler-fixture'
import { signalJobs } from './signal-jobs'

/* Without a mail server, messages are captured. */

const QUEUES = [deliveryQueue, sendingQueue, alertQueue, digestQueue, systemEmailQueue]
const { aScheduler, processScheduler } = useSchedulers(QUEUES)

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const createAda = (organizationId: string) =>
  createContact(organizationId, { email: anEmailAddress(), firstName: 'Ada' })
const countCaptured = (organizationId: string) => db.capturedMessage.count({ where: { organizationId } })

async function enroll(organizationId: string, steps?: Parameters<typeof aSequence>[1]) {
  const { id } = await aSequence(organizationId, steps)
  await executeSequence(organizationId, { id, contacts: [{ email: anEmailAddress(), firstName: 'Ada' }] })
}

describe('runs of signaled work', () => {
  it('delivers a webhook and sends a message as soon as their rows are committed', async () => {
    await processScheduler()
    const { organizationId } = await aSubscriptionToBlockedUrl()
    await createAda(organizationId)
    await expect.poll(() => countFinishedWebhookAttempts(organizationId)).toBe(1)
    await enroll(organizationId)
    await expect.poll(() => countCaptured(organizationId)).toBe(1)
  })

  it('sends a step after its delay, to each contact once, however often it is signaled', async () => {
    await processScheduler()
    const organizationId = await anOrganization()
    const { id } = await aSequence(organizationId, [{ type: 'survey', delay: 1 }])
    const contacts = [
      { email: anEmailAddress('ada') },
      { email: anEmailAddress('grace') },
      { email: anEmailAddress('mary') },
    ]
    await executeSequence(organizationId, { id, contacts })
    for (let n = 0; n < 3; n += 1) await signalJobs([{ queue: 'sequences/sendings', organizationId }])

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
    await processScheduler()
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId)
    const { id } = await aSequence(organizationId, [{ type: 'survey', surveyId }], { status: 'paused' })
    const { id: sendingId } = await aSending(organizationId, id)
    const sending = () => db.sending.findUniqueOrThrow({ where: { id: sendingId } })
    await signalJobs([{ queue: 'sequences/sendings', organizationId }])
    await expect.poll(async () => (await sending()).dueAt).toBeNull()
    await setSequenceStatus(organizationId, { id, status: 'active' })
    await expect.poll(async () => (await sending()).status).toBe('completed')
    expect(await countCaptured(organizationId)).toBe(1)
  })

  it('attempts a delivery when it is due again, and gives up after five failures', async () => {
    await processScheduler({ sweepEveryMs: 100 })
    const { organizationId, subscriptionId } = await aSubscriptionToBlockedUrl()
    const { id: deliveryId } = await aDelivery(organizationId, subscriptionId)
    const attempts = () =>
      db.webhookAttempt.findMany({ where: { deliveryId, finishedAt: { not: null } }, orderBy: { attempt: 'asc' } })
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await expect.poll(async () => (await attempts()).length).toBe(attempt)
      if (attempt < 5) await makeDeliveryDue(deliveryId)
    }
    expect((await attempts()).map(({ deadLetter }) => deadLetter)).toEqual([false, false, false, false, true])
    expect(await db.webhookDelivery.findUnique({ where: { id: deliveryId } })).toMatchObject({
      status: 'failed',
      attemptCount: 5,
      deadLetter: true,
    })
  })

  it('sends one alert email, one notification and one digest, however often they are signaled', async () => {
    await processScheduler()
    const organizationId = await anOrganization({ createdAt: new Date(Date.now() - 60 * DAY_MS) })
    const { userId, email: address } = await aMember(organizationId, 'owner')
    await alertOn(organizationId, userId)
    const { id } = await aSigningSubscription(organizationId, ['new_contact'])
    await transact((work) => queueFailureNotice(work, organizationId, id))
    for (let n = 0; n < 3; n += 1)
      await signalJobs([
        { queue: 'alerts/alerts', organizationId },
        { queue: 'emails/emails', organizationId },
      ])

    const kinds = async () =>
      (await db.systemEmail.findMany({ where: { organizationId, endedAt: { not: null } } })).map(({ kind }) => kind)
    await expect.poll(async () => (await kinds()).toSorted()).toEqual(['alert', 'webhookFailures'])
    const messages = await db.capturedMessage.findMany({ where: { organizationId, recipient: address } })
    expect(messages.filter(({ text }) => text.includes(`/settings/webhooks/${id}`))).toHaveLength(1)
  })

  it('completes the digest of the past week once, and it is not due again', async () => {
    // The test may run at any time of the week: on most days it is too late for an email, which the log states once, and until
    // Monday at 8:00 the digest of the past week is not due, but the one before is.
    const organizationId = await anOrganization({ createdAt: new Date(Date.now() - 60 * DAY_MS) })
    await aMember(organizationId, 'owner')
    const surveyId = (await aSurvey(organizationId)).id
    await insertNpsResponses(organizationId, surveyId, [9], new Date(Date.now() - 7 * DAY_MS))
    await insertNpsResponses(organizationId, surveyId, [9], new Date(Date.now() - 10 * DAY_MS))
    await db.$executeRaw`UPDATE organization SET digest_week = digest_week - 14 WHERE id = ${organizationId}::uuid`
    expect(await isOrganizationDueForSweep(digestQueue, organizationId)).toBe(true)
    await processScheduler()
    await expect.poll(() => isOrganizationDueForSweep(digestQueue, organizationId)).toBe(false)
    const weeks = (await db.digest.findMany({ where: { organizationId } })).map(({ week }) => week.getTime())
    expect(new Set(weeks).size).toBe(weeks.length)
    expect(weeks.length).toBeGreaterThan(0)
  })

  it('needs fewer than 1.1 database statements per webhook delivery', async () => {
    const scheduler = await processScheduler()
    const { organizationId, subscriptionId } = await aSubscriptionToBlockedUrl()
    const count = 200
    await queryRows({
      text: `INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at)
        SELECT uuid_v7(), $1, $2, 'new_contact', '[]', clock_timestamp() FROM generate_series(1, $3::int)`,
      values: [organizationId, subscriptionId, count],
    })
    const statements = vi.spyOn(Client.prototype, 'query')
    scheduler.signal('webhooks/deliveries', organizationId)
    await vi.waitUntil(() => statements.mock.calls.some(([query]) => isNamed(query, 'next-due-delivery')), POLL_OPTIONS)
    const number = statements.mock.calls.length
    statements.mockRestore()
    expect(await countFinishedWebhookAttempts(organizationId)).toBe(count)
    expect(number / count).toBeLessThan(1.1)
  })
})

function isNamed(query: unknown, name: string): boolean {
  return typeof query === 'object' && query !== null && 'name' in query && String(query.name).startsWith(`${name}:`)
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
  const { token } = await aSurveyRequest(organizationId, { survey: { questions } })
  await submitResponse(token, new Map([['score', ['2']]]), 'en')
}

describe('work without a signal', () => {
  it('starts the work that is due when the scheduler starts', async () => {
    const { organizationId, subscriptionId } = await aSubscriptionToBlockedUrl()
    await aDelivery(organizationId, subscriptionId)
    await aScheduler()
    await expect.poll(() => countFinishedWebhookAttempts(organizationId)).toBe(1)
  })

  it('starts work that falls due later by the sweep', async () => {
    await aScheduler({ sweepEveryMs: 200 })
    const { organizationId, subscriptionId } = await aSubscriptionToBlockedUrl()
    await aDelivery(organizationId, subscriptionId, { nextAttemptAt: new Date(Date.now() + 500) })
    await expect.poll(() => countFinishedWebhookAttempts(organizationId)).toBe(1)
  })

  it('starts work of which another process notifies it', async () => {
    await aScheduler()
    const { organizationId } = await aSubscriptionToBlockedUrl()
    expect(processState.scheduler).toBeUndefined()
    await createAda(organizationId)
    await expect.poll(() => countFinishedWebhookAttempts(organizationId)).toBe(1)
  })

  it('ignores an unreadable notification', async () => {
    await aScheduler()
    await queryRows({
      text: `SELECT pg_notify('jobs', x) FROM unnest(ARRAY['', 'x', '["unknown", "x"]']) x`,
      values: [],
    })
    const { organizationId } = await aSubscriptionToBlockedUrl()
    await createAda(organizationId)
    await expect.poll(() => countFinishedWebhookAttempts(organizationId)).toBe(1)
  })
})
