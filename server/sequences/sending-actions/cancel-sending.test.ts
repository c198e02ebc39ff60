import { expect, it } from 'vitest'
import { useMailbox } from '../../testing/environment'
import { anOrganization } from '../../testing/factories/basics'
import { runSendingsAndReadState } from '../../testing/sendings'
import { recordAndClaimBatch } from '../sending/record-and-claim-batch'
import { createSendingFactory, readSending, readSendingSteps } from '../sending/sending-fixture'
import { actOnSending } from './act-on-listed-sendings'

const mailbox = await useMailbox()
const aSendingOfNewSequence = createSendingFactory(mailbox)
const cancelSending = (organizationId: string, id: string) => actOnSending(organizationId, id, { type: 'cancel' })

it('skips what has not left, and nothing is sent afterwards', async () => {
  const { organizationId, sending, run, mails } = await aSendingOfNewSequence([
    { type: 'survey' },
    { type: 'survey', delay: 3600 },
  ])
  await run()
  const cancelled = await cancelSending(organizationId, sending.id)
  await run()
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    reason: { code: 'cancelled' },
    dueAt: null,
    steps: [{ status: 'sent' }],
  })
  expect(mails()).toHaveLength(1)
})

it('lets a message go out that is being sent, and records what became of it', async () => {
  const { organizationId, sending, mails } = await aSendingOfNewSequence([{ type: 'survey' }, { type: 'survey' }])
  const { outgoing } = await recordAndClaimBatch(organizationId, [], { capacity: 1, only: sending.id })
  await cancelSending(organizationId, sending.id)
  for (const { claim, deliver } of outgoing)
    await recordAndClaimBatch(organizationId, [{ claim, outcome: await deliver() }], { capacity: 0 })
  await runSendingsAndReadState(organizationId, sending.id)
  expect(mails()).toHaveLength(1)
  expect(await readSendingSteps(sending.id)).toMatchObject([{ status: 'sent' }])
  expect(await readSending(sending.id)).toMatchObject({ status: 'cancelled' })
})

it('either the message leaves or the step is skipped, when a sending is cancelled while it is run', async () => {
  const { organizationId, sending, run, mails } = await aSendingOfNewSequence([{ type: 'survey' }])
  await Promise.allSettled([run(), cancelSending(organizationId, sending.id)])
  await run()
  const steps = await readSendingSteps(sending.id)
  expect(steps.filter(({ status }) => status === 'sent')).toHaveLength(mails().length)
  expect((await readSending(sending.id)).endedAt).not.toBeNull()
})

it('changes nothing if it is cancelled already, by whatever means', async () => {
  const { organizationId, sending } = await aSendingOfNewSequence([{ type: 'survey', delay: 60 }])
  await cancelSending(organizationId, sending.id)
  const before = await readSending(sending.id)
  await cancelSending(organizationId, sending.id)
  expect(await readSending(sending.id)).toEqual(before)
})

it('refuses a completed sending', async () => {
  const { organizationId, sending, run } = await aSendingOfNewSequence([{ type: 'survey' }])
  await run()
  await expect(cancelSending(organizationId, sending.id)).rejects.toMatchObject({
    code: 'SENDING_ENDED',
    details: { status: 'completed' },
  })
})

it('does not find a sending of another organization, and leaves it alone', async () => {
  const { sending } = await aSendingOfNewSequence([{ type: 'survey', delay: 60 }])
  await expect(cancelSending(await anOrganization(), sending.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await readSending(sending.id)).toMatchObject({ status: 'queued' })
})
