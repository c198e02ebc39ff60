import { v7 as uuidv7 } from 'uuid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteDueAccounts } from '../auth/leaving'
import { deleteContact } from '../contacts/delete'
import { db } from '../db'
import { removeMember } from '../members/members'
import { doneBy } from '../organization-context'
import { getOverview } from '../overview/overview'
import { browseResponses } from '../responses/responses'
import { savePartial, submitResponse } from '../responses/submit'
import { NOWHERE } from '../security-events'
import { sendSystemEmail } from '../system-emails/send'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { anAskedSurvey, aResponse } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { changeMany, setCase } from './cases'
import { countUnresolved } from './count-open'
import type { WhoseCase } from './list'
import { addNote, deleteNote } from './notes'
import { countOpenCases } from './queries'
import { remindOfDueCases } from './reminders'
import { getReplyForm } from './replies/reply-form'
import { writeReply } from './replies/write-reply'
import { countTagged, createTag, deleteTag, listTags, readTagIds, renameTag, setTags } from './tags'
import { takeBackMany } from './take-back'
import { getTimeline } from './timeline'

afterEach(() => vi.useRealTimers())

/** An organization with a low score and two members who may be assigned to it. */
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

describe('cases', () => {
  it('the first change opens a case, and the timeline records each change and its author', async () => {
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

  it('refuses the later of two concurrent changes of a case', async () => {
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

  it('refuses an assignee outside the organization and a case of another organization', async () => {
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

  it('refuses a case for a partial response', async () => {
    const { organizationId, surveyId, ada } = await aDetractor()
    const { id } = await aResponse(organizationId, surveyId, { status: 'partial' })
    await expect(setCase(organizationId, { id, state: 'open' }, ada)).rejects.toMatchObject({ status: 404 })
  })

  it('changing a case records no change in the response and list counts', async () => {
    const { organizationId, id, ada } = await aDetractor()
    const counted = async () => [
      await db.$queryRaw`SELECT * FROM response_change WHERE organization_id = ${organizationId}::uuid`,
      await db.$queryRaw`SELECT * FROM list_change WHERE organization_id = ${organizationId}::uuid ORDER BY list, n`,
    ]
    const before = await counted()
    await setCase(organizationId, { id, state: 'resolved', assigneeId: ada.userId, dueOn: '2030-01-01' }, ada)
    expect(await counted()).toEqual(before)
  })
})

describe('cases of leaving members', () => {
  it('removing a member unassigns their cases and records it in the timeline', async () => {
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

  it('a case assigned while its assignee is being removed ends up unassigned', async () => {
    const { organizationId, id, ada, grace } = await aDetractor()
    await Promise.allSettled([
      setCase(organizationId, { id, assigneeId: grace.userId }, ada),
      removeMember(organizationId, grace.userId, { userId: ada.userId }),
    ])
    expect(await db.response.findUniqueOrThrow({ where: { id } })).toMatchObject({ assigneeId: null })
  })

  it('deleting an account unassigns its cases', async () => {
    const { organizationId, id, grace } = await aDetractor()
    await setCase(organizationId, { id, assigneeId: grace.userId }, grace)
    await db.user.update({ where: { id: grace.userId }, data: { deletesAt: new Date(Date.now() - 1000) } })
    await deleteDueAccounts()
    expect(await db.response.findUniqueOrThrow({ where: { id } })).toMatchObject({ assigneeId: null })
    expect(await kindsOf(organizationId, id)).toEqual(['opened', 'assigned', 'unassigned'])
  })
})

describe('case emails', () => {
  it('emails a new assignee once for several cases, and not members who assign themselves', async () => {
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

  it('reminds an assignee once, in the morning of the due day, and not of a resolved case', async () => {
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
    // 08:00 in Paris is 07:00 UTC.
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

describe('case lists and bulk changes', () => {
  it('case filters have exact totals, and the number of own cases equals its filter', async () => {
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
    expect(await count({ case: 'unresolved' })).toBe(3)
    expect(await count({ case: 'unresolved', band: 'positive' })).toBe(0)
    const whose = async (assignee: WhoseCase) => count({ assignee })
    expect(await whose('somebody')).toBe(3)
    expect(await whose('nobody')).toBe(1)
    expect(await whose({ id: ada.userId })).toBe(2)
    expect(await count({ assignee: { id: ada.userId }, case: 'unresolved' })).toBe(1)
    expect(await count({ tag_id: [tag.id] })).toBe(1)
    expect(await count({ tag_id: [tag.id], case: 'resolved' })).toBe(0)
  })

  it('a low score opens its case, and overview, rail, digest and list count the same unresolved cases', async () => {
    const organizationId = await anOrganization()
    const ada = await aMember(organizationId, 'admin')
    const answer = async (score: number) => {
      const { token } = await anAskedSurvey(organizationId)
      const result = await submitResponse(token, new Map([['nps', [String(score)]]]), 'en')
      if (result.state !== 'submitted') throw new Error(result.state)
      return result.response.id
    }
    const [low, high, settled] = [await answer(2), await answer(9), await answer(0)]
    for (const score of [6, 7]) await answer(score)
    await aResponse(organizationId, (await aSurvey(organizationId)).id, { status: 'partial', caseState: 'open' })
    await setCase(organizationId, { id: low, state: 'contacted' }, ada)
    await setCase(organizationId, { id: settled, state: 'resolved' }, ada)
    const counts = async () => ({
      overview: (await getOverview(organizationId, { days: 7 })).attention.count,
      rail: await countUnresolved(organizationId),
      digest: (await countOpenCases(organizationId, new Date())).open,
      list: (await browseResponses(organizationId, { page: 1, limit: 100, case: 'unresolved' })).meta.total,
    })
    expect(await counts()).toEqual({ overview: 2, rail: 2, digest: 2, list: 2 })
    await setCase(organizationId, { id: high, state: 'open' }, ada)
    expect(await counts()).toEqual({ overview: 3, rail: 3, digest: 3, list: 3 })
    await setCase(organizationId, { id: high, state: 'resolved' }, ada)
    await setCase(organizationId, { id: low, state: 'resolved' }, ada)
    expect(await counts()).toEqual({ overview: 1, rail: 1, digest: 1, list: 1 })
  })

  it('the case of a low score that was saved before opens with its submission', async () => {
    const organizationId = await anOrganization()
    const { token } = await anAskedSurvey(organizationId)
    await savePartial(token, new Map([['nps', ['1']]]), 'en')
    const state = async () => db.response.findFirst({ where: { organizationId }, select: { caseState: true } })
    expect(await state()).toEqual({ caseState: null })
    await submitResponse(token, new Map([['nps', ['2']]]), 'en')
    expect(await state()).toEqual({ caseState: 'open' })
  })

  it('a bulk change counts only the responses that it changed and skips missing ones', async () => {
    const { organizationId, surveyId, low, id, ada } = await aDetractor()
    const { id: second } = await aResponse(organizationId, surveyId, low)
    const tag = await createTag(organizationId, 'Late')
    await setCase(organizationId, { id, state: 'resolved' }, ada)
    const ids = [id, second, uuidv7()]
    expect(await changeMany(organizationId, { ids, state: 'resolved' }, ada)).toMatchObject({ changed: 1 })
    expect(await changeMany(organizationId, { ids, addTagId: tag.id }, ada)).toMatchObject({ changed: 2, cases: [] })
    expect(await changeMany(organizationId, { ids, addTagId: tag.id }, ada)).toEqual({
      changed: 0,
      cases: [],
      tagged: null,
    })
  })

  it('undoing a bulk change of due dates skips cases changed since', async () => {
    const { organizationId, surveyId, low, id, ada, grace } = await aDetractor()
    const [second, changedSince] = [
      await aResponse(organizationId, surveyId, low),
      await aResponse(organizationId, surveyId, low),
    ]
    await setCase(organizationId, { id, assigneeId: ada.userId, dueOn: '2031-01-01' }, ada)
    const ids = [id, second.id, changedSince.id]
    const caseOf = async (responseId: string) => {
      const { caseState, dueOn } = await db.response.findUniqueOrThrow({ where: { id: responseId } })
      return [caseState, dueOn?.toISOString().slice(0, 10) ?? null]
    }
    const { changed, cases } = await changeMany(organizationId, { ids, dueOn: '2031-02-02' }, ada)
    expect(changed).toBe(3)
    for (const responseId of ids) expect(await caseOf(responseId)).toEqual(['open', '2031-02-02'])

    await setCase(organizationId, { id: changedSince.id, state: 'contacted' }, grace)
    expect(await takeBackMany(await anOrganization(), { cases, tagged: null })).toEqual({ changed: 0 })
    expect(await takeBackMany(organizationId, { cases, tagged: null })).toEqual({ changed: 2 })
    expect(await takeBackMany(organizationId, { cases, tagged: null })).toEqual({ changed: 0 })
    expect(await caseOf(id)).toEqual(['open', '2031-01-01'])
    expect(await caseOf(second.id)).toEqual([null, null])
    expect(await caseOf(changedSince.id)).toEqual(['contacted', '2031-02-02'])
    expect(await kindsOf(organizationId, second.id)).toEqual(['opened', 'dueSet', 'unopened', 'dueRemoved'])

    const cleared = await changeMany(organizationId, { ids, dueOn: null }, ada)
    expect(cleared.changed).toBe(2)
    await takeBackMany(organizationId, cleared)
    expect(await caseOf(id)).toEqual(['open', '2031-01-01'])
  })

  it('undoing a bulk tag removes it only where that change added it and it was not added again since', async () => {
    const { organizationId, surveyId, low, id: hadIt, ada, grace } = await aDetractor()
    const tag = await createTag(organizationId, 'Late')
    const made = await Promise.all(Array.from({ length: 4 }, async () => aResponse(organizationId, surveyId, low)))
    const [gotIt = '', removedAndAgain = '', confirmed = '', gotItLater = ''] = made.map(({ id }) => id)
    const taggedNow = async () =>
      (await db.responseTagging.findMany({ where: { organizationId, tagId: tag.id } }))
        .map(({ responseId }) => responseId)
        .toSorted()
    const add = async (ids: string[], by = ada) => changeMany(organizationId, { ids, addTagId: tag.id }, by)

    await setTags(organizationId, { id: hadIt, add: [tag.id], remove: [] })
    const { changed, tagged } = await add([hadIt, gotIt, removedAndAgain, confirmed])
    expect(changed).toBe(3)
    expect(tagged?.ids.toSorted()).toEqual([gotIt, removedAndAgain, confirmed].toSorted())

    await setTags(organizationId, { id: removedAndAgain, add: [], remove: [tag.id] })
    await setTags(organizationId, { id: removedAndAgain, add: [tag.id], remove: [] })
    const second = await add([confirmed, gotItLater], grace)
    expect(second.tagged?.ids).toEqual([gotItLater])

    expect(await takeBackMany(await anOrganization(), { cases: [], tagged })).toEqual({ changed: 0 })
    expect(await takeBackMany(organizationId, { cases: [], tagged })).toEqual({ changed: 1 })
    expect(await takeBackMany(organizationId, { cases: [], tagged })).toEqual({ changed: 0 })
    expect(await taggedNow()).toEqual([hadIt, removedAndAgain, confirmed, gotItLater].toSorted())
    expect(await kindsOf(organizationId, gotIt)).toEqual(['tagAdded', 'tagRemoved'])

    // Ids of responses that did not get the tag in this batch have no effect.
    if (second.tagged)
      await takeBackMany(organizationId, {
        cases: [],
        tagged: { ...second.tagged, ids: [hadIt, confirmed, gotItLater] },
      })
    expect(await taggedNow()).toEqual([hadIt, removedAndAgain, confirmed].toSorted())
  })

  it('undoes both the case states and the tags of a bulk change', async () => {
    const { organizationId, surveyId, low, id, ada } = await aDetractor()
    const { id: second } = await aResponse(organizationId, surveyId, low)
    const tag = await createTag(organizationId, 'Late')
    await setCase(organizationId, { id: second, state: 'resolved' }, ada)
    const done = await changeMany(organizationId, { ids: [id, second], state: 'resolved', addTagId: tag.id }, ada)
    expect(done).toMatchObject({ changed: 2, cases: [{ id }] })
    expect(await takeBackMany(organizationId, done)).toEqual({ changed: 2 })
    expect(await countTagged(organizationId, tag.id)).toBe(0)
    expect(await db.response.count({ where: { organizationId, caseState: 'resolved' } })).toBe(1)
  })

  it('undoing a bulk change does not assign a case to a removed member', async () => {
    const { organizationId, id, ada, grace } = await aDetractor()
    await setCase(organizationId, { id, assigneeId: grace.userId }, ada)
    const { cases } = await changeMany(organizationId, { ids: [id], assigneeId: null }, ada)
    await removeMember(organizationId, grace.userId, ada)
    expect(await takeBackMany(organizationId, { cases, tagged: null })).toEqual({ changed: 0 })
  })
})

describe('notes on a case', () => {
  it('only its author and admins may delete a note', async () => {
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

describe('replies without a mail server', () => {
  it('captures a reply once without a mail server, and deletes it with the contact', async () => {
    const { organizationId, id, ada } = await aDetractor()
    const contact = await aContact(organizationId)
    await db.response.update({ where: { id }, data: { contactId: contact.id } })
    expect(await getReplyForm(organizationId, id, ada.userId)).toMatchObject({ obstacle: null, isCaptured: true })
    const draft = { id, draftId: uuidv7(), subject: 'About your visit', text: 'We are sorry.' }
    await writeReply(organizationId, draft, ada)
    const mail = await db.systemEmail.findFirstOrThrow({ where: { organizationId, kind: 'caseReply' } })
    await Promise.all([sendSystemEmail(mail.id), sendSystemEmail(mail.id)])
    const { replies } = await getTimeline(organizationId, id)
    expect(replies).toMatchObject([{ status: 'captured', recipient: contact.email, mayRetry: false }])
    const kept = () => db.capturedMessage.findMany({ where: { organizationId } })
    expect(await kept()).toMatchObject([{ recipient: contact.email, contactId: contact.id, subject: draft.subject }])
    expect((await kept())[0]?.headers).toMatchObject({ 'Reply-To': `Grace Hopper <${ada.email}>` })
    await deleteContact(organizationId, contact.id)
    expect(await kept()).toEqual([])
  })
})

describe('response tags', () => {
  it('tag names are unique regardless of case, also when created concurrently', async () => {
    const { organizationId } = await aDetractor()
    const made = await Promise.allSettled([createTag(organizationId, 'Billing'), createTag(organizationId, 'BILLING')])
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = await createTag(organizationId, 'Late')
    await expect(renameTag(organizationId, late.id, 'billing')).rejects.toMatchObject({ status: 400 })
    expect(await renameTag(organizationId, late.id, 'LATE')).toEqual({ id: late.id, name: 'LATE' })
    await createTag(await anOrganization(), 'Billing')
  })

  it('finds a tag by its whole name, ignoring case and without wildcards', async () => {
    const organizationId = await anOrganization()
    const { id } = await createTag(organizationId, String.raw`Late_50%\2`)
    await createTag(organizationId, String.raw`LateX50x\2`)
    expect(await readTagIds(organizationId, String.raw` late_50%\2 `)).toEqual([id])
    expect(await readTagIds(organizationId, 'late%')).toEqual([])
  })

  it('deleting a tag removes it from its responses and is audited', async () => {
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

  it('a response over the tag limit can lose tags one by one, but gains none', async () => {
    const { organizationId, id } = await aDetractor()
    const tags: string[] = []
    for (let tag = 0; tag < 22; tag += 1) {
      const made = await createTag(organizationId, `Tag ${tag}`)
      tags.push(made.id)
      await changeMany(organizationId, { ids: [id], addTagId: made.id }, await aMember(organizationId, 'member'))
    }
    expect(await setTags(organizationId, { id, add: [], remove: tags.slice(0, 1) })).toHaveLength(21)
    const refused = setTags(organizationId, { id, add: tags.slice(0, 1), remove: [] })
    await expect(refused).rejects.toMatchObject({ fields: { add: [expect.anything()] } })
  })

  it('keeps both tags when two are added to a response concurrently', async () => {
    const { organizationId, id } = await aDetractor()
    const [one, two] = [await createTag(organizationId, 'One'), await createTag(organizationId, 'Two')]
    await Promise.all([one, two].map(async (tag) => setTags(organizationId, { id, add: [tag.id], remove: [] })))
    expect(await setTags(organizationId, { id, add: [], remove: [] })).toEqual([one, two])
    expect(await kindsOf(organizationId, id)).toEqual(['tagAdded', 'tagAdded'])
  })
})
