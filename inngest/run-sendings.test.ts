import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '@/server/db'
import { sendingsQueued } from '@/server/jobs/events'
import { listOverdueSendings } from '@/server/sequences/sending/sending-queue'
import { setSequenceStatus } from '@/server/sequences/sequences'
import { anEmail, anOrganization, aSurvey } from '@/server/testing/factories/basics'
import { aSending, aSequence, timePasses } from '@/server/testing/factories/sequences'
import { apiAs } from '@/server/testing/http'
import { acceptEvents } from './local/events'
import { runServed } from './local/testing/served'
import { runSendings } from './run-sendings'

/* No mail server is configured, so messages are kept in the Outbox. */

let served: Awaited<ReturnType<typeof runServed>>

beforeAll(async () => {
  served = await runServed([runSendings])
})

afterAll(() => served.stop())

const wake = (organizationId: string) => acceptEvents(served.queue.url, [sendingsQueued(organizationId)])
const sendingsOf = (organizationId: string) => db.sending.findMany({ where: { organizationId } })
const messagesOf = (organizationId: string) => db.capturedMessage.findMany({ where: { organizationId } })

it('sends the survey once to each contact enrolled in one call, after its delay', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSequence(organizationId, [{ type: 'survey', delay: 1 }])
  const contacts = [{ email: anEmail('ada') }, { email: anEmail('grace') }, { email: anEmail('mary') }]
  const { status } = await apiAs(organizationId, 'sequences:execute')(`POST /sequences/${id}/execute`, { contacts })
  expect(status).toBe(200)
  // Extra signals are harmless. The first run has planned the sleep until the survey is due.
  for (let n = 0; n < 3; n += 1) await wake(organizationId)

  await expect
    .poll(async () => (await sendingsOf(organizationId)).map((sending) => sending.status))
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

it('sends nothing for a paused sequence, and continues with the wake event after it is resumed', async () => {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  const { id } = await aSequence(organizationId, [{ type: 'survey', surveyId }], { status: 'paused' })
  await aSending(organizationId, id)
  await wake(organizationId)
  await expect.poll(async () => (await sendingsOf(organizationId))[0]?.dueAt).toBeNull()

  await setSequenceStatus(organizationId, { id, status: 'active' })
  await wake(organizationId)
  await expect.poll(async () => (await sendingsOf(organizationId))[0]?.status).toBe('completed')
  expect(await messagesOf(organizationId)).toHaveLength(1)
})

it('the sweep finds an overdue sending whose wake event was lost, but none that is not overdue', async () => {
  const [late, early, parked] = await Promise.all([anOrganization(), anOrganization(), anOrganization()])
  const lost = await aSending(late, (await aSequence(late)).id)
  await aSending(early, (await aSequence(early)).id)
  await aSending(parked, (await aSequence(parked)).id, { dueAt: null })
  await timePasses(lost.id, 90)
  const found = await listOverdueSendings(100_000)
  expect([late, early, parked].map((organizationId) => found.includes(organizationId))).toEqual([true, false, false])
})
