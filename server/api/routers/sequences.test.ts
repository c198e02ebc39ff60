import { expect, it } from 'vitest'
import { SequenceRules } from '../../sequences/rules/schema'
import { anEmailAddress, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { apiAs } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

it('200: lists sequences newest first, with exact totals', async () => {
  const organizationId = await anOrganization()
  const first = await aSequence(organizationId, [], { name: 'First', description: 'One', status: 'draft' })
  const second = await aSequence(organizationId, [], { name: 'Second' })
  await aSequence(await anOrganization())
  const { status, body } = await apiAs(organizationId, 'sequences:read')('GET /sequences?limit=1')
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [{ id: second.id, name: 'Second', description: '', status: 'active', createdAt: timestamp }],
    meta: { page: 1, perPage: 1, total: 2, totalPages: 2 },
  })
  const next = await apiAs(organizationId, 'sequences:read')('GET /sequences?limit=1&page=2')
  expect(next.body.data).toEqual([
    { id: first.id, name: 'First', description: 'One', status: 'draft', createdAt: timestamp },
  ])
})

it('200: returns a sequence with its steps in order, each with only its own fields', async () => {
  const organizationId = await anOrganization()
  const survey = await aSurvey(organizationId)
  const { id, steps } = await aSequence(organizationId, [
    { type: 'wait', delay: 60 },
    { type: 'survey', surveyId: survey.id, delay: 2, webhookUrl: 'https://receiver.example.com/' },
  ])
  const { status, body } = await apiAs(organizationId, 'sequences:read')(`GET /sequences/${id}`)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    id,
    name: 'After the visit',
    description: '',
    status: 'active',
    rules: SequenceRules.parse({}),
    steps: [
      { id: steps[0]?.id, type: 'wait', delay: 60, condition: 'always' },
      {
        id: steps[1]?.id,
        type: 'survey',
        surveyId: survey.id,
        delay: 2,
        webhookUrl: 'https://receiver.example.com/',
        condition: 'always',
      },
    ],
  })
})

it('404: answers the same for an unknown sequence and one of another organization', async () => {
  const { id } = await aSequence(await anOrganization())
  const call = apiAs(await anOrganization(), 'sequences:*')
  const foreign = await call(`GET /sequences/${id}`)
  const unknown = await call(`GET /sequences/${UNKNOWN}`)
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual(unknown.body)
  const executed = await call(`POST /sequences/${id}/execute`, { contacts: [{ email: anEmailAddress() }] })
  expect(executed.status).toBe(404)
  expect(executed.body).toEqual(unknown.body)
})
