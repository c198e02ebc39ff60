import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { appRouter } from '../api/routers/app-router'
import { createCallerFactory } from '../api/routers/trpc'
import { db } from '../db'
import { removeMember } from '../members/members'
import { listRoleScopes } from '../principal'
import { anOrganization } from '../testing/factories/basics'
import { aResponse, insertResponses } from '../testing/factories/responses'
import { pickByTestLength } from '../testing/test-length'
import { bulkUpdateCases, SLICE_SIZE } from './bulk-update'
import { aDetractorResponse, listResponseEventKinds, listSystemEmailsOfUser } from './case-fixture'
import { updateCase } from './cases'
import { changeTagsOfResponse, countTaggedResponses, createResponseTag } from './response-tags'
import { undoBulkUpdate } from './undo-bulk-update'

describe('bulk changes of cases', () => {
  it('a bulk change counts only the responses that it changed and skips missing ones', async () => {
    const { organizationId, surveyId, low, id, ada } = await aDetractorResponse()
    const { id: second } = await aResponse(organizationId, surveyId, low)
    const tag = await createResponseTag(organizationId, 'Late')
    await updateCase(organizationId, { id, state: 'resolved' }, ada)
    const ids = [id, second, uuidv7()]
    expect(await bulkUpdateCases(organizationId, { ids, state: 'resolved' }, ada)).toMatchObject({ changed: 1 })
    expect(await bulkUpdateCases(organizationId, { ids, addTagId: tag.id }, ada)).toMatchObject({
      changed: 2,
      cases: [],
    })
    expect(await bulkUpdateCases(organizationId, { ids, addTagId: tag.id }, ada)).toEqual({
      changed: 0,
      cases: [],
      tagged: null,
    })
  })

  it('undoing a bulk change of due dates skips cases changed since', async () => {
    const { organizationId, surveyId, low, id, ada, grace } = await aDetractorResponse()
    const [second, changedSince] = [
      await aResponse(organizationId, surveyId, low),
      await aResponse(organizationId, surveyId, low),
    ]
    await updateCase(organizationId, { id, assigneeId: ada.userId, dueOn: '2031-01-01' }, ada)
    const ids = [id, second.id, changedSince.id]
    const caseOf = async (responseId: string) => {
      const { caseState, dueOn } = await db.response.findUniqueOrThrow({ where: { id: responseId } })
      return [caseState, dueOn?.toISOString().slice(0, 10) ?? null]
    }
    const { changed, cases } = await bulkUpdateCases(organizationId, { ids, dueOn: '2031-02-02' }, ada)
    expect(changed).toBe(3)
    for (const responseId of ids) expect(await caseOf(responseId)).toEqual(['open', '2031-02-02'])

    await updateCase(organizationId, { id: changedSince.id, state: 'contacted' }, grace)
    expect(await undoBulkUpdate(await anOrganization(), { cases, tagged: null })).toEqual({ changed: 0 })
    expect(await undoBulkUpdate(organizationId, { cases, tagged: null })).toEqual({ changed: 2 })
    expect(await undoBulkUpdate(organizationId, { cases, tagged: null })).toEqual({ changed: 0 })
    expect(await caseOf(id)).toEqual(['open', '2031-01-01'])
    expect(await caseOf(second.id)).toEqual([null, null])
    expect(await caseOf(changedSince.id)).toEqual(['contacted', '2031-02-02'])
    expect(await listResponseEventKinds(organizationId, second.id)).toEqual([
      'opened',
      'dueSet',
      'unopened',
      'dueRemoved',
    ])

    const cleared = await bulkUpdateCases(organizationId, { ids, dueOn: null }, ada)
    expect(cleared.changed).toBe(2)
    await undoBulkUpdate(organizationId, cleared)
    expect(await caseOf(id)).toEqual(['open', '2031-01-01'])
  })

  it('undoing a bulk tag removes it only where that change added it and it was not added again since', async () => {
    const { organizationId, surveyId, low, id: hadIt, ada, grace } = await aDetractorResponse()
    const tag = await createResponseTag(organizationId, 'Late')
    const created = await Promise.all(Array.from({ length: 4 }, async () => aResponse(organizationId, surveyId, low)))
    const [gotIt = '', removedAndAgain = '', confirmed = '', gotItLater = ''] = created.map(({ id }) => id)
    const taggedNow = async () =>
      (await db.responseTagging.findMany({ where: { organizationId, tagId: tag.id } }))
        .map(({ responseId }) => responseId)
        .toSorted()
    const add = async (ids: string[], context = ada) =>
      bulkUpdateCases(organizationId, { ids, addTagId: tag.id }, context)

    await changeTagsOfResponse(organizationId, { id: hadIt, add: [tag.id], remove: [] })
    const { changed, tagged } = await add([hadIt, gotIt, removedAndAgain, confirmed])
    expect(changed).toBe(3)
    expect(tagged?.ids.toSorted()).toEqual([gotIt, removedAndAgain, confirmed].toSorted())

    await changeTagsOfResponse(organizationId, { id: removedAndAgain, add: [], remove: [tag.id] })
    await changeTagsOfResponse(organizationId, { id: removedAndAgain, add: [tag.id], remove: [] })
    const second = await add([confirmed, gotItLater], grace)
    expect(second.tagged?.ids).toEqual([gotItLater])

    expect(await undoBulkUpdate(await anOrganization(), { cases: [], tagged })).toEqual({ changed: 0 })
    expect(await undoBulkUpdate(organizationId, { cases: [], tagged })).toEqual({ changed: 1 })
    expect(await undoBulkUpdate(organizationId, { cases: [], tagged })).toEqual({ changed: 0 })
    expect(await taggedNow()).toEqual([hadIt, removedAndAgain, confirmed, gotItLater].toSorted())
    expect(await listResponseEventKinds(organizationId, gotIt)).toEqual(['tagAdded', 'tagRemoved'])

    // Ids of responses that did not get the tag in this batch have no effect.
    if (second.tagged)
      await undoBulkUpdate(organizationId, {
        cases: [],
        tagged: { ...second.tagged, ids: [hadIt, confirmed, gotItLater] },
      })
    expect(await taggedNow()).toEqual([hadIt, removedAndAgain, confirmed].toSorted())
  })

  it('undoes both the case states and the tags of a bulk change', async () => {
    const { organizationId, surveyId, low, id, ada } = await aDetractorResponse()
    const { id: second } = await aResponse(organizationId, surveyId, low)
    const tag = await createResponseTag(organizationId, 'Late')
    await updateCase(organizationId, { id: second, state: 'resolved' }, ada)
    const done = await bulkUpdateCases(organizationId, { ids: [id, second], state: 'resolved', addTagId: tag.id }, ada)
    expect(done).toMatchObject({ changed: 2, cases: [{ ids: [id] }] })
    expect(await undoBulkUpdate(organizationId, done)).toEqual({ changed: 2 })
    expect(await countTaggedResponses(organizationId, tag.id)).toBe(0)
    expect(await db.response.count({ where: { organizationId, caseState: 'resolved' } })).toBe(1)
  })

  it('undoing a bulk change does not assign a case to a removed member', async () => {
    const { organizationId, id, ada, grace } = await aDetractorResponse()
    await updateCase(organizationId, { id, assigneeId: grace.userId }, ada)
    const { cases } = await bulkUpdateCases(organizationId, { ids: [id], assigneeId: null }, ada)
    await removeMember(organizationId, grace.userId, ada)
    expect(await undoBulkUpdate(organizationId, { cases, tagged: null })).toEqual({ changed: 0 })
  })

  it('responses of several statements are changed at once and undone at once, whatever their cases were', async () => {
    const count = pickByTestLength(SLICE_SIZE + 100, 2500)
    const { organizationId, surveyId, low, ada, grace } = await aDetractorResponse()
    await insertResponses(
      Array.from({ length: count }, () => ({
        organizationId,
        surveyId,
        contactId: uuidv7(),
        ...low,
        status: 'completed',
        language: 'en',
        answers: [],
      })),
    )
    const ids = (await db.response.findMany({ where: { organizationId }, select: { id: true } })).map(({ id }) => id)
    await bulkUpdateCases(organizationId, { ids: ids.slice(0, 600), state: 'contacted' }, ada)
    const stored = await readCases(organizationId)
    const done = await bulkUpdateCases(organizationId, { ids, assigneeId: grace.userId }, ada)
    expect(done.changed).toBe(count + 1)
    const groups = done.cases.map(({ ids: { length }, before: { state }, after }) => [length, state, after.state])
    expect(new Set(groups.map((group) => group.join()))).toEqual(
      new Set([`${count + 1 - 600},,open`, '600,contacted,contacted']),
    )
    expect(await listSystemEmailsOfUser(grace.userId, 'caseAssigned')).toMatchObject([
      { values: { count: String(count + 1) } },
    ])
    expect(await undoBulkUpdate(organizationId, done)).toEqual({ changed: count + 1 })
    expect(await readCases(organizationId)).toEqual(stored)
  })
})

