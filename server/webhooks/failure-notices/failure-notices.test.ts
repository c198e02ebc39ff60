import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../clock'
import { db } from '../../db'
import { channels } from '../../messaging/channels'
import { getOutboxMessage, listOutboxMessages, type OutboxViewer } from '../../messaging/outbox'
import type { Role } from '../../principal'
import { findById } from '../../search/find-by-id'
import { sendSystemEmail } from '../../system-emails/send-system-email'
import { useMailbox } from '../../testing/environment'
import { aDelivery } from '../../testing/factories/webhooks'
import { sendTestEvent } from '../dashboard/send-test-event'
import {
  ageNotices,
  anExhaustedDelivery,
  listNotices,
  queueNotice,
  sendQueuedNotices,
  useHooksWithAdmins,
} from './failure-notice-fixture'

const mailbox = await useMailbox()
const { hooks, aHookWithAdmins } = await useHooksWithAdmins()

describe('webhook failure notifications', () => {
  it('a 410 emails owners and admins, not members, with the address, the cause, the fix and the page', async () => {
    const { hook, owner, admin, member } = await aHookWithAdmins([410])
    await anExhaustedDelivery(hook)
    await sendQueuedNotices(hook)

    expect(mailbox.to(member.email)).toEqual([])
    expect(mailbox.to(admin.email)).toHaveLength(1)
    const [received] = mailbox.to(owner.email)
    expect(received?.mail).toMatchObject({
      subject: 'Webhooks to hook.example:PORT are turned off'.replace('PORT', new URL(hook.hookUrl).port),
      from: { name: 'Feedback', address: 'feedback@mail.example.com' },
    })
    expect(received?.header('auto-submitted')).toBe('auto-generated')
    const [notice] = await listNotices(hook, owner.userId)
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
    const { hook, owner } = await aHookWithAdmins([503])
    await anExhaustedDelivery(hook)
    await anExhaustedDelivery(hook)
    await sendQueuedNotices(hook)
    const [received, ...more] = mailbox.to(owner.email)
    expect(more).toEqual([])
    expect(received?.mail.subject).toMatch(/^2 webhooks to hook\.example:\d+ failed$/)
    expect(received?.mail.text).toContain('2 deliveries to this webhook address failed for good')
    expect(received?.mail.text).toContain('status 503')
    expect(received?.mail.text).toContain('you can resend what failed')
  })

  it('a failure notification is in the recipient’s language and gives the reason if there was no response', async () => {
    const { hook, owner, admin } = await aHookWithAdmins([(request) => void request.socket.destroy()])
    await db.user.update({ where: { id: owner.userId }, data: { language: 'fr' } })
    await anExhaustedDelivery(hook)
    await sendQueuedNotices(hook)
    const [french] = mailbox.to(owner.email)
    expect(french?.mail.subject).toMatch(/^Échec d’un webhook vers hook\.example:\d+$/)
    expect(french?.mail.text).toContain('La connexion a été fermée avant qu’une réponse n’arrive.')
    expect(french?.mail.html).toContain('lang="fr"')
    expect(mailbox.to(admin.email)[0]?.mail.text).toContain(
      'Last attempt: The connection was closed before a response arrived.',
    )
  })

  it('sends no notification about a retried failure, a success or a failed test event', async () => {
    const { hook } = await aHookWithAdmins([500])
    const { id } = await aDelivery(hook.organizationId, hook.id)
    for (let attempt = 1; attempt <= 4; attempt += 1) await hook.attempt(id)
    hook.script(200)
    await hook.attempt(id)
    hook.script(500)
    const input = { id: hook.id, kind: 'new_contact' as const }
    const test = await sendTestEvent(hook.organizationId, input, async () => null)
    await hook.exhaust(test.id)
    expect(await db.webhookDelivery.findUnique({ where: { id: test.id } })).toMatchObject({ deadLetter: true })
    expect(await listNotices(hook)).toEqual([])
  })

  it('without a mail server a failure notification goes to the Outbox, hidden from members', async () => {
    const { hook, owner } = await aHookWithAdmins([410])
    await anExhaustedDelivery(hook)
    const [notice] = await listNotices(hook, owner.userId)
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
    const asA = (role: Role): OutboxViewer => ({ role, userId: owner.userId })
    for (const [role, count] of [
      ['admin', 1],
      ['member', 0],
    ] as const) {
      const { data } = await listOutboxMessages(hook.organizationId, asA(role), { ...page, search: hook.hookUrl })
      expect(data).toHaveLength(count)
    }
    await expect(getOutboxMessage(hook.organizationId, asA('member'), id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await findById(hook.organizationId, id, true)).records).toEqual([])
  })
})

describe('the daily notification limit', () => {
  it('further failures within a day are combined into one notification sent 24 hours after the first', async () => {
    const { hook, owner } = await aHookWithAdmins([500])
    await anExhaustedDelivery(hook)
    await sendQueuedNotices(hook)
    await anExhaustedDelivery(hook)
    hook.script(410)
    await anExhaustedDelivery(hook)
    await sendQueuedNotices(hook)
    await ageNotices(hook, 23.9 * HOUR_MS)
    await sendQueuedNotices(hook)
    expect(mailbox.to(owner.email)).toHaveLength(1)
    expect(await listNotices(hook, owner.userId)).toMatchObject([{ count: 1 }, { count: 2, endedAt: null }])

    await ageNotices(hook, 0.2 * HOUR_MS)
    await sendQueuedNotices(hook)

    const [, second, ...more] = mailbox.to(owner.email)
    expect(more).toEqual([])
    expect(second?.mail.subject).toContain('turned off')
    expect(second?.mail.text).toContain('2 deliveries failed')
  })

  it('each subscription has its own daily failure notification', async () => {
    const { hook, owner } = await aHookWithAdmins([500])
    const other = await hooks.subscribe(['new_contact'], [500], hook.organizationId)
    await anExhaustedDelivery(hook)
    await anExhaustedDelivery(other)
    await sendQueuedNotices(hook)
    await sendQueuedNotices(other)
    expect(mailbox.to(owner.email)).toHaveLength(2)
  })

  it('two concurrent 410 responses make one notification with a count of one', async () => {
    const { hook, owner } = await aHookWithAdmins([{ status: 410, afterMs: 200 }])
    const rows = await Promise.all([1, 2].map(() => aDelivery(hook.organizationId, hook.id)))
    await Promise.all(rows.map(({ id }) => hook.attempt(id)))
    expect(await listNotices(hook, owner.userId)).toMatchObject([{ count: 1 }])
  })

  it('concurrent failures are all counted, also while a notification is being sent', async () => {
    const { hook, owner, admin } = await aHookWithAdmins([])
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 8 }, () => queueNotice(hook)))
      await Promise.all([
        ...Array.from({ length: 8 }, () => queueNotice(hook)),
        sendQueuedNotices(hook),
        sendQueuedNotices(hook),
      ])
      for (const { userId } of [owner, admin]) {
        const notices = await listNotices(hook, userId)
        expect(notices.filter(({ endedAt }) => endedAt === null).length).toBeLessThanOrEqual(1)
        const notifiedFailures = notices.reduce(
          (sum, notice) => sum + (notice.endedAt ? notice.reportedCount : notice.count),
          0,
        )
        expect(notifiedFailures).toBe((round + 1) * 16)
      }
      await ageNotices(hook, 25 * HOUR_MS)
    }
  })
})
