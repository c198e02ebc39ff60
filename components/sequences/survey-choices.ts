import type { SequenceDetail } from '@/server/sequences/schema'
import type { SurveyChoice } from './step-fields'

type Listed = { id: string; name: string }

/** Active surveys, plus those that a step already uses, whatever their state. */
export function surveyChoices(active: readonly Listed[], sequence?: SequenceDetail): SurveyChoice[] {
  const known = new Set(active.map(({ id }) => id))
  const others = (sequence?.steps ?? []).flatMap(({ surveyId }) => (surveyId && !known.has(surveyId) ? surveyId : []))
  return [
    ...active.map(({ id, name }) => ({ id, name })),
    ...[...new Set(others)].map((id) => ({ id, name: `${id.slice(0, 8)}…` })),
  ]
}
