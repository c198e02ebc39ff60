import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { textSchema } from '../../validation/schema'
import { Slug } from '../logic/schema'
import { FIELD_VALUE_MAX_CHARACTERS, MAX_FIELDS, parseFieldCondition, RESERVED_FIELD_IDS } from './constants'

/* Hidden fields: values beside the answers, which the address of the page brings. */

export const SurveyField = z
  .object({
    id: Slug.describe(
      `The name of the parameter, as in \`?order=4711\`. Not ${RESERVED_FIELD_IDS.slice(0, -1).join(', ')} or ${RESERVED_FIELD_IDS.at(-1)}.`,
    ).meta({ example: 'order' }),
    signed: z
      .boolean()
      .describe(
        'Its value comes only in a token that your server signed, and not as a parameter that anyone can change.',
      ),
  })
  .meta({ id: 'SurveyField' })
export type SurveyField = z.infer<typeof SurveyField>

export const SurveyFields = z
  .array(SurveyField)
  .max(MAX_FIELDS)
  .describe(
    `At most ${MAX_FIELDS}. Values of up to ${FIELD_VALUE_MAX_CHARACTERS} characters in the address of an open link, a widget or a survey ` +
      'link are stored with the response; other parameters are ignored.',
  )

const CONDITION_MAX_CHARACTERS = 300

/** A filter by the value of one field, as in `source=receipt`. */
export const FieldConditionText = textSchema(CONDITION_MAX_CHARACTERS).refine(
  (text) => parseFieldCondition(text) !== null,
  localizableMessage('value.invalid'),
)
