import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '@/server/clock'
import { db } from '@/server/db'
import { digestQueue } from '@/server/digests/digest-queue'
import { digestsDue } from '@/server/jobs/events'
import { anOrganization, aSurvey } from '@/server/testing/factories/basics'
import { npsResponses } from '@/server/testing/factories/responses'
import { aMember } from '@/server/testing/factories/sessions'
import { acceptEvents } from './local/events'
import { runServed } from './local/testing/served'
import { sendDigests } from './send-digests'

let served: Awaited<ReturnType<typeof runServed>>

beforeAll(async () => {
  served = await runServed([sendDigests])
})

afterAll(() => served.stop())

it('completes the digest of the past week once, however often the job is woken, and is not due again', async () => {
  // The test may run on any weekday: on most of them it is too late for an email, which the log states once.
  const organizationId = await anOrganization({ createdAt: new Date(Date.now() - 60 * DAY_MS) })
  await aMember(organizationId, 'owner')
  await npsResponses(organizationId, (await aSurvey(organizationId)).id, [9], new Date(Date.now() - 7 * DAY_MS))
  await db.$executeRaw`UPDATE organization SET digest_week = digest_week - 7 WHERE id = ${organizationId}::uuid`
  expect(await digestQueue.organizationsWithWork([organizationId])).toEqual([organizationId])

  const wake = digestsDue(organizationId)
  await acceptEvents(served.queue.url, [wake, wake])

  const isDue = async () => (await digestQueue.organizationsWithWork([organizationId])).length > 0
  await expect.poll(isDue).toBe(false)
  const weeks = (await db.digest.findMany({ where: { organizationId } })).map(({ week }) => week.getTime())
  expect(new Set(weeks).size).toBe(weeks.length)
  expect(weeks.length).toBeGreaterThan(0)
})
