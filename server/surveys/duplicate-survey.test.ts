import { expect, it } from 'vitest'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { duplicateSurvey } from './duplicate-survey'
import { createSurvey, deleteSurvey, getSurvey, updateSurvey } from './surveys'

it('copies a survey with its questions and settings, active and without responses', async () => {
  const organizationId = await anOrganization()
  const original = await createSurvey(organizationId, {
    name: 'Visit',
    type: 'csat',
    questions: [
      { type: 'csat', text: { en: 'How was it?', fr: 'Comment était-ce ?' } },
      { type: 'text', text: 'Why?', showIf: { band: ['detractor'] } },
    ],
    cooldownDays: 30,
    changeHours: 48,
    priority: 'high',
    layout: 'one',
    endings: [{ id: 'end', title: 'End' }],
    thanks: { positive: { title: 'Great' } },
    fields: [{ id: 'order', signed: true }],
  })
  await aResponse(organizationId, original.id)
  await updateSurvey(organizationId, { id: original.id, status: 'archived' })
  const { id } = await duplicateSurvey(organizationId, { id: original.id, name: 'Visit (copy)' })
  const { questions, cooldownDays, changeHours, priority, type, layout, endings, thanks, fields } = original
  expect(await getSurvey(organizationId, id)).toMatchObject({
    name: 'Visit (copy)',
    status: 'active',
    type,
    questions,
    cooldownDays,
    changeHours,
    priority,
    layout,
    endings,
    thanks,
    fields,
  })
  expect(id).not.toBe(original.id)
})

it('copies no deleted survey', async () => {
  const organizationId = await anOrganization()
  const { id } = await aSurvey(organizationId)
  await deleteSurvey(organizationId, id)
  await expect(duplicateSurvey(organizationId, { id, name: 'Copy' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
