import { afterAll, expect, it, vi } from 'vitest'

/** Both must stand in the environment before anything reads them. */
const mailbox = await vi.hoisted(async () => {
  const { openMailbox } = await import('../../testing/servers/mailbox')
  const opened = await openMailbox()
  process.env.SMTP_URL = opened.url
  process.env.SMTP_MAX_CONNECTIONS = '1'
  process.env.MAIL_FROM = 'Feedback <feedback@mail.example.com>'
  return opened
})

import { db } from '../../db'
import { getDailyUse } from '../../organizations/daily-use'
import { anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { SendingWorker } from './sending-worker'

afterAll(() => mailbox.close())

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
