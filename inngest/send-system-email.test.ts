import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '@/server/db'
import { systemEmailQueued } from '@/server/jobs/events'
import { anOrganization } from '@/server/testing/factories/basics'
import { aMember } from '@/server/testing/factories/sessions'
import { aSigningSubscription } from '@/server/testing/factories/webhooks'
import { transact } from '@/server/unit-of-work'
import { noteFailure } from '@/server/webhooks/notices/note-failure'
import { acceptEvents } from './local/events'
import { runServed } from './local/testing/served'
import { sendSystemEmailFunction } from './send-system-email'

let served: Awaited<ReturnType<typeof runServed>>

beforeAll(async () => {
  served = await runServed([sendSystemEmailFunction])
})

afterAll(() => served.stop())

it('sends a system email to the owner once, however often the job is woken', async () => {
  const organizationId = await anOrganization()
  const { email: address } = await aMember(organizationId, 'owner')
  const { id } = await aSigningSubscription(organizationId, ['new_contact'])
  await transact((work) => noteFailure(work, organizationId, id))
  const email = await db.systemEmail.findFirstOrThrow({ where: { organizationId } })
  const wake = systemEmailQueued(organizationId, email.id)

  await acceptEvents(served.queue.url, [wake, wake, wake])

  const ended = () => db.systemEmail.count({ where: { organizationId, endedAt: { not: null } } })
  await expect.poll(ended).toBe(1)
  const messages = await db.capturedMessage.findMany({ where: { organizationId } })
  expect(messages).toMatchObject([{ recipient: address, text: expect.stringContaining(`/settings/webhooks/${id}`) }])
})
