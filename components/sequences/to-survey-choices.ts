import type { SequenceDetail } from '@/server/sequences/schema'
import type { SurveyChoice } from './sequence-form-values'

/** Active surveys, plus those that a step already uses, whatever their state. */
export function toSurveyChoices(active: readonly SurveyChoice[], sequence?: SequenceDetail): SurveyChoice[] {
  const activeIds = new Set(active.map(({ id }) => id))
  const missingIds = (sequence?.steps ?? []).flatMap(({ surveyId }) =>
    surveyId && !activeIds.has(surveyId) ? surveyId : [],
  )
  return [
    ...active.map(({ id, name }) => ({ id, name })),
    ...[...new Set(missingIds)].map((id) => ({ id, name: `${id.slice(0, 8)}…` })),
  ]
}
