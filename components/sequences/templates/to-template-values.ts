import type { Survey } from '@/server/surveys/schema'
import type { Language } from '@/server/validation/schema'
import { createEmptyStep } from '../new-steps'
import { NO_RULES } from '../rules/no-rules'
import { NEW_SURVEY_ID, type SequenceValues, type SurveyChoice, toDelay } from '../sequence-form-values'
import { getSequenceTemplate, type TemplateName } from './sequence-templates'

/** @property newSurvey label of the template's survey in the list of surveys. */
type TemplateTexts = { name: string; description: string; surveyName: string; newSurvey: string }

/** @property language of the organization. @property chosenId of the survey to send; absent to let the template choose. */
type TemplateContext = { surveys: readonly Survey[]; chosenId: string | undefined; language: Language }

/**
 * The form of a sequence filled from a template, and the surveys to choose from: the active ones, and the template's own, which is
 * chosen if none of them measures what the template asks.
 * @param texts in the language of the page.
 */
export function toTemplateValues(
  template: TemplateName,
  { surveys, chosenId, language }: TemplateContext,
  texts: TemplateTexts,
): { values: SequenceValues; surveys: SurveyChoice[] } {
  const { surveyType, survey, steps } = getSequenceTemplate(template)
  const fitting = surveys.find(({ type }) => surveyType === null || type === surveyType)
  const surveyId = chosenId ?? fitting?.id ?? NEW_SURVEY_ID
  const newSurvey = { id: NEW_SURVEY_ID, name: texts.newSurvey, unsaved: { name: texts.surveyName, ...survey } }
  return {
    surveys: [newSurvey, ...surveys.map(({ id, name }) => ({ id, name }))],
    values: {
      name: texts.name,
      description: texts.description,
      rules: NO_RULES,
      steps: steps.map(({ type, delay, subject, body, condition }) => ({
        ...createEmptyStep(type, surveyId, 0, language),
        delay: toDelay(delay),
        bilingual: subject !== undefined,
        ...(subject ? { subject } : {}),
        ...(body ? { body } : {}),
        ...(condition ? { condition } : {}),
      })),
    },
  }
}
