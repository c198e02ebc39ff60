import type { CREATION_WAYS, ENTRY_TYPES } from '@/server/sequences/entry/constants'
import type { EntryCause, EntryRule, SaveEntryRule } from '@/server/sequences/entry/schema'
import type { SuggestedCause } from '../templates/sequence-templates'

type Way = (typeof CREATION_WAYS)[number]
type Band = Extract<EntryCause, { type: 'response_given' }>['bands'][number]

/** The form of a rule. Shaped like the API call, so that its validation errors map to the fields. Numbers are as typed. */
export type EntryRuleValues = {
  cause: {
    type: (typeof ENTRY_TYPES)[number]
    createdVia: Way[]
    tag: string
    surveyId: string
    bands: Band[]
    ratings: string[]
    propertyKey: string
    dayOffset: string
    direction: 'before' | 'after'
    isYearly: boolean
    everyDays: string
  }
  segmentId: string
  reentry: 'never' | 'days' | 'always'
  reentryDays: string
  sampleOneIn: string
}

const EMPTY: EntryRuleValues = {
  cause: {
    type: 'contact_created',
    createdVia: ['dashboard', 'api'],
    tag: '',
    surveyId: '',
    bands: ['negative'],
    ratings: ['1', '2', '3'],
    propertyKey: '',
    dayOffset: '0',
    direction: 'after',
    isYearly: false,
    everyDays: '90',
  },
  segmentId: '',
  reentry: 'never',
  reentryDays: '90',
  sampleOneIn: '1',
}

export function toEntryRuleValues(rule?: EntryRule): EntryRuleValues {
  if (!rule) return EMPTY
  const { cause, segmentId, reentryDays, sampleOneIn } = rule
  const dayOffset = cause.type === 'date_reached' ? cause.dayOffset : 0
  return {
    cause: {
      ...EMPTY.cause,
      ...cause,
      ratings: cause.type === 'review_matched' ? cause.ratings.map(String) : EMPTY.cause.ratings,
      surveyId: cause.type === 'response_given' ? (cause.surveyId ?? '') : '',
      dayOffset: `${Math.abs(dayOffset)}`,
      direction: dayOffset < 0 ? 'before' : 'after',
      everyDays: cause.type === 'recurring' ? `${cause.everyDays}` : EMPTY.cause.everyDays,
    },
    segmentId: segmentId ?? '',
    reentry: reentryDays === null ? 'never' : reentryDays === 0 ? 'always' : 'days',
    reentryDays: reentryDays ? `${reentryDays}` : EMPTY.reentryDays,
    sampleOneIn: `${sampleOneIn}`,
  }
}

/** A new rule with a suggested cause. */
export function toSuggestedValues(cause: SuggestedCause): EntryRuleValues {
  const everyDays = cause.type === 'recurring' ? `${cause.everyDays}` : EMPTY.cause.everyDays
  return { ...EMPTY, cause: { ...EMPTY.cause, ...cause, everyDays } }
}

/** An empty number is refused by the server, with the message of its field. */
const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

export function toEntryRuleInput(values: EntryRuleValues): Omit<SaveEntryRule, 'id' | 'sequenceId'> {
  const { segmentId, reentry, reentryDays, sampleOneIn } = values
  return {
    cause: toCause(values.cause),
    segmentId: segmentId || null,
    reentryDays: reentry === 'never' ? null : reentry === 'always' ? 0 : toNumber(reentryDays),
    sampleOneIn: toNumber(sampleOneIn),
  }
}

function toCause(cause: EntryRuleValues['cause']): EntryCause {
  const { type, createdVia, tag, surveyId, bands, ratings, propertyKey, dayOffset, direction, isYearly, everyDays } =
    cause
  switch (type) {
    case 'contact_created':
      return { type, createdVia }
    case 'tag_added':
    case 'tag_removed':
      return { type, tag }
    case 'response_given':
      return { type, surveyId: surveyId || null, bands }
    case 'review_matched':
      return { type, ratings: ratings.map(Number) }
    case 'segment_entered':
      return { type }
    case 'date_reached':
      return { type, propertyKey, dayOffset: (direction === 'before' ? -1 : 1) * toNumber(dayOffset), isYearly }
    case 'recurring':
      return { type, everyDays: toNumber(everyDays) }
  }
}
