import { describe, expect, it } from 'vitest'
import { useMailbox } from '../../testing/environment'
import { listResponseEventKinds } from '../case-fixture'
import { updateCase } from '../cases'
import {
  aDetractorResponseWithComment,
  getCase,
  getLastReply,
  sendReplyEmails,
  withoutMailServer,
} from './reply-fixture'
import { retryReply } from './write-reply'

const mailbox = await useMailbox()

describe('case of a reply', () => {
  it('a reply sets its case to contacted and assigns it to the author, unless it is assigned or resolved', async () => {
    const { organizationId, id, ada, grace, write } = await aDetractorResponseWithComment()
    await write()
    expect(await getCase(id)).toEqual({ caseState: 'contacted', assigneeId: ada.userId })
    expect(await listResponseEventKinds(organizationId, id)).toEqual(['contacted', 'assigned', 'replied'])
    await write({}, grace)
    expect(await getCase(id)).toEqual({ caseState: 'contacted', assigneeId: ada.userId })
    await updateCase(organizationId, { id, state: 'resolved', assigneeId: null }, ada)
    await write({}, grace)
    expect(await getCase(id)).toEqual({ caseState: 'resolved', assigneeId: null })
  })

  it('a captured reply is assigned to its author and does not set its case to contacted', async () => {
    const { organizationId, id, contact, ada, write } = await aDetractorResponseWithComment()
    await withoutMailServer(async () => {
      await write()
      expect(await getCase(id)).toEqual({ caseState: 'open', assigneeId: ada.userId })
      await sendReplyEmails(organizationId)
    })
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'captured', reason: { code: 'captured' } })
    expect(await getCase(id)).toEqual({ caseState: 'open', assigneeId: ada.userId })
    expect(await listResponseEventKinds(organizationId, id)).not.toContain('contacted')
    expect(mailbox.to(contact.email)).toEqual([])
  })

  it('reopens a case that was set to contacted by a reply which is captured later', async () => {
    const { organizationId, id, write } = await aDetractorResponseWithComment()
    await write()
    expect((await getCase(id)).caseState).toBe('contacted')
    await withoutMailServer(() => sendReplyEmails(organizationId))
    expect((await getCase(id)).caseState).toBe('open')
  })

  it('a refused reply reopens its case and can be retried once, with the same Message-ID', async () => {
    const { organizationId, id, contact, ada, grace, write } = await aDetractorResponseWithComment()
    const { id: replyId } = await write()
    mailbox.fault({ at: 'data', code: 554, text: '5.7.1 not today' })
    await sendReplyEmails(organizationId)
    expect(await getLastReply(organizationId, id)).toMatchObject({
      status: 'failed',
      reason: { code: 'refused' },
      mayRetry: true,
    })
    expect(await getCase(id)).toEqual({ caseState: 'open', assigneeId: ada.userId })
    const retries = await Promise.all([
      retryReply(organizationId, replyId, grace),
      retryReply(organizationId, replyId, ada),
    ])
    expect(retries.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    expect((await getCase(id)).caseState).toBe('contacted')
    await sendReplyEmails(organizationId)
    const mails = mailbox.to(contact.email)
    expect(mails.map(({ mail }) => [mail.messageId, mail.replyTo?.[0]?.address])).toEqual([
      [`<${replyId}@mail.example.com>`, ada.email],
    ])
    expect(await getLastReply(organizationId, id)).toMatchObject({ status: 'sent' })
    const kinds = await listResponseEventKinds(organizationId, id)
    expect(kinds.filter((kind) => kind.startsWith('repl'))).toEqual(['replied', 'replyFailed', 'replyRetried'])
  })

  it('a failed reply does not reopen a case that was changed before or after it', async () => {
    const { organizationId, id, ada, write } = await aDetractorResponseWithComment()
    const fail = async () => {
      mailbox.fault({ at: 'data', code: 554, text: '5.7.1 not today' })
      await sendReplyEmails(organizationId)
      expect((await listResponseEventKinds(organizationId, id)).at(-1)).toBe('replyFailed')
    }
    await updateCase(organizationId, { id, state: 'contacted' }, ada)
    await write()
    await fail()
    expect((await getCase(id)).caseState).toBe('contacted')
    await updateCase(organizationId, { id, state: 'open' }, ada)
    await write()
    await updateCase(organizationId, { id, state: 'resolved' }, ada)
    await fail()
    expect((await getCase(id)).caseState).toBe('resolved')
  })
})
