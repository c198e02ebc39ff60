import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { ScoreBand } from '../../surveys/schema'
import {
  codePointLength,
  EndDate,
  Id,
  QueryBoolean,
  queryNumberSchema,
  requiredTextSchema,
  StartDate,
  textSchema,
} from '../../validation/schema'
import {
  DELIVERABILITY,
  FILTER_DAYS_MAX,
  FILTER_LANGUAGES,
  FILTERABLE_KEY_MAX_CHARACTERS,
  PROPERTY_CONDITIONS_MAX,
  parsePropertyCondition,
} from './constants'

const daysMessage = localizableMessage('value.days', { maximum: FILTER_DAYS_MAX })
const days = queryNumberSchema(
  z.number(daysMessage).int(daysMessage).min(1, daysMessage).max(FILTER_DAYS_MAX, daysMessage),
)
const ratingMessage = localizableMessage('value.whole', { from: 0, to: 10 })
const rating = queryNumberSchema(
  z.number(ratingMessage).int(ratingMessage).min(0, ratingMessage).max(10, ratingMessage),
)

export const PropertyConditionText = textSchema(300).refine(
  isPropertyCondition,
  localizableMessage('contact.propertyCondition'),
)

const oneOrMore = <Schema extends z.ZodType>(schema: Schema, maximum: number) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(schema).min(1).max(maximum))

/** Conditions on contacts, combined with *and*; as query parameters, and stored as the filter of a segment. */
export const ContactFilter = z.object({
  location_id: Id.exactOptional().describe('Contacts at this location.'),
  contact_organization_id: Id.exactOptional().describe('Contacts that belong to this contact organization.'),
  tag: requiredTextSchema(50).exactOptional().describe('Contacts with exactly this tag.'),
  without_tag: requiredTextSchema(50).exactOptional().describe('Contacts without this tag.'),
  preferred_language: z
    .enum(FILTER_LANGUAGES)
    .exactOptional()
    .describe('Contacts with this preferred language; `none` for those without one.'),
  property: oneOrMore(PropertyConditionText, PROPERTY_CONDITIONS_MAX)
    .exactOptional()
    .describe(
      'A condition on a custom field: `plan=pro`, `plan!=pro`, `seats>=10`, `seats<=20`, `plan` (has a value) or `!plan` (has none). ' +
        'Dates compare as `since>=2026-01-31`. Text is compared without case. Repeat the parameter for several conditions.',
    )
    .meta({ example: ['plan=pro'] }),
  start_date: StartDate.exactOptional().describe('Added from this time on: an ISO 8601 date or timestamp.'),
  end_date: EndDate.exactOptional().describe('Added up to and including this time: an ISO 8601 date or timestamp.'),
  added_days: days.exactOptional().describe('Added within this number of days, today included (UTC).'),
  unsubscribed: QueryBoolean.exactOptional().describe(
    '`true` for contacts that get no messages, `false` for the others.',
  ),
  deliverability: z
    .enum(DELIVERABILITY)
    .exactOptional()
    .describe('`bounced` for contacts whose address does not exist any more, `reachable` for the others.'),
  band: ScoreBand.exactOptional().describe('Band of the latest response.'),
  rating_min: rating.exactOptional().describe('At least this score in the latest response.'),
  rating_max: rating.exactOptional().describe('At most this score in the latest response.'),
  surveyed: QueryBoolean.exactOptional().describe('`false` for contacts that were never sent a survey.'),
  surveyed_start_date: StartDate.exactOptional().describe('Last sent a survey from this time on.'),
  surveyed_end_date: EndDate.exactOptional().describe('Last sent a survey up to this time.'),
  surveyed_days: days.exactOptional().describe('Sent a survey within this number of days, today included (UTC).'),
  not_surveyed_days: days.exactOptional().describe('Not sent a survey within this number of days, or never.'),
  answered: QueryBoolean.exactOptional().describe('`false` for contacts that never answered a survey.'),
  answered_start_date: StartDate.exactOptional().describe('Last answered from this time on.'),
  answered_end_date: EndDate.exactOptional().describe('Last answered up to this time.'),
  answered_days: days.exactOptional().describe('Answered within this number of days, today included (UTC).'),
  not_answered_days: days.exactOptional().describe('Not answered within this number of days, or never.'),
})
export type ContactFilter = z.infer<typeof ContactFilter>

function isPropertyCondition(text: string): boolean {
  const condition = parsePropertyCondition(text)
  if (condition === null || codePointLength(condition.key) > FILTERABLE_KEY_MAX_CHARACTERS) return false
  return condition.operator === 'isSet' || condition.operator === 'isNotSet' || condition.value !== ''
}
