import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS, now } from '../../clock'
import { deleteContact } from '../../contacts/delete'
import { optOut, suppress } from '../../contacts/suppression'
import { db } from '../../db'
import { removeMember } from '../../members/members'
import { channels } from '../../messaging/channels'
import { utcDay } from '../../organizations/daily-use'
import { resumeOrganization, setQuota, suspendOrganization } from '../../organizations/operate'
import { CLAIM_MS } from '../../outgoing/settle'
import { sendSystemEmail } from '../../system-emails/send'
import { useMailbox } from '../../testing/environment'
import { anOrganization } from '../../testing/factories/basics'
import { anAskedSurvey, aResponse } from '../../testing/factories/responses'
import { aMember } from '../../testing/factories/sessions'
import { countReply } from '../../throttle/replies'
import { transact } from '../../unit-of-work'
import { setCase } from '../cases'
import { WriteReply } from '../schema'
import { getTimeline } from '../timeline'
import { getReplyForm } from './reply-form'
import { retryReply, writeReply } from './write-reply'

const mailbox = await useMailbox()

afterAll(async () => {
  vi.useRealTimers()
  await mailbox.close()
})

/** A contact who scored 2 with a comment, and a member who may reply. */
async function aDetractor(data: Parameters<typeof anOrganization>[0] = {}) {
  const organizationId = await anOrganization({ name: 'Harbour', timeZone: 'Europe/Paris', ...data })
  const [ada, grace] = [await aMember(organizationId, 'admin'), await aMember(organizationId, 'member')]
  const ids = [ada.userId, grace.userId]
  await db.user.updateMany({ where: { id: { in: ids } }, data: { name: 'Ada Lovelace', emailVerifiedAt: new Date() } })
  const { survey, contact, sending, step } = await anAskedSurvey(organizationId)
  await db.sendingStep.update({ where: { id: step.id }, data: { messageId: `<${step.id}@mail.example.com>` } })
  const { id } = await aResponse(organizationId, survey.id, {
    contactId: contact.id,
    sendingId: sending.id,
    sendingStepId: step.id,
    npsScore: 2,
    rating: 2,
    band: 'negative',
    isDetractor: true,
    submittedAt: new Date('2026-05-01T23:30:00Z'),
    answers: [
      { questionId: 'nps', type: 'nps', text: 'How likely?', value: 2 },
      { questionId: 'why', type: 'text', text: 'Why?', value: 'Cold <soup>\nhttps://evil.example' },
    ],
  })
  const write = async (more: Partial<Parameters<typeof writeReply>[1]> = {}, by = ada) =>
    writeReply(organizationId, { id, draftId: uuidv7(), subject: 'About the soup', text: 'We are sorry.', ...more }, by)
  return { organizationId, id, contact, step, ada, grace, write }
}

async function sendMails(organizationId: string) {
  const mails = await db.systemEmail.findMany({ where: { organizationId, kind: 'caseReply', endedAt: null } })
  return Promise.all(mails.map(async ({ id }) => sendSystemEmail(id)))
}

const replyOf = async (organizationId: string, id: string) => (await getTimeline(organizationId, id)).replies[0]
const caseOf = async (id: string) => {
  const { caseState, assigneeId } = await db.response.findUniqueOrThrow({ where: { id } })
  return { caseState, assigneeId }
}
const kindsOf = async (organizationId: string, id: string) =>
  (await getTimeline(organizationId, id)).events.map(({ kind }) => kind).toReversed()

/** Without SMTP_URL, emails are captured. */
async function withoutMailServer(run: () => Promise<unknown>): Promise<void> {
  const { email } = channels
  channels.email = null
  await run().finally(() => Object.assign(channels, { email }))
}

/** Moves the clock forward; timers stay real. */
const wait = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })

