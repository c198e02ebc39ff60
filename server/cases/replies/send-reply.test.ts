import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS, now } from '../../clock'
import { db } from '../../db'
import { MESSAGE_CLAIM_MS } from '../../messaging/outcome/decide-message-status'
import { toUtcDay } from '../../organizations/daily-message-usage'
import { resumeOrganization, setDailyMessageQuota, suspendOrganization } from '../../organizations/operator-actions'
import { useMailbox } from '../../testing/environment'
import { listResponseEventKinds } from '../case-fixture'
import { getTimeline } from '../timeline'
import { aDetractorResponseWithComment, advanceClock, getCase, getLastReply, sendReplyEmails } from './reply-fixture'
import { retryReply } from './write-reply'

const mailbox = await useMailbox()

afterAll(() => vi.useRealTimers())

describe('sending replies', () => {
  it('sends a reply once, however often it is submitted and its job runs', async () => {
    const { organizationId, id, contact, write } = await aDetractorResponseWithComment()
    const draftId = uuidv7()
    const replies = await Promise.all([write({ draftId }), write({ draftId }), write({ draftId })])
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(1)
    expect(await db.responseReply.count({ where: { organizationId } })).toBe(1)
    expect(await listResponseEventKinds(organizationId, id)).toEqual(['contacted', 'assigned', 'replied'])
    await Promise.all([
      sendReplyEmails(organizationId),
      sendReplyEmails(organizationId),
      sendReplyEmails(organizationId),
    ])
    await sendReplyEmails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(1)
  })

  it('does not resend a reply whose process crashed after claiming it', async () => {
    const { organizationId, id, contact, write } = await aDetractorResponseWithComment()
    await write()
    const mail = await db.systemEmail.findFirstOrThrow({ where: { organizationId } })
    await db.systemEmail.update({
      where: { id: mail.id },
      data: { claimedAt: new Date(now().getTime() - MESSAGE_CLAIM_MS) },
    })
    await sendReplyEmails(organizationId)
    const reply = await getLastReply(organizationId, id)
    expect(reply).toMatchObject({ status: 'failed', reason: { code: 'interrupted' }, mayRetry: false })
    expect(await retryReply(organizationId, reply?.id ?? '', { userId: reply?.authorId ?? '' })).toEqual(reply)
    expect((await getCase(id)).caseState).toBe('contacted')
    await sendReplyEmails(organizationId)
    expect(mailbox.to(contact.email)).toEqual([])
  })

  it('retries a reply after a temporary refusal of the mail server, and shows the reason', async () => {
    const { organizationId, id, contact, write } = await aDetractorResponseWithComment()
    await write()
    mailbox.fault({ at: 'rcpt', code: 451, text: '4.3.2 come back later' })
    await sendReplyEmails(organizationId)
    const pendingReply = await getLastReply(organizationId, id)
    expect(pendingReply).toMatchObject({ status: 'waiting', reason: { code: 'retrying' } })
    expect(pendingReply?.reason?.values.words).toContain('come back later')
    advanceClock(2 * MINUTE_MS)
    await sendReplyEmails(organizationId)
    vi.useRealTimers()
    expect(mailbox.to(contact.email)).toHaveLength(1)
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'sent', reason: null })
  })

  it('postpones a reply while its organization is suspended', async () => {
    const { organizationId, id, contact, write } = await aDetractorResponseWithComment()
    await suspendOrganization(organizationId, 'Complaints')
    await write()
    await sendReplyEmails(organizationId)
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'waiting', reason: { code: 'suspended' } })
    await resumeOrganization(organizationId)
    await sendReplyEmails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(1)
  })

  it('counts a reply toward the daily quota, and postpones it once the quota is used up', async () => {
    const { organizationId, id, contact, write } = await aDetractorResponseWithComment({ quotaPerDay: 1 })
    await write()
    await write()
    await sendReplyEmails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(1)
    const pendingReply = (await getTimeline(organizationId, id)).replies.find(({ status }) => status === 'waiting')
    expect(pendingReply?.reason).toMatchObject({ code: 'quotaUsed', values: { limit: '1' } })
    const day = new Date(toUtcDay(now()))
    const use = await db.dailyUsage.findUniqueOrThrow({ where: { organizationId_day: { organizationId, day } } })
    expect(use).toMatchObject({ used: 1, accepted: 1 })
    await setDailyMessageQuota(organizationId, 'none')
    await sendReplyEmails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(2)
  })
})
