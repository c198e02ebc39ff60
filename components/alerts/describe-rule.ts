import type { useTranslations } from 'use-intl/react'
import type { AlertRule } from '@/server/alerts/schema'

export type NamedChoice = { id: string; name: string }
export type RuleChoices = {
  surveys: readonly NamedChoice[]
  locations: readonly NamedChoice[]
  people: readonly NamedChoice[]
}
/** @property userIdsWithPhone users who can receive text messages. @property isSmsStoredInOutbox text messages are stored in the Outbox. */
export type RuleFormChoices = RuleChoices & { userIdsWithPhone: readonly string[]; isSmsStoredInOutbox: boolean }

export type DescribableRule = Omit<AlertRule, 'id' | 'name' | 'active' | 'channels' | 'notifiedAt' | 'createdAt'> & {
  channels: readonly { kind: 'slack' | 'teams' }[]
}

type Translate = ReturnType<typeof useTranslations<'alerts'>>

/**
 * Summarizes a rule: "When a response about Airport is negative or mentions “refund”, email Ada and post to Slack, at most every 15
 * minutes."
 */
export function describeRule(t: Translate, locale: string, rule: DescribableRule, choices: RuleChoices): string {
  const or = new Intl.ListFormat(locale, { type: 'disjunction' })
  const and = new Intl.ListFormat(locale, { type: 'conjunction' })
  const lookUpNames = (ids: readonly string[], candidates: readonly NamedChoice[], missingLabel: string) =>
    ids.map((id) => candidates.find((choice) => choice.id === id)?.name ?? missingLabel)
  const surveys = rule.trigger === 'review' ? [] : lookUpNames(rule.surveyIds, choices.surveys, t('words.goneSurvey'))
  const locations = lookUpNames(rule.locationIds, choices.locations, t('words.goneLocation'))
  const people = lookUpNames(rule.userIds, choices.people, t('words.gonePerson'))
  const phones = lookUpNames(rule.smsUserIds, choices.people, t('words.gonePerson'))
  const conditions = describeConditions(t, or, rule)
  const notifications = [
    ...(people.length > 0 ? [t('words.email', { people: and.format(people) })] : []),
    ...(phones.length > 0 ? [t('words.sms', { people: and.format(phones) })] : []),
    ...(rule.channels.length > 0
      ? [t('words.post', { channels: and.format([...new Set(rule.channels.map(({ kind }) => t(`kinds.${kind}`)))]) })]
      : []),
  ]
  return t('words.rule', {
    subject: t('words.subject', {
      trigger: rule.trigger,
      hasSurveys: surveys.length > 0 ? 'yes' : 'no',
      surveys: or.format(surveys),
      hasLocations: locations.length > 0 ? 'yes' : 'no',
      locations: or.format(locations),
    }),
    conditions: conditions.length > 0 ? or.format(conditions) : t('words.arrives'),
    ways: notifications.length > 0 ? and.format(notifications) : t('words.noOne'),
    pause: notifications.length > 0 ? t(`words.pauses.${rule.pauseMinutes}`) : 'none',
  })
}

function describeConditions(t: Translate, or: Intl.ListFormat, rule: DescribableRule): string[] {
  const mentions =
    rule.words.length === 0
      ? []
      : [t('words.mentions', { words: or.format(rule.words.map((word) => t('words.quote', { word }))) })]
  if (rule.trigger === 'review')
    return [...(rule.starsAtMost === null ? [] : [t('words.stars', { stars: rule.starsAtMost })]), ...mentions]
  const scores = [
    ['NPS', rule.npsAtMost],
    ['CSAT', rule.csatAtMost],
    ['CES', rule.cesAtMost],
  ] as const
  return [
    ...(rule.bands.length === 0
      ? []
      : [t('words.bands', { bands: or.format(rule.bands.map((band) => t(`words.band.${band}`))) })]),
    ...scores.flatMap(([metric, score]) => (score === null ? [] : [t('words.score', { metric, score })])),
    ...mentions,
  ]
}
