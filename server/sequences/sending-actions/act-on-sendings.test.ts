import { afterEach, describe, expect, it, vi } from 'vitest'
import { db } from '../../db'
import { openTransaction, waitForLockWaiters } from '../../testing/database/locks'
import { useMailbox } from '../../testing/environment'
import { runSendingsAndReadState } from '../../testing/sendings'
import { recordAndClaimBatch } from '../sending/record-and-claim-batch'
import { createSendingFactory, readSending, readSendingSteps } from '../sending/sending-fixture'
import { setSequenceStatus } from '../sequences'
import { actOnSending } from './act-on-listed-sendings'

const HOUR_MS = 3_600_000

const mailbox = await useMailbox()
const aSendingOfNewSequence = createSendingFactory(mailbox)

afterEach(() => {
  vi.useRealTimers()
})

const passTime = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })

type Fixture = Awaited<ReturnType<typeof aSendingOfNewSequence>>
const act = (
  { organizationId, sending }: Fixture,
  type: 'pause' | 'resume' | 'skipWait' | 'skipStep',
  stepId?: string,
) => actOnSending(organizationId, sending.id, { type, ...(stepId === undefined ? {} : { stepId }) })

describe('a paused sending', () => {
  it('sends nothing, keeps its place, and sends at once when it is resumed after it was due', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }])
    const paused = await act(fixture, 'pause')
    expect(await fixture.run()).toEqual({ state: 'paused' })
    expect(fixture.mails()).toHaveLength(0)
    expect(paused).toMatchObject({ status: 'queued', dueAt: null, pausedAt: expect.any(String) })

    const resumed = await act(fixture, 'resume')
    expect(await fixture.run()).toEqual({ state: 'ended' })
    expect(resumed.pausedAt).toBeNull()
    expect(fixture.mails()).toHaveLength(1)
  })

  it('waits as long as was left of its wait, once it is resumed', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey', delay: 3 * 3600 }])
    const enrolledAt = fixture.sending.anchorAt.getTime()
    passTime(HOUR_MS)
    await act(fixture, 'pause')
    passTime(10 * HOUR_MS)
    const { dueAt } = await act(fixture, 'resume')
    expect(Math.abs(Date.parse(dueAt ?? '') - enrolledAt - 13 * HOUR_MS)).toBeLessThan(60_000)
    expect(dueAt).toBe((await readSending(fixture.sending.id)).dueAt?.toISOString())
  })

  it('stays paused when its sequence is paused and resumed', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }])
    const { organizationId, sequence } = fixture
    await act(fixture, 'pause')
    await setSequenceStatus(organizationId, { id: sequence.id, status: 'paused' })
    await setSequenceStatus(organizationId, { id: sequence.id, status: 'active' })
    expect(await fixture.run()).toEqual({ state: 'paused' })
    expect(fixture.mails()).toHaveLength(0)
  })

  it('records the outcome of a message that was being sent when it was paused, and sends no other', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }, { type: 'survey' }])
    const { organizationId, sending, mails } = fixture
    const { outgoing } = await recordAndClaimBatch(organizationId, [], { capacity: 1, only: sending.id })
    await act(fixture, 'pause')
    for (const { claim, deliver } of outgoing)
      await recordAndClaimBatch(organizationId, [{ claim, outcome: await deliver() }], { capacity: 0 })
    expect(await runSendingsAndReadState(organizationId, sending.id)).toEqual({ state: 'paused' })
    expect(mails()).toHaveLength(1)
    expect(await readSendingSteps(sending.id)).toMatchObject([{ status: 'sent' }])
  })

  it('ends a message whose process died, and does not send it again when it is resumed', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }])
    const { organizationId, sending, mails } = fixture
    await recordAndClaimBatch(organizationId, [], { capacity: 1, only: sending.id })
    await act(fixture, 'pause')
    passTime(HOUR_MS)
    await fixture.run()
    expect(await readSendingSteps(sending.id)).toMatchObject([{ status: 'failed', reason: { code: 'interrupted' } }])
    await act(fixture, 'resume')
    expect(await fixture.run()).toEqual({ state: 'ended' })
    expect(mails()).toHaveLength(0)
  })

  it('sends each message once when it is paused and resumed while it is run', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }, { type: 'email' }, { type: 'email' }])
    const { organizationId, sending, run, mails } = fixture
    const toggle = async () => {
      await act(fixture, 'pause')
      await act(fixture, 'resume')
    }
    await Promise.all([run(), toggle(), run(), toggle(), run()])
    await runSendingsAndReadState(organizationId, sending.id)
    expect((await readSendingSteps(sending.id)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
    expect(mails()).toHaveLength(3)
  })
})

