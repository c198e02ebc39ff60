import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { perLanguageSchema, requiredTextSchema } from '../../validation/schema'
import { ENDING_TEXT_MAX_CHARACTERS, MAX_CONDITIONS, MAX_JUMPS, WORDING_MAX_CHARACTERS } from '../constants'
import { destinationFields } from '../thanks/schema'

/* Which questions of a survey are asked, and how it ends. */

export function wordingSchema(maxCharacters: number) {
  const text = requiredTextSchema(maxCharacters)
  return z.union([text, perLanguageSchema(text)], localizableMessage('value.perLanguage'))
}

export const Wording = wordingSchema(WORDING_MAX_CHARACTERS).meta({
  id: 'Wording',
  description: `One text for everyone, or one for each language, with at most ${WORDING_MAX_CHARACTERS} characters.`,
})

export const Slug = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, localizableMessage('value.slug'))

const BandCondition = z.object({
  band: z
    .array(z.enum(['promoter', 'passive', 'detractor']))
    .min(1, localizableMessage('survey.noBand'))
    .meta({ maxItems: 3 }),
})

const InCondition = z.object({
  question: Slug,
  in: z
    .array(z.union([z.number(), z.string(), z.boolean()]))
    .min(1, localizableMessage('survey.noAnswer'))
    .max(20),
})

const AnsweredCondition = z.strictObject({ question: Slug, answered: z.boolean() })

const bound = z.union([z.number(), z.string().max(10)]).exactOptional()
const RangeCondition = z
  .strictObject({ question: Slug, min: bound, max: bound })
  .refine(({ min, max }) => min !== undefined || max !== undefined, localizableMessage('survey.noBound'))

const conditionSchemas = [BandCondition, InCondition, AnsweredCondition, RangeCondition] as const
const CONDITION_FORM = localizableMessage('survey.condition')

export const Condition = z.union(conditionSchemas, CONDITION_FORM)
export type Condition = z.infer<typeof Condition>

const conditions = z.array(Condition).min(1, localizableMessage('survey.noCondition')).max(MAX_CONDITIONS)

export const ShowIf = z
  .union(
    [...conditionSchemas, z.strictObject({ all: conditions }), z.strictObject({ any: conditions })],
    CONDITION_FORM,
  )
  .meta({
    id: 'ShowIf',
    description:
      `One condition, or \`all\` or \`any\` of up to ${MAX_CONDITIONS}, about earlier questions. A condition holds for a score in one of the ` +
      'bands, for one of the answers `in`, for a question that was `answered` or was not, or for a number from `min` to `max`. ' +
      'A question that was not asked is not answered.',
  })
export type ShowIf = z.infer<typeof ShowIf>

export const Jump = z
  .object({
    if: ShowIf.nullable().exactOptional().describe('About this question or earlier ones. By default, always.'),
    to: z.string().max(50).describe('The id of a later question, or `end`.'),
    ending: Slug.nullable()
      .exactOptional()
      .describe('With `end` only: the id of one of the `endings`. By default, the usual thanks.'),
  })
  .meta({ id: 'Jump' })
export type Jump = z.infer<typeof Jump>

export const Jumps = z
  .array(Jump)
  .max(MAX_JUMPS)
  .describe(
    'Where the survey goes on after this question. The first jump whose condition holds is taken; else the next question.',
  )

export const SurveyLayout = z
  .enum(['all', 'one'])
  .describe('`all`: the questions on one page, `one`: one question at a time.')
export type SurveyLayout = z.infer<typeof SurveyLayout>

export const Ending = z
  .object({
    id: Slug,
    title: Wording,
    text: wordingSchema(ENDING_TEXT_MAX_CHARACTERS).nullable().exactOptional(),
    ...destinationFields,
  })
  .meta({ id: 'Ending', description: 'The page that follows a jump to the end, in place of the usual thanks.' })
export type Ending = z.infer<typeof Ending>
