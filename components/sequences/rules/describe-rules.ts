import type { useTranslations } from 'use-intl/react'
import { formatDate, formatTime } from '@/components/format'
import { toLanguageTag } from '@/server/messages/locale'
import { DAY_MINUTES } from '@/server/sequences/rules/constants'
import type { SequenceRules } from '@/server/sequences/rules/schema'

type DescriptionContext = {
  t: ReturnType<typeof useTranslations<'sequenceRules'>>
  locale: string
  /** Name of the segment that people have to be in; null if it was deleted. */
  segmentName: string | null
}

/** The rules in one line: "Stops after an answer · Mon–Fri · 9:00–17:00 · At most 200 a day". Empty without rules. */
export function describeRules(rules: SequenceRules, { t, locale, segmentName }: DescriptionContext): string {
  const { stopTag, lastDay, sendDays, dailyCap } = rules
  const hours = describeHours(rules, locale)
  return [
    rules.stopsOnAnswer && t('words.stopsOnAnswer'),
    rules.stopsOnOptOut && t('words.stopsOnOptOut'),
    stopTag !== null && t('words.stopTag', { tag: stopTag }),
    rules.stopOutsideSegmentId !== null &&
      t('words.stopOutsideSegment', { segment: segmentName ?? t('words.goneSegment') }),
    lastDay !== null && t('words.lastDay', { day: formatDate(lastDay, locale, 'UTC') }),
    sendDays.length > 0 && sendDays.length < 7 && describeDays(sendDays, locale),
    hours,
    dailyCap !== null && t('words.dailyCap', { count: dailyCap }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Days from Monday (1) in groups of three or more: "Mon–Wed, Sat". */
function describeDays(days: readonly number[], locale: string): string {
  const groups: number[][] = []
  for (const day of days.toSorted((one, other) => one - other)) {
    const last = groups.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else groups.push([day])
  }
  return groups
    .flatMap((group) =>
      group.length > 2
        ? `${nameWeekday(group[0] ?? 1, locale)}–${nameWeekday(group.at(-1) ?? 7, locale)}`
        : group.map((day) => nameWeekday(day, locale)),
    )
    .join(', ')
}

/** @param day 1 for Monday */
export function nameWeekday(day: number, locale: string, weekday: 'short' | 'long' = 'short'): string {
  // 3 January 2000 was a Monday.
  return new Intl.DateTimeFormat(toLanguageTag(locale), { weekday, timeZone: 'UTC' }).format(Date.UTC(2000, 0, 2 + day))
}

function describeHours({ sendFrom, sendUntil }: SequenceRules, locale: string): string | null {
  const [from, until] = [sendFrom ?? 0, sendUntil ?? DAY_MINUTES]
  if (from === 0 && until === DAY_MINUTES) return null
  const format = (minutes: number) => formatTime(new Date(Date.UTC(2000, 0, 3, 0, minutes)), locale, 'UTC')
  return `${format(from)}–${format(until)}`
}