describe('skipping', () => {
  it('sends the next message without its wait', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey', delay: 86_400 }])
    const { dueAt } = await act(fixture, 'skipWait')
    expect(Date.parse(dueAt ?? '')).toBeLessThanOrEqual(Date.now())
    await fixture.run()
    expect(fixture.mails()).toHaveLength(1)
  })

  it('leaves the wait of a paused sending out when it is resumed', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey', delay: 86_400 }])
    await act(fixture, 'pause')
    passTime(HOUR_MS)
    await act(fixture, 'skipWait')
    expect(await fixture.run()).toEqual({ state: 'paused' })
    passTime(HOUR_MS)
    await act(fixture, 'resume')
    await fixture.run()
    expect(fixture.mails()).toHaveLength(1)
  })

  it('leaves the next step out with a reason, and begins the delay of the one after it', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }, { type: 'email', delay: 3600 }])
    const before = Date.now()
    const { dueAt } = await act(fixture, 'skipStep')
    expect(await fixture.run()).toMatchObject({ state: 'waiting' })
    expect(fixture.mails()).toHaveLength(0)
    expect(await readSendingSteps(fixture.sending.id)).toMatchObject([
      { status: 'skipped', reason: { code: 'skippedByMember' } },
    ])
    expect(Date.parse(dueAt ?? '')).toBeGreaterThanOrEqual(before + HOUR_MS)
  })

  it('refuses a step that is not the next one, and a repeated call, and names the next one', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }, { type: 'email' }])
    const [first, second] = fixture.sequence.steps
    await expect(act(fixture, 'skipStep', second?.id)).rejects.toMatchObject({
      code: 'STEP_NOT_NEXT',
      details: { nextStepId: first?.id },
    })
    await act(fixture, 'skipStep', first?.id)
    await expect(act(fixture, 'skipStep', first?.id)).rejects.toMatchObject({ code: 'STEP_NOT_NEXT' })
  })

  it('refuses while a message is being sent, and leaves it alone', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }, { type: 'email' }])
    await recordAndClaimBatch(fixture.organizationId, [], { capacity: 1, only: fixture.sending.id })
    const before = await readSendingSteps(fixture.sending.id)
    await expect(act(fixture, 'skipStep')).rejects.toMatchObject({ code: 'SENDING_BUSY' })
    expect(await readSendingSteps(fixture.sending.id)).toEqual(before)
  })

  it('refuses in a sequence that is not active', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }])
    await setSequenceStatus(fixture.organizationId, { id: fixture.sequence.id, status: 'paused' })
    await expect(act(fixture, 'skipStep')).rejects.toMatchObject({ code: 'SEQUENCE_INACTIVE' })
  })

  it('waits for a transaction that is changing the sending, and decides on what that committed', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }])
    const { id } = fixture.sending
    const { tx, commit } = await openTransaction()
    await tx.sending.update({ where: { id }, data: { status: 'completed', dueAt: null, endedAt: new Date() } })
    const skipping = act(fixture, 'skipStep').catch((error: unknown) => error)
    await waitForLockWaiters('%FROM sending WHERE organization_id = %FOR UPDATE%')
    await commit()
    expect(await skipping).toMatchObject({ code: 'SENDING_ENDED' })
  })

  it('either skips a step or sends it, when it is skipped while it is run', async () => {
    const fixture = await aSendingOfNewSequence([{ type: 'survey' }])
    await Promise.allSettled([fixture.run(), act(fixture, 'skipStep'), fixture.run()])
    await fixture.run()
    const steps = await readSendingSteps(fixture.sending.id)
    expect(steps).toHaveLength(1)
    expect(fixture.mails()).toHaveLength(steps[0]?.status === 'sent' ? 1 : 0)
  })
})

it('records an action in the audit log and in the timeline of the contact', async () => {
  const fixture = await aSendingOfNewSequence([{ type: 'survey', delay: 60 }])
  const { organizationId, contact, sending, sequence } = fixture
  await act(fixture, 'pause')
  await act(fixture, 'pause')
  expect(await db.auditEvent.findMany({ where: { organizationId } })).toMatchObject([
    { action: 'sendings.paused', recordType: 'contact', recordId: contact.id },
  ])
  expect(await db.contactEvent.findMany({ where: { organizationId, contactId: contact.id } })).toMatchObject([
    { kind: 'sendingAction', details: { action: 'pause', sendingId: sending.id, sequenceId: sequence.id } },
  ])
})
