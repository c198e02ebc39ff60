import { expect, it } from 'vitest'
import { db } from '../db'
import { recordMessageEvent } from '../message-events/record-message-event'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { SendingHealth } from './schema'
import { getSendingHealth } from './sending-health'

const HOUR = 3_600_000
const NONE = { sent: 0, delivered: 0, bounced: 0, complained: 0, answered: 0 }

async function anEmail(
  organizationId: string,
  recipient: string | null,
  status = 'sent',
  sentAt = new Date(Date.now() - HOUR),
) {
  const [contact, sequence] = [await aContact(organizationId), await aSequence(organizationId)]
  const sending = await aSending(organizationId, sequence.id, {
    contactId: contact.id,
    email: contact.email,
    dueAt: null,
  })
  const [step] = sequence.steps
  const times = { claimedAt: sentAt, sentAt, endedAt: sentAt }
  const row = { stepId: step?.id ?? '', position: 0, type: 'survey', channel: 'email', recipient, status, ...times }
  return db.sendingStep.create({ data: { organizationId, sendingId: sending.id, ...row } })
}

it('counts emails by mailbox provider and by day in the time zone of the organization', async () => {
  const organizationId = await anOrganization({ timeZone: 'Pacific/Auckland' })
  const today = new Date()
  const noonUtc = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - 5, 12))
  const nextDay = new Date(noonUtc.getTime() + 24 * HOUR).toISOString().slice(0, 10)
  await anEmail(organizationId, 'one@gmail.com', 'answered', noonUtc)
  await anEmail(organizationId, 'Two@GMAIL.com', 'bounced', noonUtc)
  await anEmail(organizationId, 'three@hotmail.fr', 'delivered', noonUtc)
  await anEmail(organizationId, 'four@notgmail.com', 'sent', noonUtc)
  await anEmail(organizationId, null, 'opened', new Date(noonUtc.getTime() - 2 * HOUR))
  await anEmail(organizationId, 'old@gmail.com', 'sent', new Date(Date.now() - 31 * 24 * HOUR))
  await anEmail(await anOrganization(), 'one@gmail.com')

  const health = await getSendingHealth(organizationId)
  expect(health.total).toEqual({ ...NONE, sent: 5, delivered: 3, bounced: 1, answered: 1 })
  expect(health.providers).toHaveLength(3)
  expect(health.providers).toEqual(
    expect.arrayContaining([
      { provider: 'gmail', ...NONE, sent: 2, delivered: 1, bounced: 1, answered: 1 },
      { provider: 'outlook', ...NONE, sent: 1, delivered: 1 },
      { provider: 'other', ...NONE, sent: 2, delivered: 1 },
    ]),
  )
  // Auckland is 12 or 13 hours ahead of UTC: noon is the next day there, ten o'clock not.
  expect(health.days).toEqual([
    { day: nextDay, ...NONE, sent: 4, delivered: 2, bounced: 1, answered: 1 },
    { day: noonUtc.toISOString().slice(0, 10), ...NONE, sent: 1, delivered: 1 },
  ])
})

it('counts nothing before the first email', async () => {
  const health = await getSendingHealth(await anOrganization())
  expect(SendingHealth.parse(health)).toMatchObject({ state: 'good', total: NONE, providers: [], days: [] })
})

it('counts an email that was marked as spam once, and says whether the provider reports anything', async () => {
  const organizationId = await anOrganization()
  const step = await anEmail(organizationId, 'one@yahoo.fr')
  expect((await getSendingHealth(organizationId)).isReported).toBe(false)
  for (const dedupeKey of ['a', 'b'])
    await recordMessageEvent(organizationId, step.id, {
      channel: 'email',
      kind: 'complained',
      provider: 'generic',
      occurredAt: new Date(),
      dedupeKey,
    })
  const { isReported, providers } = await getSendingHealth(organizationId)
  expect(isReported).toBe(true)
  expect(providers).toMatchObject([{ provider: 'yahoo', sent: 1, complained: 1, bounced: 0 }])
})
