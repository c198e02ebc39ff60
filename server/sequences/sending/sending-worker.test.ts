import { afterAll, expect, it, vi } from 'vitest'

/** All must stand in the environment before anything reads them. */
const mailbox = await vi.hoisted(async () => {
  const { openMailbox } = await import('../../testing/servers/mailbox')
  const opened = await openMailbox()
  process.env.SMTP_URL = opened.url
  process.env.SMTP_MAX_CONNECTIONS = '1'
  process.env.MAIL_FROM = 'Feedback <feedback@mail.example.com>'
  return opened
})
const twilio = await vi.hoisted(async () => {
  const { openTwilioStandIn, twilioVariables } = await import('../../testing/servers/twilio')
  const opened = await openTwilioStandIn()
  Object.assign(process.env, twilioVariables(opened))
  return opened
})

import { db } from '../../db'
import { getDailyUse } from '../../organizations/daily-use'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { SendingWorker } from './sending-worker'

afterAll(() => Promise.all([mailbox.close(), twilio.close()]))

it('a claimed message that found no connection while its run had time is given back, unsent and uncounted', async () => {
  const organizationId = await anOrganization()
  const sequence = await aSequence(organizationId, [{ type: 'survey' }])
  const sendings = [await aSending(organizationId, sequence.id), await aSending(organizationId, sequence.id)]
  let answer = () => undefined as void
  mailbox.fault({ at: 'data', after: new Promise<void>((resolve) => (answer = resolve)) })
  const flow = new SendingWorker(organizationId)
  const { items } = await flow.exchange(20)
  expect(items).toHaveLength(2)
  // The run's time is over; whoever has the connection goes on.
  const work = Promise.all(items.map((piece) => piece.work(Date.now())))
  answer()
  await work
  await flow.exchange(0)

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
  expect(await getDailyUse(organizationId)).toMatchObject({ used: 1 })
})

it('a text message leaves while every connection to the mail server is taken', async () => {
  const organizationId = await anOrganization()
  const mails = await aSequence(organizationId, [{ type: 'survey' }])
  await aSending(organizationId, mails.id)
  let answer = () => undefined as void
  mailbox.fault({ at: 'data', after: new Promise<void>((resolve) => (answer = resolve)) })
  const slow = new SendingWorker(organizationId)
  const { items: held } = await slow.exchange(20)
  const mailing = Promise.all(held.map((piece) => piece.work(Date.now())))

  const other = await anOrganization()
  const texts = await aSequence(other, [{ type: 'sms', body: 'Hello' }])
  const { id: contactId, email } = await aContact(other, { phone: '+33612345678' })
  const { id } = await aSending(other, texts.id, { contactId, email })
  const flow = new SendingWorker(other)
  const { items } = await flow.exchange(20)
  // Its time is over: what has to wait would be given back.
  await Promise.all(items.map((piece) => piece.work(Date.now())))
  await flow.exchange(0)
  expect(await db.sendingStep.findMany({ where: { sendingId: id } })).toMatchObject([{ status: 'sent' }])
  expect(twilio.to('+33612345678')).toHaveLength(1)
  answer()
  await mailing
})
