import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { getOverview } from '../overview/overview'
import { browseResponses } from '../responses/responses'
import { savePartialResponse, submitResponse } from '../responses/submit-response'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, aSurveyRequest } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { countUnresolvedCasesUpToMax, type ResolvedAssigneeFilter } from './case-filters'
import { aDetractorResponse } from './case-fixture'
import { updateCase } from './cases'
import { countUnresolvedAndOverdueCases } from './queries'
import { changeTagsOfResponse, createResponseTag } from './response-tags'

describe('case lists and bulk changes', () => {
  it('case filters have exact totals, and the number of own cases equals its filter', async () => {
    const { organizationId, surveyId, low, id, ada, grace } = await aDetractorResponse()
    const more = await Promise.all([0, 1, 2, 3].map(async () => aResponse(organizationId, surveyId, low)))
    const [open = '', contacted = '', resolved = ''] = more.map((response) => response.id)
    await updateCase(organizationId, { id: open, state: 'open', assigneeId: ada.userId }, ada)
    await updateCase(organizationId, { id: contacted, state: 'contacted', assigneeId: grace.userId }, ada)
    await updateCase(organizationId, { id: resolved, state: 'resolved', assigneeId: ada.userId }, ada)
    await updateCase(organizationId, { id, state: 'open' }, ada)
    const tag = await createResponseTag(organizationId, 'Billing')
    await changeTagsOfResponse(organizationId, { id: open, add: [tag.id], remove: [] })
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
    const countAssigned = async (assignee: ResolvedAssigneeFilter) => count({ assignee })
    expect(await countAssigned('somebody')).toBe(3)
    expect(await countAssigned('nobody')).toBe(1)
    expect(await countAssigned({ id: ada.userId })).toBe(2)
    expect(await count({ assignee: { id: ada.userId }, case: 'unresolved' })).toBe(1)
    expect(await count({ tag_id: [tag.id] })).toBe(1)
    expect(await count({ tag_id: [tag.id], case: 'resolved' })).toBe(0)
  })

  it('a low score opens its case, and overview, rail, digest and list count the same unresolved cases', async () => {
    const organizationId = await anOrganization()
    const ada = await aMember(organizationId, 'admin')
    const answer = async (score: number) => {
      const { token } = await aSurveyRequest(organizationId)
      const result = await submitResponse(token, new Map([['nps', [String(score)]]]), 'en')
      if (result.state !== 'submitted') throw new Error(result.state)
      return result.response.id
    }
    const [low, high, resolvedId] = [await answer(2), await answer(9), await answer(0)]
    for (const score of [6, 7]) await answer(score)
    await aResponse(organizationId, (await aSurvey(organizationId)).id, { status: 'partial', caseState: 'open' })
    await updateCase(organizationId, { id: low, state: 'contacted' }, ada)
    await updateCase(organizationId, { id: resolvedId, state: 'resolved' }, ada)
    const counts = async () => ({
      overview: (await getOverview(organizationId, { days: 7 })).attention.count,
      rail: await countUnresolvedCasesUpToMax(organizationId),
      digest: (await countUnresolvedAndOverdueCases(organizationId, new Date())).open,
      list: (await browseResponses(organizationId, { page: 1, limit: 100, case: 'unresolved' })).meta.total,
    })
    expect(await counts()).toEqual({ overview: 2, rail: 2, digest: 2, list: 2 })
    await updateCase(organizationId, { id: high, state: 'open' }, ada)
    expect(await counts()).toEqual({ overview: 3, rail: 3, digest: 3, list: 3 })
    await updateCase(organizationId, { id: high, state: 'resolved' }, ada)
    await updateCase(organizationId, { id: low, state: 'resolved' }, ada)
    expect(await counts()).toEqual({ overview: 1, rail: 1, digest: 1, list: 1 })
  })

  it('the case of a low score that was saved before opens with its submission', async () => {
    const organizationId = await anOrganization()
    const { token } = await aSurveyRequest(organizationId)
    await savePartialResponse(token, new Map([['nps', ['1']]]), 'en')
    const state = async () => db.response.findFirst({ where: { organizationId }, select: { caseState: true } })
    expect(await state()).toEqual({ caseState: null })
    await submitResponse(token, new Map([['nps', ['2']]]), 'en')
    expect(await state()).toEqual({ caseState: 'open' })
  })
})
