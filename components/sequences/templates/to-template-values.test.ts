import { describe, expect, it } from 'vitest'
import { parseAndSaveSequence } from '@/server/sequences/sequence-fixture'
import { CreateSurvey, type Survey } from '@/server/surveys/schema'
import { createSurvey } from '@/server/surveys/surveys'
import { anOrganization } from '@/server/testing/factories/basics'
import { findSequenceFormErrors } from '../find-sequence-form-errors'
import { NEW_SURVEY_ID } from '../sequence-form-values'
import { toSequenceInput } from '../to-sequence-input'
import { TEMPLATE_NAMES } from './sequence-templates'
import { toTemplateValues } from './to-template-values'

const TEXTS = { name: 'Name', description: 'Sentence', surveyName: 'Survey', newSurvey: 'New survey: Survey' }
const fill = (template: (typeof TEMPLATE_NAMES)[number], surveys: readonly Survey[] = [], chosenId?: string) =>
  toTemplateValues(template, { surveys, chosenId, language: 'fr' }, TEXTS)

describe.each(TEMPLATE_NAMES)('template %s', (template) => {
  it('can be activated as it is, with its own survey', async () => {
    const organizationId = await anOrganization()
    const { values, surveys } = fill(template)
    expect(findSequenceFormErrors(values)).toEqual([])
    const survey = await createSurvey(organizationId, CreateSurvey.parse(surveys[0]?.unsaved))
    const { steps, ...sequence } = toSequenceInput(values)
    const saved = await parseAndSaveSequence(organizationId, {
      ...sequence,
      status: 'active',
      steps: steps.map((step) => (step.surveyId === NEW_SURVEY_ID ? { ...step, surveyId: survey.id } : step)),
    })
    expect(saved.status).toBe('active')
    // Both languages, and everything after the first survey is a reminder.
    for (const { subject, body } of saved.steps.slice(1))
      expect([subject, body]).toEqual([
        { en: expect.any(String), fr: expect.any(String) },
        { en: expect.any(String), fr: expect.any(String) },
      ])
    const conditions = saved.steps.flatMap(({ type, condition }) => (type === 'survey' ? condition : []))
    expect(conditions.slice(1).every((condition) => condition === 'not_answered')).toBe(true)
  })
})

describe('the survey of a template', () => {
  it('is the newest active one that measures the same, else the template’s own', async () => {
    const organizationId = await anOrganization()
    const create = (type: 'nps' | 'csat') => createSurvey(organizationId, { name: type, type, questions: [] })
    const [nps, csat] = [await create('nps'), await create('csat')]
    const chooseFor = (template: (typeof TEMPLATE_NAMES)[number], surveys: readonly Survey[], chosenId?: string) =>
      new Set(fill(template, surveys, chosenId).values.steps.map(({ surveyId }) => surveyId))
    expect(chooseFor('quarterly', [csat, nps])).toEqual(new Set([nps.id]))
    expect(chooseFor('quarterly', [csat])).toEqual(new Set([NEW_SURVEY_ID]))
    expect(chooseFor('reminders', [csat, nps])).toEqual(new Set([csat.id]))
    expect(chooseFor('quarterly', [csat, nps], csat.id)).toEqual(new Set([csat.id]))
  })
})
