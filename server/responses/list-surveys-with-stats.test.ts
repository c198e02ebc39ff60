import { expect, it } from 'vitest'
import { DAY_MS } from '../clock'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { insertNpsResponses } from '../testing/factories/responses'
import { listSurveysWithStats } from './list-surveys-with-stats'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

it('lists surveys with their response count and the score of their own metric', async () => {
  const organizationId = await anOrganization()
  const nps = await aSurvey(organizationId, { name: 'Recommend' })
  const custom = await aSurvey(organizationId, { name: 'Hours', type: 'custom' })
  const fresh = await aSurvey(organizationId, { name: 'Fresh', type: 'ces' })
  await insertNpsResponses(organizationId, nps.id, [10, 9, 0], daysAgo(400))
  await insertNpsResponses(organizationId, custom.id, [10], daysAgo(1))
  const { data, meta } = await listSurveysWithStats(organizationId, { page: 1, limit: 50 })
  expect(meta.total).toBe(3)
  expect(data).toMatchObject([
    { id: fresh.id, responses: 0, questionCount: 1, score: { n: 0, value: null } },
    { id: custom.id, responses: 1, questionCount: 0, score: null },
    { id: nps.id, responses: 3, questionCount: 1, score: { n: 3, value: 33 } },
  ])
})
