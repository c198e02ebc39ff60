import { v7 as uuidv7 } from 'uuid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runAsActor } from '../actor-context'
import { deleteDueAccounts } from '../auth/account-deletion'
import { deleteContact } from '../contacts/delete-contact'
import { db } from '../db'
import { removeMember } from '../members/members'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { sendSystemEmail } from '../system-emails/send-system-email'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { bulkUpdateCases } from './bulk-update'
import { aDetractorResponse, listResponseEventKinds, listSystemEmailsOfUser } from './case-fixture'
import { updateCase } from './cases'
import { queueDueCaseReminders } from './due-case-reminders'
import { addNote, deleteNote } from './notes'
import { getReplyForm } from './replies/reply-form'
import { writeReply } from './replies/write-reply'
import { getTimeline } from './timeline'

afterEach(() => vi.useRealTimers())

describe('cases', () => {
  it('the first change opens a case, and the timeline records each change and its author', async () => {
    const { organizationId, id, ada, grace } = await aDetractorResponse()
    const context = { actor: { type: 'user', id: ada.userId, name: 'Ada' }, origin: UNKNOWN_REQUEST_ORIGIN } as const
    await runAsActor(context, async () =>
      updateCase(organizationId, { id, assigneeId: grace.userId, dueOn: '2030-05-01' }, ada),
    )
    expect(await updateCase(organizationId, { id, state: 'contacted' }, grace)).toEqual({
      state: 'contacted',
      assigneeId: grace.userId,
      dueOn: '2030-05-01',
    })
    await updateCase(organizationId, { id, state: 'resolved' }, grace)
    await updateCase(organizationId, { id, state: 'resolved' }, grace)
    await updateCase(organizationId, { id, state: 'open', dueOn: null }, grace)
    expect(await listResponseEventKinds(organizationId, id)).toEqual([
      'opened',
      'assigned',
      'dueSet',
      'contacted',
      'resolved',
      'reopened',
      'dueRemoved',
    ])
    const { events } = await getTimeline(organizationId, id)
    expect(events.at(-2)).toMatchObject({ kind: 'assigned', actorName: 'Ada', value: 'Grace Hopper' })
  })

  it('refuses the later of two concurrent changes of a case', async () => {
    const { organizationId, id, ada, grace } = await aDetractorResponse()
    const asRead = { state: null, assigneeId: null, dueOn: null }
    const results = await Promise.allSettled([
      updateCase(organizationId, { id, assigneeId: ada.userId, asRead }, ada),
      updateCase(organizationId, { id, assigneeId: grace.userId, asRead }, grace),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rejection = results.find(({ status }) => status === 'rejected')
    expect(rejection).toMatchObject({ reason: { code: 'CHANGED_MEANWHILE' } })
    expect(await listResponseEventKinds(organizationId, id)).toEqual(['opened', 'assigned'])
  })

  it('refuses an assignee outside the organization and a case of another organization', async () => {
    const { organizationId, id, ada } = await aDetractorResponse()
    const outsider = await aMember(await anOrganization(), 'admin')
    await expect(updateCase(organizationId, { id, assigneeId: outsider.userId }, ada)).rejects.toMatchObject({
      status: 400,
    })
    await expect(bulkUpdateCases(organizationId, { ids: [id], assigneeId: uuidv7() }, ada)).rejects.toMatchObject({
      status: 400,
    })
    await expect(updateCase(await anOrganization(), { id, state: 'open' }, ada)).rejects.toMatchObject({ status: 404 })
    expect(await listResponseEventKinds(organizationId, id)).toEqual([])
  })

  it('refuses a case for a partial response', async () => {
    const { organizationId, surveyId, ada } = await aDetractorResponse()
    const { id } = await aResponse(organizationId, surveyId, { status: 'partial' })
    await expect(updateCase(organizationId, { id, state: 'open' }, ada)).rejects.toMatchObject({ status: 404 })
  })

  it('changing a case records no change in the response and list counts', async () => {
    const { organizationId, id, ada } = await aDetractorResponse()
    const readCounters = async () => [
      await db.$queryRaw`SELECT * FROM response_change WHERE organization_id = ${organizationId}::uuid`,
      await db.$queryRaw`SELECT * FROM list_change WHERE organization_id = ${organizationId}::uuid ORDER BY list, n`,
    ]
    const before = await readCounters()
    await updateCase(organizationId, { id, state: 'resolved', assigneeId: ada.userId, dueOn: '2030-01-01' }, ada)
    expect(await readCounters()).toEqual(before)
  })
})

describe('cases of leaving members', () => {
  it('removing a member unassigns their cases and records it in the timeline', async () => {
    const { organizationId, id, ada, grace } = await aDetractorResponse()
    await updateCase(organizationId, { id, assigneeId: grace.userId }, grace)
    await removeMember(organizationId, grace.userId, { userId: ada.userId })
    expect(await db.response.findUniqueOrThrow({ where: { id } })).toMatchObject({
      caseState: 'open',
      assigneeId: null,
    })
    const { events } = await getTimeline(organizationId, id)
    expect(events[0]).toMatchObject({ kind: 'unassigned', value: 'Grace Hopper' })
  })

  it('a case assigned while its assignee is being removed ends up unassigned', async () => {
    const { organizationId, id, ada, grace } = await aDetractorResponse()
    await Promise.allSettled([
      updateCase(organizationId, { id, assigneeId: grace.userId }, ada),
      removeMember(organizationId, grace.userId, { userId: ada.userId }),
    ])
    expect(await db.response.findUniqueOrThrow({ where: { id } })).toMatchObject({ assigneeId: null })
  })

  it('deleting an account unassigns its cases', async () => {
    const { organizationId, id, grace } = await aDetractorResponse()
    await updateCase(organizationId, { id, assigneeId: grace.userId }, grace)
    await db.user.update({ where: { id: grace.userId }, data: { deletesAt: new Date(Date.now() - 1000) } })
    await deleteDueAccounts()
    expect(await db.response.findUniqueOrThrow({ where: { id } })).toMatchObject({ assigneeId: null })
    expect(await listResponseEventKinds(organizationId, id)).toEqual(['opened', 'assigned', 'unassigned'])
  })
})

describe('case emails', () => {
  it('emails a new assignee once for several cases, and not members who assign themselves', async () => {
    const { organizationId, surveyId, low, id, ada, grace } = await aDetractorResponse()
    await updateCase(organizationId, { id, assigneeId: ada.userId }, ada)
    expect(await listSystemEmailsOfUser(ada.userId, 'caseAssigned')).toEqual([])
    const { id: second } = await aResponse(organizationId, surveyId, low)
    await bulkUpdateCases(organizationId, { ids: [id, second], assigneeId: grace.userId }, ada)
    const mails = await listSystemEmailsOfUser(grace.userId, 'caseAssigned')
    expect(mails).toMatchObject([{ values: { count: '2' } }])
    for (const mail of mails) expect(await sendSystemEmail(mail.id)).toMatchObject({ state: 'ended', isSent: true })
    const [captured] = await db.capturedMessage.findMany({ where: { organizationId } })
    expect(captured?.text).toContain('/responses?assignee=me&case=unresolved')
  })

  it('reminds an assignee once, in the morning of the due day, and not of a resolved case', async () => {
    const { organizationId, surveyId, low, id, ada, grace } = await aDetractorResponse()
    const { id: resolvedId } = await aResponse(organizationId, surveyId, low)
    const due = { assigneeId: grace.userId, dueOn: '2031-03-03' }
    await updateCase(organizationId, { id, ...due }, ada)
    await updateCase(organizationId, { id: resolvedId, ...due, state: 'resolved' }, ada)
    const remindAt = async (at: string) => {
      vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })
      await Promise.all([queueDueCaseReminders(), queueDueCaseReminders()])
      return (await listSystemEmailsOfUser(grace.userId, 'caseDue')).length
    }
    // 08:00 in Paris is 07:00 UTC.
    expect(await remindAt('2031-03-03T06:59:00Z')).toBe(0)
    expect(await remindAt('2031-03-03T07:00:00Z')).toBe(1)
    expect(await remindAt('2031-03-04T07:00:00Z')).toBe(1)
    await updateCase(organizationId, { id, dueOn: '2031-03-05' }, ada)
    expect(await remindAt('2031-03-05T07:00:00Z')).toBe(2)
    const [mail] = await listSystemEmailsOfUser(grace.userId, 'caseDue')
    await updateCase(organizationId, { id, state: 'resolved' }, ada)
    expect(await sendSystemEmail(mail?.id ?? '')).toMatchObject({ isSent: false })
  })
})

