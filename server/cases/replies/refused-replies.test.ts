import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { deleteContact } from '../../contacts/delete-contact'
import { addSuppression, optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { removeMember } from '../../members/members'
import { enforceCaseReplyLimit } from '../../rate-limit/case-reply-rate-limit'
import { blockAddresses } from '../../suppressions/block-addresses'
import { useMailbox } from '../../testing/environment'
import { transact } from '../../unit-of-work'
import { listResponseEventKinds } from '../case-fixture'
import { WriteReply } from '../schema'
import { getTimeline } from '../timeline'
import { aDetractorResponseWithComment, getLastReply, sendReplyEmails } from './reply-fixture'
import { getReplyForm } from './reply-form'
import { retryReply } from './write-reply'

const mailbox = await useMailbox()

describe('refused replies', () => {
  it('refuses a reply to a suppressed, blocked or deleted contact, or by an author with an unverified address', async () => {
    const { organizationId, id, contact, ada, grace, write } = await aDetractorResponseWithComment()
    const obstacle = async (userId: string) => (await getReplyForm(organizationId, id, userId)).obstacle
    await db.user.update({ where: { id: grace.userId }, data: { emailVerifiedAt: null } })
    expect(await obstacle(grace.userId)).toBe('ownAddress')
    await expect(write({}, grace)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('Confirm') })
    await transact(({ tx }) => addSuppression(tx, organizationId, contact.email, 'bounced'))
    expect(await obstacle(ada.userId)).toBe('suppressed')
    await expect(write()).rejects.toMatchObject({ status: 400 })
    await blockAddresses(organizationId, { addresses: [contact.email], note: null })
    expect(await obstacle(ada.userId)).toBe('blocked')
    await deleteContact(organizationId, contact.id)
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({
      obstacle: 'contactDeleted',
      recipientEmail: null,
    })
    await expect(write()).rejects.toMatchObject({ status: 400 })
    expect(await listResponseEventKinds(organizationId, id)).toEqual([])
    expect(await db.systemEmail.count({ where: { organizationId, kind: 'caseReply' } })).toBe(0)
  })

  it('allows a reply to an unsubscribed contact', async () => {
    const { organizationId, id, contact, ada, write } = await aDetractorResponseWithComment()
    await db.contact.update({ where: { id: contact.id }, data: { unsubscribed: true } })
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({ obstacle: null, isUnsubscribed: true })
    await write()
    await sendReplyEmails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(1)
  })

  it('refuses a reply to a contact who opted out, and does not send a pending one', async () => {
    const { organizationId, id, contact, ada, write } = await aDetractorResponseWithComment()
    await write()
    await optOut(organizationId, contact.id, contact.email)
    await sendReplyEmails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(0)
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'failed', reason: { code: 'unsubscribed' } })
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({ obstacle: 'optedOut' })
    await expect(write()).rejects.toMatchObject({ status: 400 })
    expect(mailbox.to(contact.email)).toHaveLength(0)
  })

  it('refuses to retry a reply to a mailbox that does not exist', async () => {
    const { organizationId, id, ada, write } = await aDetractorResponseWithComment()
    const { id: replyId } = await write()
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 no such mailbox' })
    await sendReplyEmails(organizationId)
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({ obstacle: 'suppressed' })
    await expect(retryReply(organizationId, replyId, ada)).rejects.toMatchObject({ status: 400 })
  })

  it('a pending reply of a removed member fails with a reason and cannot be retried', async () => {
    const { organizationId, id, ada, grace, write } = await aDetractorResponseWithComment()
    const { id: replyId } = await write({}, grace)
    await removeMember(organizationId, grace.userId, { userId: ada.userId })
    await sendReplyEmails(organizationId)
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'failed', reason: { code: 'notMember' } })
    await expect(retryReply(organizationId, replyId, ada)).rejects.toMatchObject({ status: 400 })
  })

  it('refuses more than a hundred replies in an hour', async () => {
    const { organizationId, id, write } = await aDetractorResponseWithComment()
    const counted = Array.from({ length: 99 }, async () => enforceCaseReplyLimit(organizationId))
    await Promise.all(counted)
    const draftId = uuidv7()
    const last = await write({ draftId })
    await expect(write()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    // A repeated draft is not counted as another reply.
    expect(await write({ draftId })).toEqual(last)
    expect((await getTimeline(organizationId, id)).replies).toHaveLength(1)
  })

  it('requires a one-line subject and a text without control characters in a reply', () => {
    const draft = { id: uuidv7(), draftId: uuidv7(), subject: ' About the soup ', text: 'Sorry.\r\n\tReally.\n' }
    expect(WriteReply.parse(draft)).toMatchObject({ subject: 'About the soup', text: 'Sorry.\n\tReally.' })
    const refused = [
      { subject: 'About\r\nBcc: everybody@example.com' },
      { subject: 'About \u202esoup' },
      { subject: ' ' },
      { subject: 's'.repeat(201) },
      { text: 'Sorry\u0007' },
      { text: 'Sorry\u0000' },
      { text: '\ud800' },
      { text: '\n \n' },
      { text: 't'.repeat(5001) },
    ]
    expect(refused.filter((wrong) => WriteReply.safeParse({ ...draft, ...wrong }).success)).toEqual([])
  })
})