describe('case replies', () => {
  it('a reply is an email in its author’s name with their Reply-To, and quotes the response', async () => {
    const { organizationId, id, contact, step, ada, write } = await aDetractor()
    await db.contact.update({ where: { id: contact.id }, data: { firstName: 'Ida', lastName: 'B.' } })
    await write({ text: 'We are sorry.\n\nhttps://harbour.example' })
    expect(await replyOf(organizationId, id)).toMatchObject({ status: 'waiting', reason: null, mayRetry: false })
    await sendMails(organizationId)

    const [mail] = mailbox.to(contact.email)
    expect(mail?.mail).toMatchObject({
      from: { name: 'Ada Lovelace at Harbour', address: 'feedback@mail.example.com' },
      to: [{ name: 'Ida B.', address: contact.email }],
      replyTo: [{ name: 'Ada Lovelace', address: ada.email }],
      subject: 'About the soup',
      inReplyTo: `<${step.id}@mail.example.com>`,
    })
    expect(mail?.header('auto-submitted')).toBeUndefined()
    expect(mail?.header('list-unsubscribe')).toBeUndefined()
    expect(mail?.mail.text).toContain(
      [
        'We are sorry.\n\nhttps://harbour.example\n',
        'On 2 May 2026, you told us:\n',
        '> How likely?\n> 2 of 10\n>\n> Why?\n> Cold <soup>\n> https://evil.example\n',
        '-- \nAda Lovelace at Harbour wrote this to you personally.',
      ].join('\n'),
    )
    expect(mail?.mail.html).toContain('href="https://harbour.example"')
    expect(mail?.mail.html).toContain('Cold &lt;soup><br/>https://evil.example')
    expect(await replyOf(organizationId, id)).toMatchObject({ status: 'sent', recipient: contact.email, reason: null })
  })

  it('a reply continues the email thread of the previous reply and proposes its subject', async () => {
    const { organizationId, id, contact, step, ada, grace, write } = await aDetractor()
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({
      obstacle: null,
      address: contact.email,
      answersTo: ada.email,
      subject: 'Your feedback to Harbour',
      isCaptured: false,
      values: { score: '2/10', location: '', organization: 'Harbour', writer: 'Ada Lovelace' },
    })
    await write()
    await sendMails(organizationId)
    const { subject } = await getReplyForm(organizationId, id, grace.userId)
    expect(subject).toBe('Re: About the soup')
    await write({ subject }, grace)
    await sendMails(organizationId)
    const [first, second] = mailbox.to(contact.email)
    expect(second?.mail.inReplyTo).toBe(first?.mail.messageId)
    expect(second?.header('references')).toBe(`<${step.id}@mail.example.com> ${first?.mail.messageId}`)
    expect((await getReplyForm(organizationId, id, ada.userId)).subject).toBe('Re: About the soup')
  })

  it('a reply to a text message has no References header', async () => {
    const { organizationId, contact, step, write } = await aDetractor()
    await db.sendingStep.update({ where: { id: step.id }, data: { channel: 'sms', messageId: 'SM0123' } })
    await write()
    await sendMails(organizationId)
    expect(mailbox.to(contact.email).map(({ header }) => header('references'))).toEqual([undefined])
  })

  it('a reply is in the customer’s language around its author’s words', async () => {
    const { organizationId, id, contact, ada, write } = await aDetractor()
    await db.contact.update({ where: { id: contact.id }, data: { preferredLanguage: 'fr' } })
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({
      language: 'fr',
      subject: 'Harbour : votre réponse à notre enquête',
    })
    await write()
    await sendMails(organizationId)
    const [mail] = mailbox.to(contact.email)
    expect(mail?.mail.from?.name).toBe('Ada Lovelace, Harbour')
    expect(mail?.mail.text).toContain('Le 2 mai 2026, vous nous avez répondu')
    expect(mail?.mail.text).toContain('2 sur 10')
  })

  it('a reply sets its case to contacted and assigns it to the author, unless it is assigned or resolved', async () => {
    const { organizationId, id, ada, grace, write } = await aDetractor()
    await write()
    expect(await caseOf(id)).toEqual({ caseState: 'contacted', assigneeId: ada.userId })
    expect(await kindsOf(organizationId, id)).toEqual(['contacted', 'assigned', 'replied'])
    await write({}, grace)
    expect(await caseOf(id)).toEqual({ caseState: 'contacted', assigneeId: ada.userId })
    await setCase(organizationId, { id, state: 'resolved', assigneeId: null }, ada)
    await write({}, grace)
    expect(await caseOf(id)).toEqual({ caseState: 'resolved', assigneeId: null })
  })

  it('a captured reply is assigned to its author and does not set its case to contacted', async () => {
    const { organizationId, id, contact, ada, write } = await aDetractor()
    await withoutMailServer(async () => {
      await write()
      expect(await caseOf(id)).toEqual({ caseState: 'open', assigneeId: ada.userId })
      await sendMails(organizationId)
    })
    expect(await replyOf(organizationId, id)).toMatchObject({ status: 'captured', reason: { code: 'captured' } })
    expect(await caseOf(id)).toEqual({ caseState: 'open', assigneeId: ada.userId })
    expect(await kindsOf(organizationId, id)).not.toContain('contacted')
    expect(mailbox.to(contact.email)).toEqual([])
  })

  it('reopens a case that was set to contacted by a reply which is captured later', async () => {
    const { organizationId, id, write } = await aDetractor()
    await write()
    expect((await caseOf(id)).caseState).toBe('contacted')
    await withoutMailServer(() => sendMails(organizationId))
    expect((await caseOf(id)).caseState).toBe('open')
  })

  it('sends a reply once, however often it is submitted and its job runs', async () => {
    const { organizationId, id, contact, write } = await aDetractor()
    const draftId = uuidv7()
    const written = await Promise.all([write({ draftId }), write({ draftId }), write({ draftId })])
    expect(new Set(written.map((reply) => reply.id)).size).toBe(1)
    expect(await db.responseReply.count({ where: { organizationId } })).toBe(1)
    expect(await kindsOf(organizationId, id)).toEqual(['contacted', 'assigned', 'replied'])
    await Promise.all([sendMails(organizationId), sendMails(organizationId), sendMails(organizationId)])
    await sendMails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(1)
  })

  it('does not resend a reply whose process crashed after claiming it', async () => {
    const { organizationId, id, contact, write } = await aDetractor()
    await write()
    const mail = await db.systemEmail.findFirstOrThrow({ where: { organizationId } })
    await db.systemEmail.update({
      where: { id: mail.id },
      data: { claimedAt: new Date(now().getTime() - CLAIM_MS) },
    })
    await sendMails(organizationId)
    const reply = await replyOf(organizationId, id)
    expect(reply).toMatchObject({ status: 'failed', reason: { code: 'interrupted' }, mayRetry: false })
    expect(await retryReply(organizationId, reply?.id ?? '', { userId: reply?.authorId ?? '' })).toEqual(reply)
    expect((await caseOf(id)).caseState).toBe('contacted')
    await sendMails(organizationId)
    expect(mailbox.to(contact.email)).toEqual([])
  })

  it('retries a reply after a temporary refusal of the mail server, and shows the reason', async () => {
    const { organizationId, id, contact, write } = await aDetractor()
    await write()
    mailbox.fault({ at: 'rcpt', code: 451, text: '4.3.2 come back later' })
    await sendMails(organizationId)
    const held = await replyOf(organizationId, id)
    expect(held).toMatchObject({ status: 'waiting', reason: { code: 'retrying' } })
    expect(held?.reason?.values.words).toContain('come back later')
    wait(2 * MINUTE_MS)
    await sendMails(organizationId)
    vi.useRealTimers()
    expect(mailbox.to(contact.email)).toHaveLength(1)
    expect(await replyOf(organizationId, id)).toMatchObject({ status: 'sent', reason: null })
  })

  it('a refused reply reopens its case and can be retried once, with the same Message-ID', async () => {
    const { organizationId, id, contact, ada, grace, write } = await aDetractor()
    const { id: replyId } = await write()
    mailbox.fault({ at: 'data', code: 554, text: '5.7.1 not today' })
    await sendMails(organizationId)
    expect(await replyOf(organizationId, id)).toMatchObject({
      status: 'failed',
      reason: { code: 'refused' },
      mayRetry: true,
    })
    expect(await caseOf(id)).toEqual({ caseState: 'open', assigneeId: ada.userId })
    const again = await Promise.all([
      retryReply(organizationId, replyId, grace),
      retryReply(organizationId, replyId, ada),
    ])
    expect(again.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    expect((await caseOf(id)).caseState).toBe('contacted')
    await sendMails(organizationId)
    const mails = mailbox.to(contact.email)
    expect(mails.map(({ mail }) => [mail.messageId, mail.replyTo?.[0]?.address])).toEqual([
      [`<${replyId}@mail.example.com>`, ada.email],
    ])
    expect(await replyOf(organizationId, id)).toMatchObject({ status: 'sent' })
    const kinds = await kindsOf(organizationId, id)
    expect(kinds.filter((kind) => kind.startsWith('repl'))).toEqual(['replied', 'replyFailed', 'replyRetried'])
  })

  it('a failed reply does not reopen a case that was changed before or after it', async () => {
    const { organizationId, id, ada, write } = await aDetractor()
    const fail = async () => {
      mailbox.fault({ at: 'data', code: 554, text: '5.7.1 not today' })
      await sendMails(organizationId)
      expect((await kindsOf(organizationId, id)).at(-1)).toBe('replyFailed')
    }
    await setCase(organizationId, { id, state: 'contacted' }, ada)
    await write()
    await fail()
    expect((await caseOf(id)).caseState).toBe('contacted')
    await setCase(organizationId, { id, state: 'open' }, ada)
    await write()
    await setCase(organizationId, { id, state: 'resolved' }, ada)
    await fail()
    expect((await caseOf(id)).caseState).toBe('resolved')
  })

  it('postpones a reply while its organization is suspended', async () => {
    const { organizationId, id, contact, write } = await aDetractor()
    await suspendOrganization(organizationId, 'Complaints')
    await write()
    await sendMails(organizationId)
    expect(await replyOf(organizationId, id)).toMatchObject({ status: 'waiting', reason: { code: 'suspended' } })
    await resumeOrganization(organizationId)
    await sendMails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(1)
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

  it('counts a reply toward the daily quota, and postpones it once the quota is used up', async () => {
    const { organizationId, id, contact, write } = await aDetractor({ quotaPerDay: 1 })
    await write()
    await write()
    await sendMails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(1)
    const waiting = (await getTimeline(organizationId, id)).replies.find(({ status }) => status === 'waiting')
    expect(waiting?.reason).toMatchObject({ code: 'quotaUsed', values: { limit: '1' } })
    const day = new Date(utcDay(now()))
    const use = await db.dailyUsage.findUniqueOrThrow({ where: { organizationId_day: { organizationId, day } } })
    expect(use).toMatchObject({ used: 1, accepted: 1 })
    await setQuota(organizationId, 'none')
    await sendMails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(2)
  })
})

describe('refused replies', () => {
  it('refuses a reply to a suppressed or deleted contact, or by an author with an unverified address', async () => {
    const { organizationId, id, contact, ada, grace, write } = await aDetractor()
    const obstacle = async (userId: string) => (await getReplyForm(organizationId, id, userId)).obstacle
    await db.user.update({ where: { id: grace.userId }, data: { emailVerifiedAt: null } })
    expect(await obstacle(grace.userId)).toBe('ownAddress')
    await expect(write({}, grace)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('Confirm') })
    await transact(({ tx }) => suppress(tx, organizationId, contact.email, 'bounced'))
    expect(await obstacle(ada.userId)).toBe('suppressed')
    await expect(write()).rejects.toMatchObject({ status: 400 })
    await deleteContact(organizationId, contact.id)
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({
      obstacle: 'contactDeleted',
      address: null,
    })
    await expect(write()).rejects.toMatchObject({ status: 400 })
    expect(await kindsOf(organizationId, id)).toEqual([])
    expect(await db.systemEmail.count({ where: { organizationId, kind: 'caseReply' } })).toBe(0)
  })

  it('allows a reply to a contact whom the organization sends no surveys', async () => {
    const { organizationId, id, contact, ada, write } = await aDetractor()
    await db.contact.update({ where: { id: contact.id }, data: { unsubscribed: true } })
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({ obstacle: null, isUnsubscribed: true })
    await write()
    await sendMails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(1)
  })

  it('refuses a reply to somebody who opted out, and sends none that waited', async () => {
    const { organizationId, id, contact, ada, write } = await aDetractor()
    await write()
    await optOut(organizationId, contact.id, contact.email)
    await sendMails(organizationId)
    expect(mailbox.to(contact.email)).toHaveLength(0)
    expect(await replyOf(organizationId, id)).toMatchObject({ status: 'failed', reason: { code: 'unsubscribed' } })
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({ obstacle: 'optedOut' })
    await expect(write()).rejects.toMatchObject({ status: 400 })
    expect(mailbox.to(contact.email)).toHaveLength(0)
  })

  it('refuses to retry a reply to a mailbox that does not exist', async () => {
    const { organizationId, id, ada, write } = await aDetractor()
    const { id: replyId } = await write()
    mailbox.fault({ at: 'rcpt', code: 550, text: '5.1.1 no such mailbox' })
    await sendMails(organizationId)
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({ obstacle: 'suppressed' })
    await expect(retryReply(organizationId, replyId, ada)).rejects.toMatchObject({ status: 400 })
  })

  it('a pending reply of a removed member fails with a reason and cannot be retried', async () => {
    const { organizationId, id, ada, grace, write } = await aDetractor()
    const { id: replyId } = await write({}, grace)
    await removeMember(organizationId, grace.userId, { userId: ada.userId })
    await sendMails(organizationId)
    expect(await replyOf(organizationId, id)).toMatchObject({ status: 'failed', reason: { code: 'notMember' } })
    await expect(retryReply(organizationId, replyId, ada)).rejects.toMatchObject({ status: 400 })
  })

  it('refuses more than a hundred replies in an hour', async () => {
    const { organizationId, id, write } = await aDetractor()
    const counted = Array.from({ length: 99 }, async () => countReply(organizationId))
    await Promise.all(counted)
    const draftId = uuidv7()
    const last = await write({ draftId })
    await expect(write()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
    // A repeated draft is not counted as another reply.
    expect(await write({ draftId })).toEqual(last)
    expect((await getTimeline(organizationId, id)).replies).toHaveLength(1)
  })
})

describe('replies to a deleted contact', () => {
  it('deleting a contact erases the text and address of its replies and cancels the pending one', async () => {
    const { organizationId, id, contact, write } = await aDetractor()
    await write({ text: 'Sent words' })
    await sendMails(organizationId)
    await write({ text: 'Waiting words' })
    await deleteContact(organizationId, contact.id)
    await sendMails(organizationId)
    const { replies, events } = await getTimeline(organizationId, id)
    expect(replies).toMatchObject([
      { subject: '', text: '', recipient: '', status: 'failed', reason: { code: 'contactDeleted' }, mayRetry: false },
      { subject: '', text: '', recipient: '', status: 'sent', authorName: 'Ada Lovelace' },
    ])
    expect(events.filter(({ kind }) => kind === 'replied')).toHaveLength(2)
    expect(mailbox.to(contact.email)).toHaveLength(1)
    const left = await db.$queryRaw<{ found: boolean }[]>`
      SELECT EXISTS (SELECT FROM system_email e WHERE e.organization_id = ${organizationId}::uuid AND e::text LIKE ${`%${contact.email}%`}) AS found`
    expect(left).toEqual([{ found: false }])
  })

  it('a contact deleted while a reply is being sent receives it once, and its text is erased', async () => {
    const { organizationId, id, contact, write } = await aDetractor()
    await write()
    let letGo: () => void = () => undefined
    const after = new Promise<void>((resolve) => {
      letGo = resolve
    })
    mailbox.fault({ at: 'data', after })
    const sending = sendMails(organizationId)
    const claimed = () => db.systemEmail.count({ where: { organizationId, claimedAt: { not: null } } })
    await expect.poll(claimed).toBe(1)
    await deleteContact(organizationId, contact.id)
    letGo()
    await sending
    expect(mailbox.to(contact.email)).toHaveLength(1)
    expect(await replyOf(organizationId, id)).toMatchObject({
      recipient: '',
      text: '',
      status: 'failed',
      reason: { code: 'interrupted' },
    })
  })

  it('a reply written while its contact is being deleted leaves no text behind', async () => {
    const { organizationId, contact, write } = await aDetractor()
    await Promise.allSettled([write({ text: 'Secret words' }), deleteContact(organizationId, contact.id)])
    const rows = await db.responseReply.findMany({ where: { organizationId } })
    expect(JSON.stringify(rows)).not.toContain('Secret words')
  })
})
