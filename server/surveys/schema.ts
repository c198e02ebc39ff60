import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { Id, PageQuery, requiredTextSchema, sortParameterSchema, Timestamp, textSchema } from '../validation/schema'
import {
  CHANGE_HOURS_MAX,
  COOLDOWN_DAYS_MAX,
  MAX_ENDINGS,
  MAX_OPTIONS,
  MAX_QUESTIONS,
  MAX_ROWS,
  METRICS,
  NAME_MAX_CHARACTERS,
  NUMBER_LIMIT,
  QUESTION_TYPES,
  SCORE_BANDS,
  SURVEY_PRIORITIES,
  SURVEY_TYPES,
  UNIT_MAX_CHARACTERS,
} from './constants'
import { SurveyFields } from './fields/schema'
import { Ending, Jumps, ShowIf, Slug, SurveyLayout, Wording, wordingSchema } from './logic/schema'
import { Thanks } from './thanks/schema'

export const SurveyType = z.enum(SURVEY_TYPES)
export type SurveyType = z.infer<typeof SurveyType>

export const SurveyStatus = z.enum(['active', 'archived'])
export type SurveyStatus = z.infer<typeof SurveyStatus>

export const QuestionType = z.enum(QUESTION_TYPES)
export type QuestionType = z.infer<typeof QuestionType>

export const Metric = z.enum(METRICS)
export type Metric = z.infer<typeof Metric>

export const ScoreBand = z.enum(SCORE_BANDS)
export type ScoreBand = z.infer<typeof ScoreBand>

const WHAT_EACH_ASKS =
  'nps: 0 to 10. csat: 1 to 5. ces: 1 to 7, agreement that it was easy. rating: 1 to 5 stars. single_choice, ' +
  'multiple_choice, dropdown: of `options`. text: free text. yes_no, thumbs: true or false. smileys: 1 to 5. scale: from `min` ' +
  '(0 or 1) to `max` (2 to 10). number: from `min` to `max`, if given, in `unit`. date: YYYY-MM-DD. consent: true, with `text` as it ' +
  'was shown. statement: asks nothing. matrix: a list of `<row>:<option>`, one option in each of the `rows`. ranking: the ids of ' +
  '`options`, the best first.'

const WHOLE_LIMIT = localizableMessage('value.range', { from: -NUMBER_LIMIT, to: NUMBER_LIMIT })
const limit = z.number().min(-NUMBER_LIMIT, WHOLE_LIMIT).max(NUMBER_LIMIT, WHOLE_LIMIT)

const Ends = z
  .object({ low: Wording.nullable().exactOptional(), high: Wording.nullable().exactOptional() })
  .describe('Words at the ends of a scale, in place of the usual ones.')

const other = z.boolean().exactOptional().describe('The person may say more in a text. One option at most, the last.')
const OTHER_ANSWER =
  ' The text of an option with `other` is a further answer, of the type `text` and with the id of the question and `.other`.'

/** What only some types have. */
const typeFields = {
  min: limit.exactOptional().describe('Of a scale (0 or 1; by default 1) or a number.'),
  max: limit.exactOptional().describe('Of a scale (2 to 10; by default 5) or a number.'),
  unit: wordingSchema(UNIT_MAX_CHARACTERS).exactOptional().describe('Of a number.'),
  ends: Ends.exactOptional(),
  shuffle: z
    .boolean()
    .exactOptional()
    .describe('Shows the options in another order to each person, the one with `other` last.'),
}

export const QuestionInput = z
  .object({
    id: Slug.exactOptional().describe('Unique in the survey. By default, made from the text.'),
    type: QuestionType.describe(WHAT_EACH_ASKS),
    text: Wording,
    description: Wording.nullable().exactOptional(),
    required: z
      .boolean()
      .exactOptional()
      .describe("False by default, but true for the survey's own metric, which comes first."),
    options: z
      .array(z.object({ id: Slug.exactOptional(), label: Wording, other }))
      .max(MAX_OPTIONS)
      .exactOptional()
      .describe(`For the choice types only: 2 to 20 options.${OTHER_ANSWER}`),
    rows: z
      .array(z.object({ id: Slug.exactOptional(), label: Wording }))
      .max(MAX_ROWS)
      .exactOptional()
      .describe(`Of a matrix: 1 to ${MAX_ROWS}.`),
    ...typeFields,
    showIf: ShowIf.nullable().exactOptional(),
    next: Jumps.nullable().exactOptional(),
  })
  .meta({ id: 'QuestionInput' })
export type QuestionInput = z.infer<typeof QuestionInput>

