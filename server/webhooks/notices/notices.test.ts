import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../clock'
import { db } from '../../db'
import { getCapturedMessage, listCapturedMessages, type Reader } from '../../messaging/captured'
import { channels } from '../../messaging/channels'
import { CLAIM_MS } from '../../outgoing/settle'
import type { Role } from '../../principal'
import { findById } from '../../search/find-by-id'
import { systemEmailQueue } from '../../system-emails/email-queue'
import { sendSystemEmail } from '../../system-emails/send'
import { useMailbox } from '../../testing/environment'
import { anOrganization } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'
import { aDelivery } from '../../testing/factories/webhooks'
import { isListed } from '../../testing/queues'
import type { Reply } from '../../testing/servers/receiver'
import { aReceiverOfHooks, type Hook } from '../../testing/servers/webhook-receivers'
import { transact } from '../../unit-of-work'
import { sendTestEvent } from '../console/send-test-event'
import { noteFailure } from './note-failure'

const mailbox = await useMailbox()

let hooks: Awaited<ReturnType<typeof aReceiverOfHooks>>

beforeAll(async () => {
  hooks = await aReceiverOfHooks()
})

afterAll(async () => {
  await hooks.close()
  await mailbox.close()
})

/** A subscription in an organization with an owner, an admin and a member. */
async function aWatchedHook(replies: Reply[]) {
  const organizationId = await anOrganization({ name: 'Analytical Engines' })
  const owner = await aMember(organizationId, 'owner')
  const admin = await aMember(organizationId, 'admin')
  const member = await aMember(organizationId, 'member')
  const hook = await hooks.hook(['new_contact'], replies, organizationId)
  return { hook, owner, admin, member }
}

async function deliver(hook: Hook): Promise<string> {
  const { id } = await aDelivery(hook.organizationId, hook.id)
  await hook.exhaust(id)
  return id
}

