import { describe, expect, it, vi } from 'vitest'
import { aDetractorResponseWithComment, getLastReply, sendReplyEmails } from '../cases/replies/reply-fixture'
import { db } from '../db'
import { toUtcDay } from '../organizations/daily-message-usage'
import { useMailbox } from '../testing/environment'
import { aMessageEvent, readUsage } from './message-event-fixture'
import { recordSystemEmailEvent } from './record-system-email-event'

const mailbox = await useMailbox()

async function aSentReply() {
  const { organizationId, id, contact, write } = await aDetractorResponseWithComment()
  await write()
  const email = await db.systemEmail.findFirstOrThrow({ where: { organizationId, kind: 'caseReply' } })
  return { organizationId, id, contact, email }
}

describe('an event of a reply to a customer', () => {
  it('a bounce fails the reply, once', async () => {
    const { organizationId, id, email } = await aSentReply()
    await sendReplyEmails(organizationId)
    const record = (dedupeKey: string) =>
      recordSystemEmailEvent(organizationId, email.id, aMessageEvent('bounced', { dedupeKey }))
    expect(await record('one')).toMatchObject({ result: 'recorded' })
    expect(await record('two')).toMatchObject({ result: 'repeated' })
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'failed' })
    expect(await readUsage(organizationId)).toEqual({ accepted: 0, bounced: 1, complained: 0 })
  })

  it('a bounce that arrives before the mail server’s reply is applied with it', async () => {
    const { organizationId, id, contact, email } = await aSentReply()
    let release = () => {}
    mailbox.fault({ at: 'data', after: new Promise<void>((resolve) => void (release = resolve)) })
    const sending = sendReplyEmails(organizationId)
    await vi.waitFor(async () =>
      expect(await db.systemEmail.findUnique({ where: { id: email.id } })).toMatchObject({
        claimedAt: expect.any(Date) as Date,
      }),
    )
    expect(await recordSystemEmailEvent(organizationId, email.id, aMessageEvent('bounced'))).toMatchObject({
      result: 'recorded',
    })
    release()
    await sending
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'failed' })
    expect(await db.contact.findUnique({ where: { id: contact.id } })).toMatchObject({ bouncedAt: expect.any(Date) })
    expect(await readUsage(organizationId)).toEqual({ accepted: 0, bounced: 1, complained: 0 })
  })

  it('a refusal by the provider fails the reply, and is no bounce', async () => {
    const { organizationId, id, email } = await aSentReply()
    await sendReplyEmails(organizationId)
    await recordSystemEmailEvent(organizationId, email.id, aMessageEvent('rejected'))
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'failed' })
    expect(await readUsage(organizationId)).toEqual({ accepted: 0, bounced: 0, complained: 0 })
  })

  it('complaints that are reported in two ways at once count once', async () => {
    const { organizationId, email } = await aSentReply()
    await sendReplyEmails(organizationId)
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((dedupeKey) =>
        recordSystemEmailEvent(organizationId, email.id, aMessageEvent('complained', { dedupeKey })),
      ),
    )
    expect(await readUsage(organizationId)).toEqual({ accepted: 1, bounced: 0, complained: 1 })
  })

  it('the bounce that exceeds the limit stops messages to contacts', async () => {
    const { organizationId, email } = await aSentReply()
    await sendReplyEmails(organizationId)
    const day = new Date(toUtcDay(new Date()))
    await db.dailyUsage.update({
      where: { organizationId_day: { organizationId, day } },
      data: { accepted: 50, bounced: 19 },
    })
    await recordSystemEmailEvent(organizationId, email.id, aMessageEvent('bounced'))
    expect(await db.organization.findUnique({ where: { id: organizationId } })).toMatchObject({
      sendingStoppedAt: expect.any(Date) as Date,
    })
  })

  it('has no effect on an email of another organization, or one that is not sent', async () => {
    const [first, second] = [await aSentReply(), await aSentReply()]
    const unknown = { result: 'unknown', previousStatus: null }
    expect(await recordSystemEmailEvent(first.organizationId, first.email.id, aMessageEvent('bounced'))).toEqual(
      unknown,
    )
    await sendReplyEmails(first.organizationId)
    expect(await recordSystemEmailEvent(second.organizationId, first.email.id, aMessageEvent('bounced'))).toEqual(
      unknown,
    )
    expect(await getLastReply(first.organizationId, first.id)).toMatchObject({ status: 'sent' })
  })
})
