import { v7 as uuidv7 } from 'uuid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteDueAccounts } from '../auth/leaving'
import { db } from '../db'
import { removeMember } from '../members/members'
import { doneBy } from '../organization-context'
import { getOverview } from '../overview/overview'
import { browseResponses } from '../responses/responses'
import { NOWHERE } from '../security-events'
import { sendSystemEmail } from '../system-emails/send'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { changeMany, countOwnCases, setCase } from './cases'
import type { WhoseCase } from './list'
import { addNote, deleteNote } from './notes'
import { remindOfDueCases } from './reminders'
import { countTagged, createTag, deleteTag, listTags, renameTag, setTags } from './tags'
import { getTimeline } from './timeline'

afterEach(() => vi.useRealTimers())

/** An organization with a low score, and two people who may take it up. */
async function aDetractor() {
  const organizationId = await anOrganization({ timeZone: 'Europe/Paris' })
  const [ada, grace] = [await aMember(organizationId, 'admin'), await aMember(organizationId, 'member')]
  const { id: surveyId } = await aSurvey(organizationId)
  const low = { npsScore: 2, rating: 2, band: 'negative', isDetractor: true }
  const { id } = await aResponse(organizationId, surveyId, low)
  return { organizationId, surveyId, low, id, ada, grace }
}

const kindsOf = async (organizationId: string, id: string) =>
  (await getTimeline(organizationId, id)).events.map(({ kind }) => kind).toReversed()

const mailsTo = (userId: string, kind: string) => db.systemEmail.findMany({ where: { userId, kind } })

