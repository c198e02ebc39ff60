import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '@/server/db'
import { takeOverdueSendings } from '@/server/sequences/due'
import { setSequenceStatus } from '@/server/sequences/sequences'
import { anEmail, anOrganization, aSurvey } from '@/server/testing/factories'
import { apiAs } from '@/server/testing/http'
import { aSending, aSequence, timePasses } from '@/server/testing/sequence-factories'
import { acceptEvents } from './local/events'
import { runServed } from './local/testing/served'
import { runSendingFunction } from './run-sending'

/*
 * The function as it is served, driven by the embedded runner, whose queue has a database of its own; the rows are where
 * they always are. No mail server is configured here, so messages are kept in the Outbox.
 */

let served: Awaited<ReturnType<typeof runServed>>

beforeAll(async () => {
  served = await runServed([runSendingFunction])
})

afterAll(() => served.stop())

const wake = (organizationId: string, sendingId: string) =>
  acceptEvents(served.queue.url, [{ name: 'sequences/sending.queued', data: { organizationId, sendingId } }])
const sendingsOf = (organizationId: string) => db.sending.findMany({ where: { organizationId } })
const messagesOf = (organizationId: string) => db.capturedMessage.findMany({ where: { organizationId } })

it('takes everybody whom one call enrolled through their delay to their survey, each once', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId, [{ type: 'survey', delay: 1 }])
  const contacts = [{ email: anEmail('ada') }, { email: anEmail('grace') }, { email: anEmail('mary') }]
  const { status } = await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, { contacts })
  expect(status).toBe(200)
  // A wake too many for each: harmless.
  for (const sending of [...(await sendingsOf(organizationId)), ...(await sendingsOf(organizationId))])
    await wake(organizationId, sending.id)

  await expect
    .poll(async () => (await sendingsOf(organizationId)).map((sending) => sending.status), { timeout: 15_000 })
    .toEqual(['completed', 'completed', 'completed'])
  const recipients = (await messagesOf(organizationId)).map(({ recipient }) => recipient)
  expect(recipients.toSorted()).toEqual(contacts.map(({ email }) => email).toSorted())
  for (const sending of await sendingsOf(organizationId)) {
    const {
      status: step,
      sentAt,
      capturedAt,
    } = await db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id } })
    expect({ step, sentAt }).toEqual({ step: 'captured', sentAt: null })
    expect(capturedAt?.getTime()).toBeGreaterThanOrEqual(sending.createdAt.getTime() + 1000)
  }
})

it('stops for a paused sequence, and goes on when it is woken after it was resumed', async () => {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  const { id } = await aSequence(organizationId, [{ type: 'survey', surveyId }], { status: 'paused' })
  const sending = await aSending(organizationId, id)
  await wake(organizationId, sending.id)
  await expect.poll(async () => (await sendingsOf(organizationId))[0]?.dueAt, { timeout: 10_000 }).toBeNull()

  await setSequenceStatus(organizationId, { id, status: 'active' })
  await wake(organizationId, sending.id)
  await expect.poll(async () => (await sendingsOf(organizationId))[0]?.status, { timeout: 10_000 }).toBe('completed')
  expect(await messagesOf(organizationId)).toHaveLength(1)
})

it('is found by the sweep when its wake was lost, once, and not while nothing is due', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId)
  const lost = await aSending(organizationId, id)
  const parked = await aSending(organizationId, id, { dueAt: null })
  const early = await aSending(organizationId, id)
  await timePasses(lost.id, 90)
  const found = (await takeOverdueSendings(100_000)).filter((sending) => sending.organizationId === organizationId)
  expect(found).toEqual([{ organizationId, sendingId: lost.id }])
  const again = (await takeOverdueSendings(100_000)).map(({ sendingId }) => sendingId)
  for (const sending of [lost, parked, early]) expect(again).not.toContain(sending.id)
})
