import type { MessageDraft } from '@/server/sequences/preview/schema'
import { type StepValues, toStepInput } from '../sequence-form-values'

/** Null for a step that sends nothing, or has no survey yet. */
export function toMessageDraft(steps: readonly StepValues[], index: number): MessageDraft | null {
  const step = steps[index]
  if (step === undefined || step.type === 'wait' || step.type === 'fork') return null
  const { surveyId, subject, body } = toStepInput(step)
  if (step.type === 'survey' && surveyId === null) return null
  const earlier = steps
    .slice(0, index)
    .findLast(({ type, surveyId: id }) => (type === 'survey' || type === 'sms') && id)
  return { type: step.type, surveyId, subject, body, earlierSurveyId: earlier?.surveyId ?? null }
}

export function listMessageDrafts(steps: readonly StepValues[]): MessageDraft[] {
  return steps.flatMap((_, index) => toMessageDraft(steps, index) ?? [])
}