describe('a case', () => {
  it('is opened by whoever takes it up, and says what was done and by whom', async () => {
    const { organizationId, id, ada, grace } = await aDetractor()
    const by = { doer: { type: 'user', id: ada.userId, name: 'Ada' }, origin: NOWHERE } as const
    await doneBy(by, async () => setCase(organizationId, { id, assigneeId: grace.userId, dueOn: '2030-05-01' }, ada))
    expect(await setCase(organizationId, { id, state: 'contacted' }, grace)).toEqual({
      state: 'contacted',
      assigneeId: grace.userId,
      dueOn: '2030-05-01',
    })
    await setCase(organizationId, { id, state: 'resolved' }, grace)
    await setCase(organizationId, { id, state: 'resolved' }, grace)
    await setCase(organizationId, { id, state: 'open', dueOn: null }, grace)
    expect(await kindsOf(organizationId, id)).toEqual([
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

  it('of two who change it at the same moment the later one is told', async () => {
    const { organizationId, id, ada, grace } = await aDetractor()
    const asRead = { state: null, assigneeId: null, dueOn: null }
    const results = await Promise.allSettled([
      setCase(organizationId, { id, assigneeId: ada.userId, asRead }, ada),
      setCase(organizationId, { id, assigneeId: grace.userId, asRead }, grace),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'CHANGED_MEANWHILE' } })
    expect(await kindsOf(organizationId, id)).toEqual(['opened', 'assigned'])
  })

  it('is nobody’s who does not belong to the organization, and none of another organization’s', async () => {
    const { organizationId, id, ada } = await aDetractor()
    const stranger = await aMember(await anOrganization(), 'admin')
    await expect(setCase(organizationId, { id, assigneeId: stranger.userId }, ada)).rejects.toMatchObject({
      status: 400,
    })
    await expect(changeMany(organizationId, { ids: [id], assigneeId: uuidv7() }, ada)).rejects.toMatchObject({
      status: 400,
    })
    await expect(setCase(await anOrganization(), { id, state: 'open' }, ada)).rejects.toMatchObject({ status: 404 })
    expect(await kindsOf(organizationId, id)).toEqual([])
  })

  it('is not of a response that was not submitted', async () => {
    const { organizationId, surveyId, ada } = await aDetractor()
    const { id } = await aResponse(organizationId, surveyId, { status: 'partial' })
    await expect(setCase(organizationId, { id, state: 'open' }, ada)).rejects.toMatchObject({ status: 404 })
  })

  it('changes nothing of what is counted', async () => {
    const { organizationId, id, ada } = await aDetractor()
    const counted = async () => [
      await db.$queryRaw`SELECT * FROM response_change WHERE organization_id = ${organizationId}::uuid`,
      await db.$queryRaw`SELECT * FROM list_change WHERE organization_id = ${organizationId}::uuid ORDER BY id`,
    ]
    const before = await counted()
    await setCase(organizationId, { id, state: 'resolved', assigneeId: ada.userId, dueOn: '2030-01-01' }, ada)
    expect(await counted()).toEqual(before)
  })
})

describe('whoever leaves', () => {
  it('takes care of nothing any more, and the timeline says so', async () => {
    const { organizationId, id, ada, grace } = await aDetractor()
    await setCase(organizationId, { id, assigneeId: grace.userId }, grace)
    await removeMember(organizationId, grace.userId, { userId: ada.userId })
    expect(await db.response.findUniqueOrThrow({ where: { id } })).toMatchObject({
      caseState: 'open',
      assigneeId: null,
    })
    const { events } = await getTimeline(organizationId, id)
    expect(events[0]).toMatchObject({ kind: 'unassigned', value: 'Grace Hopper' })
  })

  it('is not assigned anything at the moment in which they are removed', async () => {
    const { organizationId, id, ada, grace } = await aDetractor()
    await Promise.allSettled([
      setCase(organizationId, { id, assigneeId: grace.userId }, ada),
      removeMember(organizationId, grace.userId, { userId: ada.userId }),
    ])
    expect(await db.response.findUniqueOrThrow({ where: { id } })).toMatchObject({ assigneeId: null })
  })

  it('also when their account goes', async () => {
    const { organizationId, id, grace } = await aDetractor()
    await setCase(organizationId, { id, assigneeId: grace.userId }, grace)
    await db.user.update({ where: { id: grace.userId }, data: { deletesAt: new Date(Date.now() - 1000) } })
    await deleteDueAccounts()
    expect(await db.response.findUniqueOrThrow({ where: { id } })).toMatchObject({ assigneeId: null })
    expect(await kindsOf(organizationId, id)).toEqual(['opened', 'assigned', 'unassigned'])
  })
})

describe('mails', () => {
  it('go to whom somebody else assigned cases, one for all of them, and not to whoever took theirs', async () => {
    const { organizationId, surveyId, low, id, ada, grace } = await aDetractor()
    await setCase(organizationId, { id, assigneeId: ada.userId }, ada)
    expect(await mailsTo(ada.userId, 'caseAssigned')).toEqual([])
    const { id: second } = await aResponse(organizationId, surveyId, low)
    await changeMany(organizationId, { ids: [id, second], assigneeId: grace.userId }, ada)
    const mails = await mailsTo(grace.userId, 'caseAssigned')
    expect(mails).toMatchObject([{ values: { count: '2' } }])
    for (const mail of mails) expect(await sendSystemEmail(mail.id)).toMatchObject({ state: 'ended', isSent: true })
    const [kept] = await db.capturedMessage.findMany({ where: { organizationId } })
    expect(kept?.text).toContain('/responses?assignee=me&case=unresolved')
  })

  it('remind once of a day, in its morning, and not of what is resolved', async () => {
    const { organizationId, surveyId, low, id, ada, grace } = await aDetractor()
    const { id: settled } = await aResponse(organizationId, surveyId, low)
    const due = { assigneeId: grace.userId, dueOn: '2031-03-03' }
    await setCase(organizationId, { id, ...due }, ada)
    await setCase(organizationId, { id: settled, ...due, state: 'resolved' }, ada)
    const remindAt = async (at: string) => {
      vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] })
      await Promise.all([remindOfDueCases(), remindOfDueCases()])
      return (await mailsTo(grace.userId, 'caseDue')).length
    }
    // Eight o’clock in Paris is seven o’clock in UTC.
    expect(await remindAt('2031-03-03T06:59:00Z')).toBe(0)
    expect(await remindAt('2031-03-03T07:00:00Z')).toBe(1)
    expect(await remindAt('2031-03-04T07:00:00Z')).toBe(1)
    await setCase(organizationId, { id, dueOn: '2031-03-05' }, ada)
    expect(await remindAt('2031-03-05T07:00:00Z')).toBe(2)
    const [mail] = await mailsTo(grace.userId, 'caseDue')
    await setCase(organizationId, { id, state: 'resolved' }, ada)
    expect(await sendSystemEmail(mail?.id ?? '')).toMatchObject({ isSent: false })
  })
})