const readCases = (organizationId: string) =>
  db.response.findMany({
    where: { organizationId },
    orderBy: { id: 'asc' },
    select: { id: true, caseState: true, assigneeId: true, dueOn: true },
  })

describe('bulk changes of all responses that match', () => {
  function callerOf(organizationId: string, userId: string) {
    const person = { userId, sessionId: uuidv7(), name: 'Grace', email: 'grace@example.com' }
    const actor = { type: 'user' as const, role: 'member' as const, ...person }
    const principal = { organizationId, scopes: listRoleScopes('member'), actor }
    return createCallerFactory(appRouter)({ principal, requestId: uuidv7() }).responses
  }

  it('changes those that the list shows on all its pages, and no others', async () => {
    const { organizationId, surveyId, id, ada } = await aDetractorResponse()
    const score = { npsScore: 10, rating: 10, band: 'positive' }
    const others = [await aResponse(organizationId, surveyId, score), await aResponse(organizationId, surveyId, score)]
    const caller = callerOf(organizationId, ada.userId)
    const filter = { band: 'negative' } as const
    const { data } = await caller.bulk({ selection: { filter }, state: 'resolved' })
    expect(data).toMatchObject({ changed: 1, cases: [{ ids: [id] }] })
    const cases = await readCases(organizationId)
    expect(cases.filter(({ caseState }) => caseState === 'resolved').map((response) => response.id)).toEqual([id])
    expect((await caller.browse({ band: 'positive' })).data.map((row) => row.case.state)).toEqual(
      others.map(() => null),
    )
    expect((await caller.undoBulk({ cases: data.cases, tagged: data.tagged })).data).toEqual({ changed: 1 })
  })

  it('refuses more than 5,000, and says so', async () => {
    const { organizationId, surveyId, low, ada } = await aDetractorResponse()
    const row = { organizationId, surveyId, ...low, status: 'completed', language: 'en', answers: [] }
    await insertResponses(Array.from({ length: 5000 }, () => ({ ...row, contactId: uuidv7() })))
    const update = callerOf(organizationId, ada.userId).bulk({ selection: { filter: {} }, state: 'resolved' })
    await expect(update).rejects.toMatchObject({
      cause: { fields: { selection: ['case.manyResponses {"maximum":5000}'] } },
    })
    expect(await db.response.count({ where: { organizationId, caseState: 'resolved' } })).toBe(0)
  })
})
