import { z } from 'zod'
import { RESPONSE_TAG_MAX_CHARACTERS } from '../cases/constants'
import { AssigneeFilter, CaseFilter, CaseWithAssignee, ResponseTag } from '../cases/schema'
import { changeFeedFields, checkChangeFeedInput } from '../change-feed/schema'
import { PropertyConditionText } from '../contacts/filters/schema'
import { localizableMessage } from '../messages/localizable-message'
import { RESPONSE_FLAGS } from '../survey-links/constants'
import { FieldConditionText } from '../surveys/fields/schema'
import { FieldValuesById, Metric, QuestionType, ScoreBand, Survey } from '../surveys/schema'
import { ExportFormat, idListSchema } from '../validation/list-parameters'
import {
  EndDate,
  Id,
  Language,
  PageQuery,
  queryNumberSchema,
  StartDate,
  sortParameterSchema,
  Timestamp,
  textSchema,
} from '../validation/schema'
import { parseAnswerKey, RESPONSE_CHANNELS, SEARCH_MAX_CHARACTERS } from './constants'

export const ResponseStatus = z.enum(['partial', 'completed', 'flagged'])
export type ResponseStatus = z.infer<typeof ResponseStatus>

export const ResponseChannel = z.enum(RESPONSE_CHANNELS)
export type ResponseChannel = z.infer<typeof ResponseChannel>

export const AnswerValue = z.union([z.number(), z.string(), z.boolean(), z.array(z.string())])
export type AnswerValue = z.infer<typeof AnswerValue>

export const Answer = z
  .object({
    questionId: z.string(),
    type: QuestionType,
    text: z.string().describe('The question as it was asked, in the language of the response.'),
    value: AnswerValue.describe(
      'A number, text, a date as YYYY-MM-DD, true or false, an option id, or a list of them.',
    ),
  })
  .meta({ id: 'Answer' })
export type Answer = z.infer<typeof Answer>

const responseFields = {
  id: Id,
  surveyId: Id,
  contactId: Id.nullable().describe(
    'Kept even when the contact is deleted. Null for an answer that came without a contact, as by an open link.',
  ),
  npsScore: z.number().int().nullable().describe('0 to 10, or null without an NPS question.'),
  isPromoter: z.boolean().describe('The NPS score is 9 or 10.'),
  status: ResponseStatus.describe(
    '`partial`: saved and not submitted. `flagged`: looks like the answer of a machine, and counts nowhere until a member accepts it.',
  ),
  createdAt: Timestamp.describe(
    'When it was submitted. For a partial response, when it was started, or when it began to count: 24 hours later, if it has a score.',
  ),
}

/** A list item (interface specification, 2.4). */
export const ResponseListItem = z
  .object({
    ...responseFields,
    answers: z.array(Answer).exactOptional().describe('With `include=answers`.'),
    fields: FieldValuesById.exactOptional().describe('Values of hidden fields by their ids, with `include=answers`.'),
    updatedAt: Timestamp.exactOptional().describe('With `updated_since` or `cursor`.'),
  })
  .meta({ id: 'ResponseListItem' })
export type ResponseListItem = z.infer<typeof ResponseListItem>

/** A single response; also the payload of `new_response` and `detractor_response`. */
export const Response = z
  .object({
    ...responseFields,
    surveyVersion: z
      .number()
      .int()
      .nullable()
      .describe('The `version` of the survey that was answered. Null for imports, and where it is not known.'),
    changedAt: Timestamp.nullable().describe(
      'When the person last changed the answers that they had submitted, within the `changeHours` of the survey. Null if they never did.',
    ),
    csatScore: z.number().int().nullable().describe('1 to 5, or null without a CSAT question.'),
    cesScore: z.number().int().nullable().describe('1 to 7, or null without a CES question.'),
    isDetractor: z.boolean().describe('The NPS score is 0 to 6.'),
    locationId: Id.nullable(),
    employeeId: Id.nullable().describe('The employee the response is about.'),
    contactOrganizationId: Id.nullable().describe('The contact organization of the contact when the survey was sent.'),
    sequenceId: Id.nullable().describe('The sequence that sent the survey, or null for a one-off survey.'),
    channel: ResponseChannel.nullable().describe(
      'How it came: by a link in an email or a text message (`sms`), an open `link`, a website (`web`), or a file (`import`). Null if it is not known.',
    ),
    surveyLinkId: Id.nullable().describe('The open link by which it came. Kept even when the link is deleted.'),
    language: Language.describe('The language the person answered in.'),
    answers: z.array(Answer),
    fields: FieldValuesById,
  })
  .meta({ id: 'Response' })
export type Response = z.infer<typeof Response>

const WHOLE_RATING = localizableMessage('value.whole', { from: 0, to: 10 })
const RATING = localizableMessage('value.range', { from: 0, to: 10 })
const rating = queryNumberSchema(z.number(WHOLE_RATING).int(WHOLE_RATING).min(0, RATING).max(10, RATING))

