import { expect, it } from 'vitest'
import { db } from '../db'
import { parseAndSaveSequence } from '../sequences/sequence-fixture'
import { getSequence } from '../sequences/sequences'
import { aLocation, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSession } from '../testing/factories/sessions'
import { copySequenceToCounterpart } from './copy-sequence'
import { createTestOrganization } from './test-organizations'

it('copies a sequence to the test organization with what it refers to, and back, without webhook addresses', async () => {
  const organizationId = await anOrganization()
  const { userId } = await aSession(organizationId)
  const survey = await aSurvey(organizationId, { name: 'Visit', layout: 'one', thanks: { plain: { title: 'Bye' } } })
  const location = await aLocation(organizationId, { name: 'Lyon' })
  const original = await parseAndSaveSequence(organizationId, {
    name: 'After a visit',
    rules: { stopTag: 'done', dailyCap: 20 },
    steps: [
      { type: 'survey', surveyId: survey.id },
      {
        type: 'email',
        subject: 'Thanks',
        body: 'See you soon',
        delay: 3600,
        conditions: { match: 'any', items: [{ type: 'location', locationId: location.id }] },
      },
      { type: 'wait', webhookUrl: 'https://receiver.example.com/steps' },
    ],
  })
  const { organizationId: testId } = await createTestOrganization(organizationId, 'Bakery (test)')

  const first = await copySequenceToCounterpart(organizationId, { userId }, original.id)
  const again = await copySequenceToCounterpart(organizationId, { userId }, original.id)
  expect(first.organizationId).toBe(testId)
  const copy = await getSequence(testId, first.sequenceId)
  expect(copy).toMatchObject({ name: 'After a visit', status: 'draft', rules: { stopTag: 'done', dailyCap: 20 } })
  const copiedSurvey = await db.survey.findFirstOrThrow({ where: { organizationId: testId } })
  expect(copiedSurvey).toMatchObject({ layout: 'one', thanks: { plain: { title: 'Bye' } } })
  const copiedLocation = await db.location.findFirstOrThrow({ where: { organizationId: testId } })
  expect(copiedLocation.name).toBe('Lyon')
  expect(copy.steps).toMatchObject([
    { type: 'survey', surveyId: copiedSurvey.id },
    { type: 'email', delay: 3600, conditions: { items: [{ type: 'location', locationId: copiedLocation.id }] } },
    { type: 'wait' },
  ])
  expect(copy.steps[2]).not.toHaveProperty('webhookUrl')
  expect(again.sequenceId).not.toBe(first.sequenceId)
  expect(await db.survey.count({ where: { organizationId: testId } })).toBe(1)

  const back = await copySequenceToCounterpart(testId, { userId }, first.sequenceId)
  const returned = await getSequence(organizationId, back.sequenceId)
  expect(returned.steps).toMatchObject([{ surveyId: survey.id }, {}, {}])
})

it('404: does not copy for a person who is no member of the other organization', async () => {
  const organizationId = await anOrganization()
  const { id } = await parseAndSaveSequence(organizationId, { name: 'A', steps: [] })
  await createTestOrganization(organizationId, 'Test')
  const { userId } = await aSession(organizationId)
  await expect(copySequenceToCounterpart(organizationId, { userId }, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