const fail = (hook: Hook) => transact((work) => noteFailure(work, hook.organizationId, hook.id))
const noticesOf = (hook: Hook, userId?: string) =>
  db.systemEmail.findMany({
    where: { subjectId: hook.id, ...(userId === undefined ? {} : { userId }) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

async function sendAll(hook: Hook): Promise<void> {
  for (const { id, endedAt } of await noticesOf(hook)) if (endedAt === null) await sendSystemEmail(id)
}

async function passTime(hook: Hook, ms: number): Promise<void> {
  const back = `${ms} milliseconds`
  await db.$executeRaw`
    UPDATE system_email SET due_at = due_at - ${back}::interval, sent_at = sent_at - ${back}::interval, ended_at = ended_at - ${back}::interval,
      claimed_at = claimed_at - ${back}::interval, first_tried_at = first_tried_at - ${back}::interval
    WHERE subject_id = ${hook.id}::uuid`
}

describe('webhook failure notifications', () => {
  it('a 410 emails owners and admins, not members, with the address, the cause, the fix and the page', async () => {
    const { hook, owner, admin, member } = await aWatchedHook([410])
    await deliver(hook)
    await sendAll(hook)

    expect(mailbox.to(member.email)).toEqual([])
    expect(mailbox.to(admin.email)).toHaveLength(1)
    const [received] = mailbox.to(owner.email)
    expect(received?.mail).toMatchObject({
      subject: 'Webhooks to hook.example:PORT are turned off'.replace('PORT', new URL(hook.hookUrl).port),
      from: { name: 'Feedback', address: 'feedback@mail.example.com' },
    })
    expect(received?.header('auto-submitted')).toBe('auto-generated')
    const [notice] = await noticesOf(hook, owner.userId)
    expect(received?.header('message-id')).toBe(`<${notice?.id}@mail.example.com>`)
    const page = `https://feedback.example.com/settings/webhooks/${hook.id}`
    for (const text of [received?.mail.text ?? '', received?.mail.html ?? '']) {
      expect(text).toContain(hook.hookUrl)
      expect(text).toContain('answered 410')
      expect(text).toContain('Reactivate')
      expect(text).toContain('One delivery failed')
      expect(text).toContain('Analytical Engines')
      expect(text).toContain(page)
    }
    expect(notice).toMatchObject({ count: 1, sentAt: expect.any(Date), endedAt: expect.any(Date), reason: null })
  })

  it('dead letters are reported in one email with their number and the status of the last attempt', async () => {
    const { hook, owner } = await aWatchedHook([503])
    await deliver(hook)
    await deliver(hook)
    await sendAll(hook)
    const [received, ...more] = mailbox.to(owner.email)
    expect(more).toEqual([])
    expect(received?.mail.subject).toMatch(/^2 webhooks to hook\.example:\d+ failed$/)
    expect(received?.mail.text).toContain('2 deliveries to this webhook address failed for good')
    expect(received?.mail.text).toContain('status 503')
    expect(received?.mail.text).toContain('you can resend what failed')
  })

  it('a failure notification is in the recipient’s language and gives the reason if there was no response', async () => {
    const { hook, owner, admin } = await aWatchedHook([(request) => void request.socket.destroy()])
    await db.user.update({ where: { id: owner.userId }, data: { language: 'fr' } })
    await deliver(hook)
    await sendAll(hook)
    const [french] = mailbox.to(owner.email)
    expect(french?.mail.subject).toMatch(/^Échec d’un webhook vers hook\.example:\d+$/)
    expect(french?.mail.text).toContain('La connexion a été fermée avant qu’une réponse n’arrive.')
    expect(french?.mail.html).toContain('lang="fr"')
    expect(mailbox.to(admin.email)[0]?.mail.text).toContain(
      'Last attempt: The connection was closed before a response arrived.',
    )
  })

  it('sends no notification about a retried failure, a success or a failed test event', async () => {
    const { hook } = await aWatchedHook([500])
    const { id } = await aDelivery(hook.organizationId, hook.id)
    for (let attempt = 1; attempt <= 4; attempt += 1) await hook.attempt(id)
    hook.script(200)
    await hook.attempt(id)
    hook.script(500)
    const input = { id: hook.id, kind: 'new_contact' as const }
    const test = await sendTestEvent(hook.organizationId, input, async () => null)
    await hook.exhaust(test.id)
    expect(await db.webhookDelivery.findUnique({ where: { id: test.id } })).toMatchObject({ deadLetter: true })
    expect(await noticesOf(hook)).toEqual([])
  })

  it('without a mail server a failure notification goes to the Outbox, hidden from members', async () => {
    const { hook, owner } = await aWatchedHook([410])
    await deliver(hook)
    const [notice] = await noticesOf(hook, owner.userId)
    const { email } = channels
    channels.email = null
    try {
      await sendSystemEmail(notice?.id ?? '')
      await sendSystemEmail(notice?.id ?? '')
    } finally {
      channels.email = email
    }
    const captured = await db.capturedMessage.findMany({ where: { organizationId: hook.organizationId } })
    expect(captured).toMatchObject([{ recipient: owner.email, text: expect.stringContaining(hook.hookUrl) }])
    expect(mailbox.to(owner.email)).toEqual([])

    // The address may be a secret: a member must not find it in a list, by search or by id.
    const [id, page] = [captured[0]?.id ?? '', { page: 1, limit: 50 }] as const
    const asA = (role: Role): Reader => ({ role, userId: owner.userId })
    for (const [role, count] of [
      ['admin', 1],
      ['member', 0],
    ] as const) {
      const { data } = await listCapturedMessages(hook.organizationId, asA(role), { ...page, search: hook.hookUrl })
      expect(data).toHaveLength(count)
    }
    await expect(getCapturedMessage(hook.organizationId, asA('member'), id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await findById(hook.organizationId, id, true)).records).toEqual([])
  })
})

describe('the daily notification limit', () => {
  it('further failures within a day are combined into one notification sent 24 hours after the first', async () => {
    const { hook, owner } = await aWatchedHook([500])
    await deliver(hook)
    await sendAll(hook)
    await deliver(hook)
    hook.script(410)
    await deliver(hook)
    await sendAll(hook)
    await passTime(hook, 23.9 * HOUR_MS)
    await sendAll(hook)
    expect(mailbox.to(owner.email)).toHaveLength(1)
    expect(await noticesOf(hook, owner.userId)).toMatchObject([{ count: 1 }, { count: 2, endedAt: null }])

    await passTime(hook, 0.2 * HOUR_MS)
    await sendAll(hook)

    const [, second, ...more] = mailbox.to(owner.email)
    expect(more).toEqual([])
    expect(second?.mail.subject).toContain('turned off')
    expect(second?.mail.text).toContain('2 deliveries failed')
  })

  it('each subscription has its own daily failure notification', async () => {
    const { hook, owner } = await aWatchedHook([500])
    const other = await hooks.hook(['new_contact'], [500], hook.organizationId)
    await deliver(hook)
    await deliver(other)
    await sendAll(hook)
    await sendAll(other)
    expect(mailbox.to(owner.email)).toHaveLength(2)
  })

  it('two concurrent 410 responses make one notification with a count of one', async () => {
    const { hook, owner } = await aWatchedHook([{ status: 410, afterMs: 200 }])
    const rows = await Promise.all([1, 2].map(() => aDelivery(hook.organizationId, hook.id)))
    await Promise.all(rows.map(({ id }) => hook.attempt(id)))
    expect(await noticesOf(hook, owner.userId)).toMatchObject([{ count: 1 }])
  })

  it('concurrent failures are all counted, also while a notification is being sent', async () => {
    const { hook, owner, admin } = await aWatchedHook([])
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 8 }, () => fail(hook)))
      await Promise.all([...Array.from({ length: 8 }, () => fail(hook)), sendAll(hook), sendAll(hook)])
      for (const { userId } of [owner, admin]) {
        const notices = await noticesOf(hook, userId)
        expect(notices.filter(({ endedAt }) => endedAt === null).length).toBeLessThanOrEqual(1)
        const told = notices.reduce((sum, notice) => sum + (notice.endedAt ? notice.reportedCount : notice.count), 0)
        expect(told).toBe((round + 1) * 16)
      }
      await passTime(hook, 25 * HOUR_MS)
    }
  })
})