describe('lists', () => {
  it('have exact totals for each filter, and the rail counts what its filter lists', async () => {
    const { organizationId, surveyId, low, id, ada, grace } = await aDetractor()
    const more = await Promise.all([0, 1, 2, 3].map(async () => aResponse(organizationId, surveyId, low)))
    const [open = '', contacted = '', resolved = ''] = more.map((response) => response.id)
    await setCase(organizationId, { id: open, state: 'open', assigneeId: ada.userId }, ada)
    await setCase(organizationId, { id: contacted, state: 'contacted', assigneeId: grace.userId }, ada)
    await setCase(organizationId, { id: resolved, state: 'resolved', assigneeId: ada.userId }, ada)
    await setCase(organizationId, { id, state: 'open' }, ada)
    const tag = await createTag(organizationId, 'Billing')
    await setTags(organizationId, { id: open, add: [tag.id], remove: [] })
    await aResponse(organizationId, surveyId, { npsScore: 9, rating: 9, band: 'positive' })

    type Filter = Parameters<typeof browseResponses>[1]
    const count = async (filter: Partial<Filter>) => {
      const { data, meta } = await browseResponses(organizationId, { page: 1, limit: 100, ...filter })
      expect(data).toHaveLength(meta.total)
      return meta.total
    }
    expect(await count({ case: 'open' })).toBe(2)
    expect(await count({ case: 'contacted' })).toBe(1)
    expect(await count({ case: 'resolved' })).toBe(1)
    expect(await count({ case: 'unresolved' })).toBe(5)
    expect(await count({ case: 'unresolved', band: 'negative' })).toBe(4)
    const whose = async (assignee: WhoseCase) => count({ assignee })
    expect(await whose('somebody')).toBe(3)
    expect(await whose('nobody')).toBe(1)
    expect(await whose({ id: ada.userId })).toBe(2)
    expect(await count({ assignee: { id: ada.userId }, case: 'unresolved' })).toBe(1)
    expect(await countOwnCases(organizationId, ada.userId)).toBe(1)
    expect(await count({ tag_id: tag.id })).toBe(1)
    expect(await count({ tag_id: tag.id, case: 'resolved' })).toBe(0)

    const { attention } = await getOverview(organizationId, { days: 30 })
    expect(attention.map((response) => response.id)).not.toContain(resolved)
    expect(attention).toHaveLength(4)
  })

  it('change several at once: those that were otherwise before are counted, what is gone is passed over', async () => {
    const { organizationId, surveyId, low, id, ada } = await aDetractor()
    const { id: second } = await aResponse(organizationId, surveyId, low)
    const tag = await createTag(organizationId, 'Late')
    await setCase(organizationId, { id, state: 'resolved' }, ada)
    const ids = [id, second, uuidv7()]
    expect(await changeMany(organizationId, { ids, state: 'resolved' }, ada)).toEqual({ changed: 1 })
    expect(await changeMany(organizationId, { ids, addTagId: tag.id }, ada)).toEqual({ changed: 2 })
    expect(await changeMany(organizationId, { ids, addTagId: tag.id }, ada)).toEqual({ changed: 0 })
    expect(await changeMany(organizationId, { ids, dueOn: '2031-03-03' }, ada)).toEqual({ changed: 2 })
  })
})

describe('notes', () => {
  it('are deleted by their author and by admins, and by nobody else', async () => {
    const { organizationId, id, ada, grace } = await aDetractor()
    const other = await aMember(organizationId, 'member')
    const [one, two] = [
      await addNote(organizationId, { id, text: 'Called back.' }, { ...grace, name: 'Grace' }),
      await addNote(organizationId, { id, text: 'Will call again.' }, { ...grace, name: 'Grace' }),
    ]
    const by = (userId: string, role: 'member' | 'admin') => ({ userId, role })
    await expect(deleteNote(organizationId, one.id, by(other.userId, 'member'))).rejects.toMatchObject({ status: 403 })
    await deleteNote(organizationId, one.id, by(grace.userId, 'member'))
    await deleteNote(organizationId, two.id, by(ada.userId, 'admin'))
    expect((await getTimeline(organizationId, id)).notes).toEqual([])
    expect(await kindsOf(organizationId, id)).toEqual(['noteAdded', 'noteAdded', 'noteRemoved', 'noteRemoved'])
    const audited = await db.auditEvent.findMany({ where: { organizationId, action: 'response_note.deleted' } })
    expect(audited).toHaveLength(2)
    expect(JSON.stringify(audited)).not.toContain('Called back')
  })
})

describe('tags', () => {
  it('have one name each, in whatever case, also when two people give it at the same moment', async () => {
    const { organizationId } = await aDetractor()
    const made = await Promise.allSettled([createTag(organizationId, 'Billing'), createTag(organizationId, 'BILLING')])
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = await createTag(organizationId, 'Late')
    await expect(renameTag(organizationId, late.id, 'billing')).rejects.toMatchObject({ status: 400 })
    expect(await renameTag(organizationId, late.id, 'LATE')).toEqual({ id: late.id, name: 'LATE' })
    await createTag(await anOrganization(), 'Billing')
  })

  it('leave their responses when they are deleted, and the audit log says so', async () => {
    const { organizationId, id } = await aDetractor()
    const [kept, gone] = [await createTag(organizationId, 'Kept'), await createTag(organizationId, 'Gone')]
    await setTags(organizationId, { id, add: [kept.id, gone.id], remove: [] })
    expect(await countTagged(organizationId, gone.id)).toBe(1)
    await deleteTag(organizationId, gone.id)
    expect(await listTags(organizationId)).toEqual([kept])
    expect(await setTags(organizationId, { id, add: [], remove: [] })).toEqual([kept])
    const audited = await db.auditEvent.findMany({ where: { organizationId, action: 'response_tag.deleted' } })
    expect(audited).toMatchObject([{ recordName: 'Gone' }])
  })

  it('of two people who tag the same response each keeps theirs', async () => {
    const { organizationId, id } = await aDetractor()
    const [one, two] = [await createTag(organizationId, 'One'), await createTag(organizationId, 'Two')]
    await Promise.all([one, two].map(async (tag) => setTags(organizationId, { id, add: [tag.id], remove: [] })))
    expect(await setTags(organizationId, { id, add: [], remove: [] })).toEqual([one, two])
    expect(await kindsOf(organizationId, id)).toEqual(['tagAdded', 'tagAdded'])
  })
})
