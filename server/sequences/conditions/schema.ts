import { z } from 'zod'
import { FILTER_LANGUAGES } from '../../contacts/filters/constants'
import { PropertyConditionText } from '../../contacts/filters/schema'
import { localizableMessage } from '../../messages/localizable-message'
import { ScoreBand } from '../../surveys/schema'
import { Id, requiredTextSchema } from '../../validation/schema'
import { ANSWER_OPERATORS, BRANCHES, CONDITIONS_MAX, SURVEY_OUTCOMES } from './constants'

const is = z.boolean().default(true).describe('False: the opposite must hold.')

const AnswerValue = z.union([z.number(), requiredTextSchema(200), z.boolean()])

/** One thing that must hold of a person when a step is due. */
export const StepCriterion = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tag'), tag: requiredTextSchema(50), is }),
  z.object({
    type: z.literal('property'),
    condition: PropertyConditionText.describe(
      'As the filter `property` of `GET /contacts`: `plan=pro`, `seats>=10`, `!plan`.',
    ),
  }),
  z.object({ type: z.literal('location'), locationId: Id, is }),
  z.object({
    type: z.literal('language'),
    language: z.enum(FILTER_LANGUAGES).describe('Preferred language of the contact; `none` without one.'),
    is,
  }),
  z.object({
    type: z.literal('band'),
    band: ScoreBand.describe('Of the latest response of the contact to any survey.'),
    is,
  }),
  z.object({
    type: z.literal('survey'),
    outcome: z.enum(SURVEY_OUTCOMES).describe('Speaks of the latest survey in the same run, as `condition`.'),
  }),
  z.object({
    type: z.literal('answer'),
    surveyId: Id.describe('Its response in the same run.'),
    questionId: requiredTextSchema(50),
    operator: z
      .enum(ANSWER_OPERATORS)
      .describe(
        '`at_least` and `at_most` compare numbers, `contains` looks for a text without case, or for an option.',
      ),
    value: AnswerValue.describe('A number, a text, `true` or `false`, or the id of an option.'),
  }),
])
export type StepCriterion = z.infer<typeof StepCriterion>

export const StepConditions = z.object({
  match: z.enum(['all', 'any']).describe('Whether all items must hold, or one of them.'),
  items: z.array(StepCriterion).min(1, localizableMessage('sequence.stepConditions')).max(CONDITIONS_MAX),
})
export type StepConditions = z.infer<typeof StepConditions>

export const StepBranch = z
  .enum(BRANCHES)
  .describe('The step is only for people that the `fork` before it sent to this branch. Absent outside branches.')
