import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { MESSAGE_CLAIM_MS } from '../../messaging/outcome/decide-message-status'
import { useMailbox } from '../../testing/environment'
import { ageSending, aSending } from '../../testing/factories/sequences'
import { runSendingsAndReadState } from '../../testing/sendings'
import { recordAndClaimBatch } from './record-and-claim-batch'
import { createSendingFactory, readSendingSteps } from './sending-fixture'

const mailbox = await useMailbox()
const aSendingOfNewSequence = createSendingFactory(mailbox)

describe('exactly-once delivery', () => {
  it('fails a message as interrupted when its process died after the claim, and never sends it again', async () => {
    const { organizationId, sending, run, mails } = await aSendingOfNewSequence([{ type: 'survey' }, { type: 'wait' }])
    const { outgoing } = await recordAndClaimBatch(organizationId, [], { capacity: 1, only: sending.id })
    expect(outgoing).toHaveLength(1)
    // The process dies here.
    const waiting = await run()
    expect(waiting).toEqual({ state: 'waiting', until: expect.any(Date) })
    await ageSending(sending.id, MESSAGE_CLAIM_MS / 1000)
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toEqual([])
    expect(await readSendingSteps(sending.id)).toMatchObject([
      { status: 'failed', reason: { code: 'interrupted' } },
      { status: 'completed' },
    ])
  })

  it('ignores the outcome of a message that is reported after its claim expired', async () => {
    const { organizationId, sending, run } = await aSendingOfNewSequence([{ type: 'survey' }])
    const { outgoing } = await recordAndClaimBatch(organizationId, [], { capacity: 1, only: sending.id })
    await ageSending(sending.id, MESSAGE_CLAIM_MS / 1000)
    await run()
    const reported = outgoing.map(({ claim }) => ({ claim, outcome: { state: 'accepted' as const } }))
    expect(reported).toHaveLength(1)
    await recordAndClaimBatch(organizationId, reported, { capacity: 0 })
    expect(await readSendingSteps(sending.id)).toMatchObject([{ status: 'failed' }])
  })

  it('does not repeat a message when the server took its text and broke the connection', async () => {
    const { sending, run, mails } = await aSendingOfNewSequence([{ type: 'survey' }])
    mailbox.fault({ at: 'data', drop: true, keep: true })
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await readSendingSteps(sending.id)).toMatchObject([{ status: 'failed', reason: { code: 'unconfirmed' } }])
  })

  it('retries a message with growing pauses after temporary refusals by the mail server', async () => {
    const { sending, run, mails } = await aSendingOfNewSequence([{ type: 'survey' }])
    mailbox.fault({ at: 'rcpt', code: 451, text: 'Greylisted, come back later' })
    const first = await run()
    expect(first.state).toBe('waiting')
    expect(await readSendingSteps(sending.id)).toMatchObject([
      {
        status: 'scheduled',
        claimedAt: null,
        reason: { code: 'retrying', values: { words: expect.stringContaining('451 Greylisted') } },
      },
    ])
    expect(secondsUntilRetry(first)).toBeCloseTo(60, 0)
    expect(await run()).toEqual(first)

    mailbox.fault({ at: 'data', code: 452, text: 'Disk full' })
    await ageSending(sending.id, 600)
    expect(secondsUntilRetry(await run())).toBeCloseTo(600, -1)

    await ageSending(sending.id, 605)
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(1)
    expect(await readSendingSteps(sending.id)).toMatchObject([{ status: 'sent', reason: null }])
  })

  it('retries a message when the mail server takes no connection, and gives up after a day', async () => {
    const { sending, run, mails } = await aSendingOfNewSequence([{ type: 'survey' }])
    mailbox.disconnect()
    mailbox.fault({ at: 'connect', code: 421, text: 'Too busy' })
    expect((await run()).state).toBe('waiting')
    await ageSending(sending.id, 86_400)
    mailbox.fault({ at: 'connect', code: 421, text: 'Too busy' })
    expect(await run()).toEqual({ state: 'ended' })
    expect(mails()).toEqual([])
    expect(await readSendingSteps(sending.id)).toMatchObject([{ status: 'failed', reason: { code: 'givenUp' } }])
  })

  it('opens a new mail connection at once when the reused one is closed', async () => {
    const first = await aSendingOfNewSequence([{ type: 'survey' }])
    await first.run()
    mailbox.disconnect()
    const second = await aSendingOfNewSequence([{ type: 'survey' }])
    expect(await second.run()).toEqual({ state: 'ended' })
    expect(second.mails()).toHaveLength(1)
  })

  it('does not retry a permanent refusal, and suppresses the address only if the mailbox does not exist', async () => {
    const gone = await aSendingOfNewSequence([{ type: 'survey' }])
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 No such user' })
    expect(await gone.run()).toEqual({ state: 'ended' })
    expect(await readSendingSteps(gone.sending.id)).toMatchObject([
      { status: 'bounced', reason: { code: 'refused', values: { words: '550 5.1.1 No such user' } } },
    ])
    const next = await aSending(gone.organizationId, gone.sequence.id, {
      contactId: gone.contact.id,
      email: gone.contact.email,
    })
    await runSendingsAndReadState(gone.organizationId, next.id)
    expect(await readSendingSteps(next.id)).toMatchObject([{ status: 'skipped', reason: { code: 'suppressed' } }])

    const spam = await aSendingOfNewSequence([{ type: 'survey' }])
    mailbox.fault({ at: 'data', code: 554, text: '5.7.1 Looks like spam' })
    await spam.run()
    expect(await readSendingSteps(spam.sending.id)).toMatchObject([
      { status: 'failed', reason: { code: 'refused', values: { words: '554 5.7.1 Looks like spam' } } },
    ])
    expect(await db.suppression.count({ where: { organizationId: spam.organizationId } })).toBe(0)
  })
})

/** In seconds from now. */
function secondsUntilRetry(state: Awaited<ReturnType<typeof runSendingsAndReadState>>): number {
  return state.state === 'waiting' ? Math.round((state.until.getTime() - Date.now()) / 1000) : 0
}
