import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../clock'
import { db } from '../../db'
import { MESSAGE_CLAIM_MS } from '../../messaging/outcome/decide-message-status'
import { systemEmailQueue } from '../../system-emails/email-queue'
import { sendSystemEmail } from '../../system-emails/send-system-email'
import { useMailbox } from '../../testing/environment'
import { isOrganizationDueForSweep } from '../../testing/queues'
import { transact } from '../../unit-of-work'
import {
  ageNotices,
  anExhaustedDelivery,
  listNotices,
  queueNotice,
  sendQueuedNotices,
  useHooksWithAdmins,
} from './failure-notice-fixture'
import { queueFailureNotice } from './queue-failure-notice'

const mailbox = await useMailbox()
const { aHookWithAdmins } = await useHooksWithAdmins()

describe('sending failure notifications', () => {
  it('five concurrent workers send a failure notification once', async () => {
    const { hook, owner } = await aHookWithAdmins([410])
    await anExhaustedDelivery(hook)
    const [notice] = await listNotices(hook, owner.userId)
    await Promise.all([1, 2, 3, 4, 5].map(() => sendSystemEmail(notice?.id ?? '')))
    expect(mailbox.to(owner.email)).toHaveLength(1)
  })

  it('an interrupted notification is not sent again, and failures since its claim are queued in a new one', async () => {
    const { hook, owner } = await aHookWithAdmins([410])
    await anExhaustedDelivery(hook)
    const [notice] = await listNotices(hook, owner.userId)
    const id = notice?.id ?? ''
    const claimedAt = new Date()
    await db.systemEmail.update({ where: { id }, data: { claimedAt, reportedCount: 1, firstTriedAt: claimedAt } })
    await queueNotice(hook)
    expect(await sendSystemEmail(id)).toMatchObject({ state: 'waiting' })
    await db.systemEmail.update({ where: { id }, data: { claimedAt: new Date(Date.now() - MESSAGE_CLAIM_MS - 1) } })
    expect(await sendSystemEmail(id)).toMatchObject({ state: 'ended' })
    expect(mailbox.to(owner.email)).toEqual([])
    expect(await listNotices(hook, owner.userId)).toMatchObject([
      { reason: { code: 'interrupted' }, sentAt: expect.any(Date) },
      { count: 1, endedAt: null },
    ])
  })

  it('the sweep finds a notification only while it is overdue and unsent', async () => {
    const { hook } = await aHookWithAdmins([410])
    await anExhaustedDelivery(hook)
    const isFound = () => isOrganizationDueForSweep(systemEmailQueue, hook.organizationId)
    expect(await isFound()).toBe(false)
    await ageNotices(hook, 31_000)
    expect(await isFound()).toBe(true)
    await sendQueuedNotices(hook)
    expect(await isFound()).toBe(false)
  })

  it('a failure whose transaction is rolled back creates no notification', async () => {
    const { hook } = await aHookWithAdmins([])
    const rolledBack = transact(async (work) => {
      await queueFailureNotice(work, hook.organizationId, hook.id)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await listNotices(hook)).toEqual([])
  })

  it('retries a notification after a temporary mail error, but not when the outcome of sending is unknown', async () => {
    const { hook, owner } = await aHookWithAdmins([410])
    await anExhaustedDelivery(hook)
    const [notice] = await listNotices(hook, owner.userId)
    const send = () => sendSystemEmail(notice?.id ?? '')
    // Closes kept connections, so that the refusal comes on a new one.
    mailbox.disconnect()
    mailbox.fault({ at: 'rcpt', code: 451, text: '4.7.1 try later' })
    expect(await send()).toMatchObject({ state: 'waiting' })
    await queueNotice(hook)
    expect(await send()).toMatchObject({ state: 'waiting' })
    await ageNotices(hook, 61_000)
    mailbox.fault({ at: 'data', drop: true, keep: true })
    expect(await send()).toMatchObject({ state: 'ended' })
    await ageNotices(hook, 61_000)
    expect(await send()).toMatchObject({ state: 'ended' })
    // It arrived without confirmation, and covered both deliveries.
    expect(mailbox.to(owner.email).map(({ mail }) => mail.text)).toEqual([expect.stringContaining('2 deliveries')])
    expect(await listNotices(hook, owner.userId)).toHaveLength(1)
  })

  it('after a mailbox is refused, the next notification to it is due a day later', async () => {
    const { hook, owner } = await aHookWithAdmins([500])
    await anExhaustedDelivery(hook)
    const [notice] = await listNotices(hook, owner.userId)
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 no such mailbox' })
    expect(await sendSystemEmail(notice?.id ?? '')).toMatchObject({ state: 'ended' })
    await queueNotice(hook)
    const [refused, next] = await listNotices(hook, owner.userId)
    expect(refused).toMatchObject({
      sentAt: null,
      reason: { code: 'refused', values: { words: expect.stringContaining('no such mailbox') } },
    })
    expect((next?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(23.9 * HOUR_MS)
  })

  it('sends no notification to a demoted owner or about a deleted subscription', async () => {
    const { hook, owner, admin } = await aHookWithAdmins([410])
    await anExhaustedDelivery(hook)
    const where = { organizationId_userId: { organizationId: hook.organizationId, userId: owner.userId } }
    await db.membership.update({ where, data: { role: 'member' } })
    await sendQueuedNotices(hook)
    expect(mailbox.to(owner.email)).toEqual([])
    expect(mailbox.to(admin.email)).toHaveLength(1)
    await ageNotices(hook, 25 * HOUR_MS)
    await queueNotice(hook)
    await db.webhookSubscription.delete({ where: { id: hook.id } })
    await sendQueuedNotices(hook)
    expect(mailbox.to(admin.email)).toHaveLength(1)
    expect((await listNotices(hook, admin.userId)).at(-1)).toMatchObject({ sentAt: null, reason: { code: 'obsolete' } })
  })
})
