import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { db, type Prisma } from '../db'
import { explainWithIndexes } from '../testing/database/explain-with-indexes'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { insertResponses } from '../testing/factories/responses'
import { browseResponses } from './responses'

const NO_ID = '00000000-0000-0000-0000-000000000000'

it('returns the same deep page of responses as an offset into the full list, in every order', async () => {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  // Ten responses share each timestamp and most share a score, so that ties are tested.
  await insertResponses(
    Array.from({ length: 1600 }, (_, at) => ({
      organizationId,
      surveyId,
      contactId: uuidv7(),
      status: 'completed',
      language: 'en',
      rating: at % 9 === 0 ? null : at % 11,
      createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 10) * 1000),
    })),
  )
  const orders = {
    created: [{ createdAt: 'asc' }, { id: 'asc' }],
    '-created': [{ createdAt: 'desc' }, { id: 'desc' }],
    score: [{ rating: { sort: 'asc', nulls: 'last' } }, { createdAt: 'desc' }, { id: 'desc' }],
    '-score': [{ rating: { sort: 'desc', nulls: 'last' } }, { createdAt: 'desc' }, { id: 'desc' }],
  } satisfies Record<string, Prisma.ResponseOrderByWithRelationInput[]>
  for (const [sort, orderBy] of Object.entries(orders))
    for (const filter of [{}, { survey_id: surveyId }, { survey_id: surveyId, rating_min: 2 }]) {
      const where = { organizationId, ...('rating_min' in filter ? { rating: { gte: 2 } } : {}) }
      const all = (await db.response.findMany({ where, orderBy, select: { id: true } })).map(({ id }) => id)
      for (const limit of [7, 100])
        for (const page of [1000 / limit + 1, 1300 / limit, all.length / limit, all.length / limit + 1]) {
          const request = { ...filter, sort: sort as keyof typeof orders, page: Math.ceil(page), limit }
          const { data, meta } = await browseResponses(organizationId, request)
          expect({ request, ids: data.map(({ id }) => id), total: meta.total }).toEqual({
            request,
            ids: all.slice((request.page - 1) * limit, request.page * limit),
            total: all.length,
          })
        }
    }
})

it.each(['survey_id', 'location_id', 'employee_id'])(
  'can skip to a deep page of one %s by an index-only scan, in both directions',
  async (column) => {
    for (const direction of ['DESC', 'ASC']) {
      const plan = await explainWithIndexes(
        'response',
        `SELECT id FROM response WHERE organization_id = '${NO_ID}' AND status = 'completed' AND ${column} = '${NO_ID}'
           ORDER BY created_at ${direction}, id ${direction} OFFSET 1000 LIMIT 50`,
      )
      expect(plan).toMatch(/^Limit .*\n +-> +Index Only Scan /)
    }
  },
)
