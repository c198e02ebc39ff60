import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { db } from '../../db'
import { getDailyMessageUsage } from '../../organizations/daily-message-usage'
import { useFakeTwilio, useMailbox } from '../../testing/environment'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence, NEVER_QUIET } from '../../testing/factories/sequences'
import { SendingWorker } from './sending-worker'

const mailbox = await useMailbox()
const twilio = await useFakeTwilio()
/** One connection to the mail server, and enough for text messages. */
const scarce = () => ({ email: pLimit(1), sms: pLimit(20) })

it('releases a claimed message unsent and uncounted when no mail connection was free in time', async () => {
  const [organizationId, connections] = [await anOrganization(), scarce()]
  const sequence = await aSequence(organizationId, [{ type: 'survey' }])
  const sendings = [await aSending(organizationId, sequence.id), await aSending(organizationId, sequence.id)]
  let answer = () => undefined as void
  mailbox.fault({ at: 'data', after: new Promise<void>((resolve) => (answer = resolve)) })
  const worker = new SendingWorker(organizationId, connections)
  const { items } = await worker.recordResultsAndClaim(20)
  expect(items).toHaveLength(2)
  // The run's deadline has passed; the delivery that has the connection continues.
  const work = Promise.all(items.map((piece) => piece.work(Date.now())))
  answer()
  await work
  await worker.recordResultsAndClaim(0)

  expect(sendings.map(({ email }) => mailbox.to(email).length).toSorted((a, b) => a - b)).toEqual([0, 1])
  const steps = await db.sendingStep.findMany({ where: { organizationId }, orderBy: { status: 'desc' } })
  expect(steps).toMatchObject([
    { status: 'sent' },
    {
      status: 'scheduled',
      claimedAt: null,
      reason: { code: 'retrying', values: { words: expect.stringContaining('were busy') } },
    },
  ])
  expect(await getDailyMessageUsage(organizationId)).toMatchObject({ used: 1 })
})

it('sends a text message while every connection to the mail server is in use', async () => {
  const [organizationId, connections] = [await anOrganization(), scarce()]
  const mails = await aSequence(organizationId, [{ type: 'survey' }])
  await aSending(organizationId, mails.id)
  let answer = () => undefined as void
  mailbox.fault({ at: 'data', after: new Promise<void>((resolve) => (answer = resolve)) })
  const slowWorker = new SendingWorker(organizationId, connections)
  const { items: hangingItems } = await slowWorker.recordResultsAndClaim(20)
  const mailing = Promise.all(hangingItems.map((piece) => piece.work(Date.now())))

  const other = await anOrganization(NEVER_QUIET)
  const texts = await aSequence(other, [{ type: 'sms', body: 'Hello' }])
  const { id: contactId, email } = await aContact(other, { phone: '+33612345678' })
  const { id } = await aSending(other, texts.id, { contactId, email })
  const worker = new SendingWorker(other, connections)
  const { items } = await worker.recordResultsAndClaim(20)
  // The deadline has passed: a message without a free connection would be released.
  await Promise.all(items.map((piece) => piece.work(Date.now())))
  await worker.recordResultsAndClaim(0)
  expect(await db.sendingStep.findMany({ where: { sendingId: id } })).toMatchObject([{ status: 'sent' }])
  expect(twilio.to('+33612345678')).toHaveLength(1)
  answer()
  await mailing
})