export const Question = z
  .object({
    id: z.string().describe('Unique in the survey.'),
    type: QuestionType.describe(WHAT_EACH_ASKS),
    text: Wording,
    description: Wording.exactOptional(),
    required: z.boolean(),
    options: z
      .array(z.object({ id: z.string(), label: Wording, other }))
      .meta({ maxItems: MAX_OPTIONS })
      .describe(`Of the choice types.${OTHER_ANSWER}`)
      .exactOptional(),
    rows: z
      .array(z.object({ id: z.string(), label: Wording }))
      .meta({ maxItems: MAX_ROWS })
      .exactOptional(),
    ...typeFields,
    showIf: ShowIf.exactOptional(),
    next: Jumps.exactOptional(),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof Question>

const cooldown = localizableMessage('value.whole', { from: 1, to: COOLDOWN_DAYS_MAX })

const CooldownDays = z
  .number(cooldown)
  .int(cooldown)
  .min(1, cooldown)
  .max(COOLDOWN_DAYS_MAX, cooldown)
  .nullable()
  .describe(
    'A contact is sent this survey at most once in so many days, reminders aside. Null: as often as sequences say.',
  )

const changeHoursRange = localizableMessage('value.whole', { from: 1, to: CHANGE_HOURS_MAX })

const ChangeHours = z
  .number(changeHoursRange)
  .int(changeHoursRange)
  .min(1, changeHoursRange)
  .max(CHANGE_HOURS_MAX, changeHoursRange)
  .nullable()
  .describe('Hours after the submission in which people may come back and change their answers. Null: not at all.')

export const SurveyPriority = z.enum(SURVEY_PRIORITIES)
export type SurveyPriority = z.infer<typeof SurveyPriority>

const Priority = SurveyPriority.describe(
  'Of two surveys that a contact is to get within the time in which they get only one, the one with the lower priority waits, and ' +
    'is left out once the other was sent.',
)

const Endings = z
  .array(Ending)
  .max(MAX_ENDINGS)
  .describe(`At most ${MAX_ENDINGS} pages in place of the usual thanks, for jumps to the end.`)

export const Survey = z
  .object({
    id: Id,
    name: z.string(),
    type: SurveyType.describe('The metric it measures. It never changes.'),
    status: SurveyStatus.describe('An archived survey is no longer sent.'),
    version: z.number().int().describe('From 1. Grows with each change of questions, endings or layout.'),
    questions: z
      .array(Question)
      .meta({ maxItems: MAX_QUESTIONS })
      .describe('The questions as you sent them. A metric in its default wording is not listed.'),
    cooldownDays: CooldownDays,
    changeHours: ChangeHours,
    priority: Priority,
    layout: SurveyLayout,
    endings: Endings,
    thanks: Thanks,
    fields: SurveyFields,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Survey' })
export type Survey = z.infer<typeof Survey>

/** What an owner writes. */
export const SurveyContent = Survey.omit({ id: true, status: true, version: true, createdAt: true, updatedAt: true })
export type SurveyContent = z.infer<typeof SurveyContent>

const Questions = z
  .array(QuestionInput)
  .max(MAX_QUESTIONS)
  .describe(
    `At most ${MAX_QUESTIONS}. A survey of type nps, csat or ces always asks its metric first, in a default wording unless you include a question of that type.`,
  )

export const CreateSurvey = z.object({
  name: requiredTextSchema(NAME_MAX_CHARACTERS),
  type: SurveyType.describe('The metric it measures. You cannot change it later.'),
  questions: Questions,
  cooldownDays: CooldownDays.exactOptional(),
  changeHours: ChangeHours.exactOptional(),
  priority: Priority.exactOptional(),
  layout: SurveyLayout.exactOptional(),
  endings: Endings.exactOptional(),
  thanks: Thanks.exactOptional(),
  fields: SurveyFields.exactOptional(),
})
export type CreateSurvey = z.infer<typeof CreateSurvey>

export const UpdateSurvey = z.object({
  id: Id,
  name: requiredTextSchema(NAME_MAX_CHARACTERS).exactOptional(),
  questions: Questions.exactOptional(),
  cooldownDays: CooldownDays.exactOptional(),
  changeHours: ChangeHours.exactOptional(),
  priority: Priority.exactOptional(),
  layout: SurveyLayout.exactOptional(),
  endings: Endings.exactOptional(),
  thanks: Thanks.exactOptional(),
  fields: SurveyFields.exactOptional(),
  status: SurveyStatus.exactOptional().describe('`archived` takes the survey out of use, and `active` restores it.'),
  type: SurveyType.exactOptional().describe('Cannot change. Anything but the current type is refused.'),
  asRead: Survey.pick({
    name: true,
    status: true,
    questions: true,
    cooldownDays: true,
    changeHours: true,
    priority: true,
    layout: true,
    endings: true,
    thanks: true,
    fields: true,
  })
    .partial()
    .exactOptional()
    .describe(
      'Fields as you read them. If one of them has another value by now, nothing is written and the answer is 409 ' +
        '`CHANGED_MEANWHILE`, with the survey as it is now in `details.current`.',
    ),
})
export type UpdateSurvey = z.infer<typeof UpdateSurvey>

export const FieldValuesById = z
  .record(z.string(), z.string())
  .describe('Values of hidden fields by their ids, as the address brought them.')

export const ListSurveys = PageQuery.extend({
  type: SurveyType.exactOptional().describe('Surveys of this type.'),
  status: SurveyStatus.exactOptional().describe('Surveys with this status. By default, all surveys.'),
  search: textSchema(200).trim().exactOptional().describe('Part of the name. Case does not matter.'),
})
export type ListSurveys = z.infer<typeof ListSurveys>

export const BrowseSurveys = ListSurveys.extend({ sort: sortParameterSchema(['created', 'name', 'updated']) })
export type BrowseSurveys = z.infer<typeof BrowseSurveys>

export const SurveyUsage = z.object({
  isSent: z.boolean().describe('It went out to someone at least once, or into the Outbox.'),
  sequenceId: Id.nullable().describe('The newest sequence with a step that sends it; archived ones do not count.'),
})
export type SurveyUsage = z.infer<typeof SurveyUsage>

export const DuplicateSurvey = z.object({
  id: Id,
  name: requiredTextSchema(NAME_MAX_CHARACTERS).describe('Of the copy.'),
})
export type DuplicateSurvey = z.infer<typeof DuplicateSurvey>

export const DeletedSurvey = z.object({ id: Id, deleted: z.literal(true) }).meta({ id: 'DeletedSurvey' })
export type DeletedSurvey = z.infer<typeof DeletedSurvey>
