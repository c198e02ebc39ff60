import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aLocation, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse } from '../../testing/factories/responses'
import { apiAs } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'

describe('GET /responses', () => {
  it('200: lists responses newest first, with exactly the documented fields', async () => {
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId)
    await aResponse(organizationId, surveyId, { createdAt: new Date('2026-01-01T00:00:00Z') })
    const newest = await aResponse(organizationId, surveyId, { npsScore: 9, rating: 9, isPromoter: true })
    const { status, body } = await apiAs(organizationId, 'responses:read')('GET /responses')
    expect(status).toBe(200)
    expect(body.meta).toEqual({ page: 1, perPage: 50, total: 2, totalPages: 1 })
    expect(body.data[0]).toEqual({
      id: newest.id,
      surveyId,
      contactId: newest.contactId,
      npsScore: 9,
      isPromoter: true,
      status: 'completed',
      createdAt: newest.createdAt.toISOString(),
    })
  })

  it('200: filters responses by status, survey, contact, location, rating, band and date, with exact totals', async () => {
    const organizationId = await anOrganization()
    const [nps, csat] = [await aSurvey(organizationId), await aSurvey(organizationId, { type: 'csat' })]
    const location = await aLocation(organizationId)
    const early = await aResponse(organizationId, nps.id, {
      npsScore: 3,
      rating: 3,
      band: 'negative',
      isDetractor: true,
      createdAt: new Date('2026-03-01T23:59:59.999Z'),
    })
    const late = await aResponse(organizationId, csat.id, {
      csatScore: 5,
      rating: 5,
      band: 'positive',
      locationId: location.id,
      createdAt: new Date('2026-03-02T00:00:00Z'),
    })
    const begun = await aResponse(organizationId, nps.id, { status: 'partial' })

    const call = apiAs(organizationId, 'responses:*')
    const findIds = async (query: string) => {
      const { body } = await call(`GET /responses?${query}`)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await findIds('')).toEqual([late.id, early.id])
    expect(await findIds('status=completed')).toEqual([late.id, early.id])
    expect(await findIds('status=partial')).toEqual([begun.id])
    expect(await findIds(`survey_id=${nps.id}`)).toEqual([early.id])
    expect(await findIds(`contact_id=${late.contactId}`)).toEqual([late.id])
    expect(await findIds(`location_id=${location.id}`)).toEqual([late.id])
    expect(await findIds('rating_min=4')).toEqual([late.id])
    expect(await findIds('rating_max=4')).toEqual([early.id])
    expect(await findIds('rating_min=3&rating_max=5')).toEqual([late.id, early.id])
    expect(await findIds('band=negative')).toEqual([early.id])
    expect(await findIds('start_date=2026-03-02')).toEqual([late.id])
    expect(await findIds('end_date=2026-03-01')).toEqual([early.id])
    expect(await findIds('start_date=2026-03-01T23:59:59.999Z&end_date=2026-03-02T00:00:00Z')).toEqual([
      late.id,
      early.id,
    ])
  })

  it.each([
    ['rating_min=11', 'rating_min'],
    ['rating_min=%20', 'rating_min'],
    ['rating_min=0x5', 'rating_min'],
    ['rating_max=1e1', 'rating_max'],
    ['rating_max=many', 'rating_max'],
    ['survey_id=7', 'survey_id'],
    ['start_date=yesterday', 'start_date'],
    ['status=open', 'status'],
    ['page=0', 'page'],
  ])('400: refuses to list responses with the query %s', async (query, field) => {
    const { status, body } = await apiAs(await anOrganization(), 'responses:read')(`GET /responses?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual([field])
  })

  it('200: filters responses by search text, tag name, case state and the score of a metric', async () => {
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId)
    const textAnswer = (value: string) => [{ questionId: 'why', type: 'text', text: 'Why?', value }]
    const low = await aResponse(organizationId, surveyId, {
      npsScore: 3,
      rating: 3,
      caseState: 'open',
      answers: textAnswer('Late deliveries'),
    })
    const high = await aResponse(organizationId, surveyId, {
      csatScore: 5,
      npsScore: 9,
      rating: 9,
      answers: textAnswer('Livré à l’heure'),
    })
    const { id: tagId } = await db.responseTag.create({ data: { organizationId, name: 'Shipping' } })
    await db.responseTagging.create({ data: { organizationId, tagId, responseId: low.id } })

    const call = apiAs(organizationId, 'responses:read')
    const findIds = async (query: string) => {
      const { body } = await call(`GET /responses?${query}`)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await findIds('search=delivery')).toEqual([low.id])
    expect(await findIds('search=livre')).toEqual([high.id])
    expect(await findIds('search=delivery&rating_min=4')).toEqual([])
    expect(await findIds('tag=SHIPPING')).toEqual([low.id])
    expect(await findIds('tag=shipping&search=delivery')).toEqual([low.id])
    expect(await findIds('tag=other')).toEqual([])
    expect(await findIds('case=open')).toEqual([low.id])
    expect(await findIds('case=unresolved')).toEqual([low.id])
    expect(await findIds('metric=csat')).toEqual([high.id])
    expect(await findIds('metric=csat&rating_min=5')).toEqual([high.id])
    expect(await findIds('metric=nps&rating_max=5')).toEqual([low.id])
    for (const query of ['case=closed', 'metric=stars', `search=${'x'.repeat(201)}`])
      expect([query, (await call(`GET /responses?${query}`)).status]).toEqual([query, 400])
  })

  it('403: refuses to list responses with a key that lacks the scope', async () => {
    expect((await apiAs(await anOrganization(), 'surveys:*')('GET /responses')).status).toBe(403)
  })
})

describe('GET /responses/:id', () => {
  it('200: reading a response returns every field, with null for those that do not apply', async () => {
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId, { type: 'csat' })
    const answers = [
      { questionId: 'csat', type: 'csat', text: 'How satisfied?', value: 2, labels: [] },
      { questionId: 'why', type: 'text', text: 'Why?', value: 'Too slow', labels: [] },
    ]
    const row = await aResponse(organizationId, surveyId, { csatScore: 2, rating: 2, band: 'negative', answers })
    const { status, body } = await apiAs(organizationId, 'responses:read')(`GET /responses/${row.id}`)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: row.id,
      surveyId,
      contactId: row.contactId,
      npsScore: null,
      csatScore: 2,
      cesScore: null,
      isPromoter: false,
      isDetractor: false,
      status: 'completed',
      locationId: null,
      employeeId: null,
      contactOrganizationId: null,
      sequenceId: null,
      channel: null,
      surveyLinkId: null,
      surveyVersion: null,
      changedAt: null,
      fields: {},
      language: 'en',
      answers: [
        { questionId: 'csat', type: 'csat', text: 'How satisfied?', value: 2 },
        { questionId: 'why', type: 'text', text: 'Why?', value: 'Too slow' },
      ],
      createdAt: row.createdAt.toISOString(),
    })
  })

  it('404: answers the same for an unknown response and one of another organization', async () => {
    const other = await anOrganization()
    const foreign = await aResponse(other, (await aSurvey(other)).id)
    const call = apiAs(await anOrganization(), 'responses:read')
    const [unknown, foreignResponse] = [
      await call(`GET /responses/${UNKNOWN}`),
      await call(`GET /responses/${foreign.id}`),
    ]
    expect(unknown.status).toBe(404)
    expect(foreignResponse.status).toBe(404)
    expect(foreignResponse.body).toEqual(unknown.body)
  })
})