export const ListResponses = PageQuery.extend({
  search: textSchema(SEARCH_MAX_CHARACTERS)
    .trim()
    .exactOptional()
    .describe(
      'Words of what the person wrote, all of them, in any form: `refund` also finds “refunds” and “refunded”, in English and ' +
        'French, whatever the accents. The last word may be a beginning of three letters or more. "Words in quotes" are found as ' +
        'they are, side by side.',
    ),
  survey_id: Id.exactOptional().describe('Responses to this survey.'),
  contact_id: Id.exactOptional().describe('Responses from this contact.'),
  location_id: Id.exactOptional().describe('Responses about this location.'),
  employee_id: Id.exactOptional().describe('Responses about this employee.'),
  contact_organization_id: Id.exactOptional().describe(
    'Responses of contacts that belonged to this contact organization when the survey was sent.',
  ),
  rating_min: rating
    .exactOptional()
    .describe('At least this score, on the scale of the response: 0–10 for NPS, 1–5 for CSAT, 1–7 for CES.'),
  rating_max: rating.exactOptional().describe('At most this score, on the scale of the response.'),
  band: ScoreBand.exactOptional().describe(
    'Positive, neutral or negative: NPS 9–10 / 7–8 / 0–6, CSAT 4–5 / 3 / 1–2, CES 5–7 / 4 / 1–3.',
  ),
  channel: ResponseChannel.exactOptional().describe('Responses that came this way.'),
  survey_link_id: Id.exactOptional().describe('Responses by this open link.'),
  start_date: StartDate.exactOptional(),
  end_date: EndDate.exactOptional(),
  status: ResponseStatus.exactOptional().describe(
    '`completed`: submitted. `partial`: started and not submitted. `flagged`: by an open link, like those of a machine. Without it, the responses that count in scores: those submitted, and ' +
      'those with a score that were started 24 hours ago and not submitted.',
  ),
  metric: Metric.exactOptional().describe(
    'Responses with this score. `rating_min` and `rating_max` then compare it, and it alone.',
  ),
  tag: textSchema(RESPONSE_TAG_MAX_CHARACTERS)
    .exactOptional()
    .describe('Responses with the tag of this name, in upper or lower case. A tag that does not exist finds nothing.'),
  case: CaseFilter.exactOptional().describe(
    'What your team has done about it: `open`, `contacted`, `resolved`, or `unresolved` for open and contacted cases. ' +
      'A low score opens its case by itself.',
  ),
})
export type ListResponses = z.infer<typeof ListResponses>

const Include = z.literal('answers', localizableMessage('value.oneOf', { options: ['answers'] }))

/** A page of responses, or their changes. */
export const ListResponsesOrChanges = ListResponses.extend({
  ...changeFeedFields('response'),
  include: Include.exactOptional().describe('`answers`: each response with its answers, as in `GET /responses/{id}`.'),
}).superRefine(checkChangeFeedInput)

/** On one page. */
const LISTED_RESPONSES_MAX = 100

const ANSWER_KEY_MAX_CHARACTERS = 300

const VERSION_MAX = 1_000_000

/** Filters of contacts as they are now, and of how a response was given. */
export const responseOriginFilters = {
  survey_version: queryNumberSchema(z.number().int().min(1).max(VERSION_MAX))
    .exactOptional()
    .describe('Given to this `version` of the survey.'),
  language: Language.exactOptional().describe('Given in this language.'),
  segment_id: Id.exactOptional().describe('Of contacts that are in this segment now.'),
  property: PropertyConditionText.exactOptional().describe('Of contacts with this property now, as in `plan=pro`.'),
  field: FieldConditionText.exactOptional().describe('With this value of a hidden field, as in `source=receipt`.'),
}

export const BrowseResponses = ListResponses.omit({ tag: true }).extend({
  ...responseOriginFilters,
  answer: textSchema(ANSWER_KEY_MAX_CHARACTERS)
    .refine((key) => parseAnswerKey(key) !== null, localizableMessage('value.invalid'))
    .exactOptional()
    .describe('A question, its type and, for one of its answers, the value, as in `nps nps 9`.'),
  assignee: AssigneeFilter.exactOptional(),
  tag_id: idListSchema(50).exactOptional(),
  new: z.literal('1').exactOptional(),
  sort: sortParameterSchema(['created', 'score']),
})
export type BrowseResponses = z.infer<typeof BrowseResponses>

export const GetAdjacentResponses = BrowseResponses.omit({ page: true, limit: true }).extend({ id: Id })
export type GetAdjacentResponses = z.infer<typeof GetAdjacentResponses>

