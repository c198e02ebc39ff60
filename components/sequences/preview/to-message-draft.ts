import type { MessageDraft } from '@/server/sequences/preview/schema'
import { NEW_SURVEY_ID, type StepValues, type SurveyChoice } from '../sequence-form-values'
import { toStepInput } from '../to-sequence-input'

/** Null for a step that sends nothing, or has no survey yet. */
export function toMessageDraft(
  steps: readonly StepValues[],
  index: number,
  surveys: readonly SurveyChoice[],
): MessageDraft | null {
  const step = steps[index]
  if (step === undefined || step.type === 'wait' || step.type === 'fork') return null
  const { surveyId, subject, body } = toStepInput(step)
  if (step.type === 'survey' && surveyId === null) return null
  const earlier = steps
    .slice(0, index)
    .findLast(({ type, surveyId: id }) => (type === 'survey' || type === 'sms') && id)
  const message = { type: step.type, subject, body, earlierSurveyId: toStoredId(earlier?.surveyId ?? null) }
  const unsaved = surveys.find(({ id }) => id === surveyId)?.unsaved
  if (!unsaved) return { ...message, surveyId }
  return { ...message, surveyId: null, survey: { type: unsaved.type, questions: unsaved.questions } }
}

/** Those that can be sent as a test: not of a survey that is not saved, whose links would open nothing. */
export function listTestDrafts(steps: readonly StepValues[], surveys: readonly SurveyChoice[]): MessageDraft[] {
  return steps.flatMap((_, index) => {
    const draft = toMessageDraft(steps, index, surveys)
    return draft === null || draft.survey ? [] : draft
  })
}

function toStoredId(surveyId: string | null): string | null {
  return surveyId === NEW_SURVEY_ID ? null : surveyId
}
