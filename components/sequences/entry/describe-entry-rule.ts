import type { useTranslations } from 'use-intl/react'
import type { EntryCause, EntryRule } from '@/server/sequences/entry/schema'

type Named = { id: string; name: string }

/** What rules refer to, for sentences and fields. */
export type EntryChoices = {
  segments: readonly Named[]
  surveys: readonly Named[]
  dateProperties: readonly { key: string; label: string }[]
}

type Translate = ReturnType<typeof useTranslations<'entry'>>

/** Summarizes a rule: "A contact gets the tag “vip”, only people in “Paris”, each person once". */
export function describeEntryRule(
  t: Translate,
  locale: string,
  {
    cause,
    segmentId,
    reentryDays,
    sampleOneIn,
  }: Pick<EntryRule, 'cause' | 'segmentId' | 'reentryDays' | 'sampleOneIn'>,
  choices: EntryChoices,
): string {
  const segment = segmentId === null ? null : (findName(choices.segments, segmentId) ?? t('words.goneSegment'))
  const isAudience = cause.type === 'segment_entered' || cause.type === 'recurring'
  return [
    describeCause(t, locale, cause, { segment, choices }),
    ...(segment === null || isAudience ? [] : [t('words.only', { segment })]),
    ...(cause.type === 'recurring' ? [] : [describeReentry(t, reentryDays)]),
    ...(sampleOneIn === 1 ? [] : [t('words.sample', { sampleOneIn })]),
  ].join(', ')
}

function describeReentry(t: Translate, days: number | null): string {
  if (days === null) return t('words.never')
  return days === 0 ? t('words.always') : t('words.again', { days })
}

function describeCause(
  t: Translate,
  locale: string,
  cause: EntryCause,
  { segment, choices }: { segment: string | null; choices: EntryChoices },
): string {
  const or = new Intl.ListFormat(locale, { type: 'disjunction' })
  switch (cause.type) {
    case 'contact_created':
      return t('words.contact_created', { ways: or.format(cause.createdVia.map((way) => t(`ways.${way}`))) })
    case 'tag_added':
    case 'tag_removed':
      return t(`words.${cause.type}`, { tag: cause.tag })
    case 'response_given': {
      const named =
        cause.surveyId === null ? null : (findName(choices.surveys, cause.surveyId) ?? t('words.goneSurvey'))
      const bands = or.format(cause.bands.map((band) => t(`bands.${band}`)))
      return t('words.response_given', { bands, survey: named ?? t('words.anySurvey') })
    }
    case 'review_matched': {
      const ratings = cause.ratings.toSorted((a, b) => a - b)
      return t('words.review_matched', { ratings: or.format(ratings.map(String)), most: ratings.at(-1) ?? 0 })
    }
    case 'segment_entered':
      return t('words.segment_entered', { segment: segment ?? '' })
    case 'date_reached':
      return describeDate(t, cause, choices)
    case 'recurring': {
      const days = cause.everyDays
      return segment === null ? t('words.recurring', { days }) : t('words.recurringSegment', { days, segment })
    }
  }
}

function describeDate(
  t: Translate,
  { propertyKey, dayOffset, isYearly }: Extract<EntryCause, { type: 'date_reached' }>,
  { dateProperties }: EntryChoices,
): string {
  return t('words.date_reached', {
    offset: Math.abs(dayOffset),
    direction: dayOffset < 0 ? 'before' : 'after',
    property: dateProperties.find(({ key }) => key === propertyKey)?.label ?? propertyKey,
    isYearly: isYearly ? 'yes' : 'no',
  })
}

const findName = (named: readonly Named[], id: string) => named.find((one) => one.id === id)?.name
