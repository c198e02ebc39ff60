import * as fc from 'fast-check'
import { FILTER_LANGUAGES, formatPropertyCondition, PROPERTY_OPERATORS } from '@/server/contacts/filters/constants'
import { ANSWER_OPERATORS, CONDITIONS_MAX, SURVEY_OUTCOMES } from '@/server/sequences/conditions/constants'
import type { StepConditions, StepCriterion } from '@/server/sequences/conditions/schema'
import { SCORE_BANDS } from '@/server/surveys/constants'

/* Conditions for tests; with `blank`, values are sometimes missing, as while they are edited. */

const word = fc.stringMatching(/^[a-zé0-9]( ?[a-zé0-9]){0,8}$/u)

function arbitraryCriterion(blank: boolean): fc.Arbitrary<StepCriterion> {
  const text = blank ? fc.oneof(word, fc.constantFrom('', ' ')) : word
  const id = blank ? fc.oneof(fc.uuid(), fc.constant('')) : fc.uuid()
  const is = fc.boolean()
  const property = fc.record({ key: text, operator: fc.constantFrom(...PROPERTY_OPERATORS), value: text })
  return fc.oneof(
    fc.record({ type: fc.constant('tag' as const), tag: text, is }),
    fc.record({ type: fc.constant('property' as const), condition: property.map(formatPropertyCondition) }),
    fc.record({ type: fc.constant('location' as const), locationId: id, is }),
    fc.record({ type: fc.constant('language' as const), language: fc.constantFrom(...FILTER_LANGUAGES), is }),
    fc.record({ type: fc.constant('band' as const), band: fc.constantFrom(...SCORE_BANDS), is }),
    fc.record({ type: fc.constant('survey' as const), outcome: fc.constantFrom(...SURVEY_OUTCOMES) }),
    fc.record({
      type: fc.constant('answer' as const),
      surveyId: id,
      questionId: text,
      operator: fc.constantFrom(...ANSWER_OPERATORS),
      value: fc.oneof(text, fc.integer(), fc.boolean()),
    }),
  )
}

export function arbitraryConditions({ blank = false } = {}): fc.Arbitrary<StepConditions> {
  return fc.record({
    match: fc.constantFrom('all', 'any'),
    items: fc.array(arbitraryCriterion(blank), { minLength: blank ? 0 : 1, maxLength: CONDITIONS_MAX }),
  })
}