describe('replies to a deleted contact', () => {
  it('deleting a contact erases the text and address of its replies and cancels the pending one', async () => {
    const { organizationId, id, contact, write } = await aDetractorResponseWithComment()
    await write({ text: 'Sent words' })
    await sendReplyEmails(organizationId)
    await write({ text: 'Waiting words' })
    await deleteContact(organizationId, contact.id)
    await sendReplyEmails(organizationId)
    const { replies, events } = await getTimeline(organizationId, id)
    expect(replies).toMatchObject([
      { subject: '', text: '', recipient: '', status: 'failed', reason: { code: 'contactDeleted' }, mayRetry: false },
      { subject: '', text: '', recipient: '', status: 'sent', authorName: 'Ada Lovelace' },
    ])
    expect(events.filter(({ kind }) => kind === 'replied')).toHaveLength(2)
    expect(mailbox.to(contact.email)).toHaveLength(1)
    const leftovers = await db.$queryRaw<{ found: boolean }[]>`
      SELECT EXISTS (SELECT FROM system_email e WHERE e.organization_id = ${organizationId}::uuid AND e::text LIKE ${`%${contact.email}%`}) AS found`
    expect(leftovers).toEqual([{ found: false }])
  })

  it('a contact deleted while a reply is being sent receives it once, and its text is erased', async () => {
    const { organizationId, id, contact, write } = await aDetractorResponseWithComment()
    await write()
    let release: () => void = () => undefined
    const after = new Promise<void>((resolve) => {
      release = resolve
    })
    mailbox.fault({ at: 'data', after })
    const sending = sendReplyEmails(organizationId)
    const claimed = () => db.systemEmail.count({ where: { organizationId, claimedAt: { not: null } } })
    await expect.poll(claimed).toBe(1)
    await deleteContact(organizationId, contact.id)
    release()
    await sending
    expect(mailbox.to(contact.email)).toHaveLength(1)
    expect(await getLastReply(organizationId, id)).toMatchObject({
      recipient: '',
      text: '',
      status: 'failed',
      reason: { code: 'interrupted' },
    })
  })

  it('a reply written while its contact is being deleted leaves no text behind', async () => {
    const { organizationId, contact, write } = await aDetractorResponseWithComment()
    await Promise.allSettled([write({ text: 'Secret words' }), deleteContact(organizationId, contact.id)])
    const rows = await db.responseReply.findMany({ where: { organizationId } })
    expect(JSON.stringify(rows)).not.toContain('Secret words')
  })
})