describe('sending failure notifications', () => {
  it('five concurrent workers send a failure notification once', async () => {
    const { hook, owner } = await aWatchedHook([410])
    await deliver(hook)
    const [notice] = await noticesOf(hook, owner.userId)
    await Promise.all([1, 2, 3, 4, 5].map(() => sendSystemEmail(notice?.id ?? '')))
    expect(mailbox.to(owner.email)).toHaveLength(1)
  })

  it('an interrupted notification is not sent again, and failures since its claim are queued in a new one', async () => {
    const { hook, owner } = await aWatchedHook([410])
    await deliver(hook)
    const [notice] = await noticesOf(hook, owner.userId)
    const id = notice?.id ?? ''
    const claimedAt = new Date()
    await db.systemEmail.update({ where: { id }, data: { claimedAt, reportedCount: 1, firstTriedAt: claimedAt } })
    await fail(hook)
    expect(await sendSystemEmail(id)).toMatchObject({ state: 'waiting' })
    await db.systemEmail.update({ where: { id }, data: { claimedAt: new Date(Date.now() - CLAIM_MS - 1) } })
    expect(await sendSystemEmail(id)).toMatchObject({ state: 'ended' })
    expect(mailbox.to(owner.email)).toEqual([])
    expect(await noticesOf(hook, owner.userId)).toMatchObject([
      { reason: { code: 'interrupted' }, sentAt: expect.any(Date) },
      { count: 1, endedAt: null },
    ])
  })

  it('the sweep finds a notification only while it is overdue and unsent', async () => {
    const { hook } = await aWatchedHook([410])
    await deliver(hook)
    const isFound = () => isListed(systemEmailQueue, hook.organizationId)
    expect(await isFound()).toBe(false)
    await passTime(hook, 31_000)
    expect(await isFound()).toBe(true)
    await sendAll(hook)
    expect(await isFound()).toBe(false)
  })

  it('a failure whose transaction is rolled back creates no notification', async () => {
    const { hook } = await aWatchedHook([])
    const undone = transact(async (work) => {
      await noteFailure(work, hook.organizationId, hook.id)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await noticesOf(hook)).toEqual([])
  })

  it('retries a notification after a temporary mail error, but not when the outcome of sending is unknown', async () => {
    const { hook, owner } = await aWatchedHook([410])
    await deliver(hook)
    const [notice] = await noticesOf(hook, owner.userId)
    const send = () => sendSystemEmail(notice?.id ?? '')
    // Closes kept connections, so that the refusal comes on a new one.
    mailbox.disconnect()
    mailbox.fault({ at: 'rcpt', code: 451, text: '4.7.1 try later' })
    expect(await send()).toMatchObject({ state: 'waiting' })
    await fail(hook)
    expect(await send()).toMatchObject({ state: 'waiting' })
    await passTime(hook, 61_000)
    mailbox.fault({ at: 'data', drop: true, keep: true })
    expect(await send()).toMatchObject({ state: 'ended' })
    await passTime(hook, 61_000)
    expect(await send()).toMatchObject({ state: 'ended' })
    // It arrived without confirmation, and covered both deliveries.
    expect(mailbox.to(owner.email).map(({ mail }) => mail.text)).toEqual([expect.stringContaining('2 deliveries')])
    expect(await noticesOf(hook, owner.userId)).toHaveLength(1)
  })

  it('after a mailbox is refused, the next notification to it is due a day later', async () => {
    const { hook, owner } = await aWatchedHook([500])
    await deliver(hook)
    const [notice] = await noticesOf(hook, owner.userId)
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 no such mailbox' })
    expect(await sendSystemEmail(notice?.id ?? '')).toMatchObject({ state: 'ended' })
    await fail(hook)
    const [refused, next] = await noticesOf(hook, owner.userId)
    expect(refused).toMatchObject({
      sentAt: null,
      reason: { code: 'refused', values: { words: expect.stringContaining('no such mailbox') } },
    })
    expect((next?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(23.9 * HOUR_MS)
  })

  it('sends no notification to a demoted owner or about a deleted subscription', async () => {
    const { hook, owner, admin } = await aWatchedHook([410])
    await deliver(hook)
    const where = { organizationId_userId: { organizationId: hook.organizationId, userId: owner.userId } }
    await db.membership.update({ where, data: { role: 'member' } })
    await sendAll(hook)
    expect(mailbox.to(owner.email)).toEqual([])
    expect(mailbox.to(admin.email)).toHaveLength(1)
    await passTime(hook, 25 * HOUR_MS)
    await fail(hook)
    await db.webhookSubscription.delete({ where: { id: hook.id } })
    await sendAll(hook)
    expect(mailbox.to(admin.email)).toHaveLength(1)
    expect((await noticesOf(hook, admin.userId)).at(-1)).toMatchObject({ sentAt: null, reason: { code: 'obsolete' } })
  })
})