describe('notes on a case', () => {
  it('only its author and admins may delete a note', async () => {
    const { organizationId, id, ada, grace } = await aDetractorResponse()
    const other = await aMember(organizationId, 'member')
    const [one, two] = [
      await addNote(organizationId, { id, text: 'Called back.' }, { ...grace, name: 'Grace' }),
      await addNote(organizationId, { id, text: 'Will call again.' }, { ...grace, name: 'Grace' }),
    ]
    const context = (userId: string, role: 'member' | 'admin') => ({ userId, role })
    await expect(deleteNote(organizationId, one.id, context(other.userId, 'member'))).rejects.toMatchObject({
      status: 403,
    })
    await deleteNote(organizationId, one.id, context(grace.userId, 'member'))
    await deleteNote(organizationId, two.id, context(ada.userId, 'admin'))
    expect((await getTimeline(organizationId, id)).notes).toEqual([])
    expect(await listResponseEventKinds(organizationId, id)).toEqual([
      'noteAdded',
      'noteAdded',
      'noteRemoved',
      'noteRemoved',
    ])
    const audited = await db.auditEvent.findMany({ where: { organizationId, action: 'response_note.deleted' } })
    expect(audited).toHaveLength(2)
    expect(JSON.stringify(audited)).not.toContain('Called back')
  })
})

describe('replies without a mail server', () => {
  it('captures a reply once without a mail server, and deletes it with the contact', async () => {
    const { organizationId, id, ada } = await aDetractorResponse()
    const contact = await aContact(organizationId)
    await db.response.update({ where: { id }, data: { contactId: contact.id } })
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({ obstacle: null, isCaptured: true })
    const draft = { id, draftId: uuidv7(), subject: 'About your visit', text: 'We are sorry.' }
    await writeReply(organizationId, draft, ada)
    const mail = await db.systemEmail.findFirstOrThrow({ where: { organizationId, kind: 'caseReply' } })
    await Promise.all([sendSystemEmail(mail.id), sendSystemEmail(mail.id)])
    const { replies } = await getTimeline(organizationId, id)
    expect(replies).toMatchObject([{ status: 'captured', recipient: contact.email, mayRetry: false }])
    const captured = () => db.capturedMessage.findMany({ where: { organizationId } })
    expect(await captured()).toMatchObject([
      { recipient: contact.email, contactId: contact.id, subject: draft.subject },
    ])
    expect((await captured())[0]?.headers).toMatchObject({ 'Reply-To': `Grace Hopper <${ada.email}>` })
    await deleteContact(organizationId, contact.id)
    expect(await captured()).toEqual([])
  })
})
