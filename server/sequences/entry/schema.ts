import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { Stars } from '../../reviews/schema'
import { ScoreBand } from '../../surveys/schema'
import { Id, PageQuery, requiredTextSchema, Timestamp } from '../../validation/schema'
import { UNREACHABLE_REASONS } from '../find-unreachable-contacts'
import { CREATION_WAYS, DAY_OFFSET_MAX, ENTRY_DAYS_MAX, SAMPLE_MAX } from './constants'

const daysMessage = localizableMessage('value.days', { maximum: ENTRY_DAYS_MAX })
const days = (minimum: number) =>
  z.number(daysMessage).int(daysMessage).min(minimum, daysMessage).max(ENTRY_DAYS_MAX, daysMessage)
const offsetMessage = localizableMessage('value.days', { maximum: DAY_OFFSET_MAX })
const chooseOne = localizableMessage('entry.chooseOne')

/** What makes a contact enter a sequence. */
export const EntryCause = z.discriminatedUnion('type', [
  z.object({ type: z.literal('contact_created'), createdVia: z.array(z.enum(CREATION_WAYS)).min(1, chooseOne) }),
  z.object({ type: z.literal('tag_added'), tag: requiredTextSchema(50) }),
  z.object({ type: z.literal('tag_removed'), tag: requiredTextSchema(50) }),
  z.object({
    type: z.literal('response_given'),
    surveyId: Id.nullable().describe('Null for any survey.'),
    bands: z.array(ScoreBand).min(1, chooseOne),
  }),
  z.object({ type: z.literal('review_matched'), ratings: z.array(Stars).min(1, chooseOne) }),
  z.object({ type: z.literal('segment_entered') }),
  z.object({
    type: z.literal('date_reached'),
    propertyKey: requiredTextSchema(100).describe('Key of a contact property of type date.'),
    dayOffset: z
      .number(offsetMessage)
      .int(offsetMessage)
      .min(-DAY_OFFSET_MAX, offsetMessage)
      .max(DAY_OFFSET_MAX, offsetMessage)
      .describe('Days after the date; negative before it.'),
    isYearly: z.boolean(),
  }),
  z.object({ type: z.literal('recurring'), everyDays: days(1) }),
])
export type EntryCause = z.infer<typeof EntryCause>

const sampleMessage = localizableMessage('value.whole', { from: 1, to: SAMPLE_MAX })
const sample = z.number(sampleMessage).int(sampleMessage).min(1, sampleMessage).max(SAMPLE_MAX, sampleMessage)

const fields = {
  cause: EntryCause,
  segmentId: Id.nullable().describe('Only these people enter; for `segment_entered`, the segment that is entered.'),
  reentryDays: days(0)
    .nullable()
    .describe(
      'When a person who has a sending of this sequence may enter again: 0 always, null never, else after so many days.',
    ),
  sampleOneIn: sample.default(1).describe('One in so many of the people enters, chosen at random.'),
}

export const EntryRule = z.object({
  id: Id,
  sequenceId: Id,
  ...fields,
  enteredLately: z.number().int().describe('People who entered within 30 days.'),
  waiting: z.number().int().describe('People to be decided on.'),
  createdAt: Timestamp,
})
export type EntryRule = z.infer<typeof EntryRule>

export const SaveEntryRule = z
  .object({ id: Id.exactOptional(), sequenceId: Id, ...fields })
  .superRefine(({ cause, segmentId }, context) => {
    if (cause.type === 'segment_entered' && segmentId === null)
      context.addIssue({ code: 'custom', path: ['segmentId'], message: localizableMessage('entry.segment') })
  })
export type SaveEntryRule = z.infer<typeof SaveEntryRule>

export const CandidateOutcome = z.enum([
  'entered',
  'notInSegment',
  'enteredBefore',
  'notSampled',
  'sequenceInactive',
  'gone',
  ...UNREACHABLE_REASONS,
])
export type CandidateOutcome = z.infer<typeof CandidateOutcome>

export const EntryForecast = z.object({
  contacts: z.number().int().describe('People that the rule is about now.'),
  days: z.array(z.object({ day: z.string(), contacts: z.number().int() })).describe('The next 14 local days.'),
})
export type EntryForecast = z.infer<typeof EntryForecast>

export const ListCandidates = PageQuery.extend({ ruleId: Id })
export type ListCandidates = z.infer<typeof ListCandidates>

export const EntryCandidate = z.object({
  id: Id,
  contactId: Id,
  contactName: z.string().nullable().describe('Null once the contact was deleted.'),
  outcome: CandidateOutcome.nullable().describe('Null until it is decided.'),
  sendingId: Id.nullable(),
  createdAt: Timestamp,
})
export type EntryCandidate = z.infer<typeof EntryCandidate>