export const AdjacentResponses = z.object({
  previous: Id.nullable(),
  next: Id.nullable(),
  position: z.number().int().nullable().describe('From 1; null for one so far down that it is not counted.'),
  isListed: z.boolean().describe('False once the filters hold for it no more: then `place` is where it was.'),
  total: z.number().int(),
})
export type AdjacentResponses = z.infer<typeof AdjacentResponses>

const NamedReference = z.object({ id: Id, name: z.string() })

export const ResponseTableRow = z.object({
  id: Id,
  survey: NamedReference,
  contact: NamedReference.nullable().describe('Null without a contact, and when it was deleted.'),
  isAnonymous: z.boolean().describe('It came without a contact.'),
  status: ResponseStatus,
  counts: z
    .boolean()
    .describe('It is in the scores: it was submitted, or it has a score and was not submitted within 24 hours.'),
  metric: z.enum(['nps', 'csat', 'ces']).nullable().describe('Whose scale the rating is on.'),
  rating: z.number().int().nullable(),
  band: ScoreBand.nullable(),
  comment: z
    .string()
    .nullable()
    .describe('The first words that the person wrote; of a search, from about where it found some.'),
  choices: z.string().nullable().describe('The options that the person chose, of the first question that has options.'),
  marks: z.array(z.string()).describe('Words of the comment that a search found, as they are written there.'),
  case: CaseWithAssignee,
  importId: Id.nullable().describe('The import that brought a past answer. It fired no events.'),
  createdAt: Timestamp,
})
export type ResponseTableRow = z.infer<typeof ResponseTableRow>

/** Its wording is the `text` of the answer. */
const ConsentEvidence = z.object({
  givenAt: Timestamp,
  language: Language,
  privacyText: z.string().nullable().describe('The privacy line that the page showed.'),
  privacyUrl: z.string().nullable().describe('The privacy policy that it led to.'),
})
export type ConsentEvidence = z.infer<typeof ConsentEvidence>

export const AnswerWithOptionLabels = Answer.extend({
  labels: z.array(z.string()).describe('The chosen options in words.'),
  consent: ConsentEvidence.exactOptional(),
})
export type AnswerWithOptionLabels = z.infer<typeof AnswerWithOptionLabels>

export const ResponseDetail = ResponseTableRow.omit({ comment: true, choices: true, marks: true }).extend({
  surveyExists: z.boolean().describe('False once it was deleted.'),
  language: Language,
  npsScore: z.number().int().nullable(),
  csatScore: z.number().int().nullable(),
  cesScore: z.number().int().nullable(),
  answers: z.array(AnswerWithOptionLabels),
  fields: FieldValuesById,
  tags: z.array(ResponseTag),
  contactId: Id.nullable(),
  contactEmail: z.string().nullable(),
  sequence: NamedReference.nullable(),
  location: NamedReference.nullable(),
  employee: NamedReference.nullable(),
  company: NamedReference.nullable().describe('Of the contact when the survey was sent.'),
  channel: ResponseChannel.nullable(),
  surveyLink: NamedReference.nullable().describe('The open link by which it came.'),
  flag: z.enum(RESPONSE_FLAGS).nullable(),
  sending: z.object({ id: Id, email: z.string(), sentAt: Timestamp.nullable() }).nullable(),
  submittedAt: Timestamp.nullable(),
})
export type ResponseDetail = z.infer<typeof ResponseDetail>

export const ResponseListFilter = BrowseResponses.omit({ page: true, limit: true, sort: true })
export type ResponseListFilter = z.infer<typeof ResponseListFilter>

/** Responses of a page, or all that match the filters of the list. */
export const ResponseSelection = z.union([
  z.object({ ids: z.array(Id).min(1).max(LISTED_RESPONSES_MAX) }),
  z.object({ filter: ResponseListFilter }),
])
export type ResponseSelection = z.infer<typeof ResponseSelection>

export const ExportResponses = ResponseListFilter.extend({
  ids: idListSchema(LISTED_RESPONSES_MAX).exactOptional(),
  format: ExportFormat,
})
export type ExportResponses = z.infer<typeof ExportResponses>

const Interval = z.object({ low: z.number(), high: z.number() })

/** A score with its confidence interval; null without answers, never 0. */
export const ScoreSummary = z.object({
  n: z.number().int(),
  value: z.number().nullable(),
  interval: Interval.nullable().describe('95 %, on the scale of the score.'),
  easyShare: z.number().int().nullable().exactOptional().describe('Of a CES alone: the share of 5 to 7, in percent.'),
})
export type ScoreSummary = z.infer<typeof ScoreSummary>

export const SurveyWithStats = Survey.omit({ questions: true }).extend({
  questionCount: z.number().int(),
  responses: z.number().int(),
  score: ScoreSummary.nullable().describe('Null for a survey without a metric.'),
})
export type SurveyWithStats = z.infer<typeof SurveyWithStats>
