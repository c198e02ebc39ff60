import { expect, it } from 'vitest'
import { db } from '../db'
import { NotFound } from '../errors'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { getSurveyUsage } from './surveys'

it('reports a survey as used by an unarchived sequence, and as sent only once a message was sent', async () => {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  expect(await getSurveyUsage(organizationId, surveyId)).toEqual({ isSent: false, sequenceId: null })

  await aSequence(organizationId, [{ surveyId }], { status: 'archived' })
  expect(await getSurveyUsage(organizationId, surveyId)).toEqual({ isSent: false, sequenceId: null })
  const { id: sequenceId, steps } = await aSequence(organizationId, [{ surveyId }])
  expect(await getSurveyUsage(organizationId, surveyId)).toEqual({ isSent: false, sequenceId })

  const { id: sendingId } = await aSending(organizationId, sequenceId)
  const { id: stepId = '' } = steps[0] ?? {}
  const { id } = await db.sendingStep.create({
    data: { organizationId, sendingId, stepId, surveyId, type: 'survey', position: 0, status: 'scheduled' },
  })
  expect(await getSurveyUsage(organizationId, surveyId)).toEqual({ isSent: false, sequenceId })
  await db.sendingStep.update({ where: { id }, data: { status: 'sent', sentAt: new Date() } })
  expect(await getSurveyUsage(organizationId, surveyId)).toEqual({ isSent: true, sequenceId })
  await expect(getSurveyUsage(await anOrganization(), surveyId)).rejects.toBeInstanceOf(NotFound)
})
