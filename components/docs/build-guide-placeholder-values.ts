import type { DocsFacts } from '@/server/api/pages/docs-facts'
import type { Locale } from '@/server/messages/locale'
import { formatNumber } from '../format'

export function buildGuidePlaceholderValues(facts: DocsFacts, locale: Locale): Record<string, string> {
  const formatList = (items: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)
  const numbers = Object.entries(facts.numbers).map(([name, value]) => [name, formatNumber(value, locale)] as const)
  const formatMib = (name: string) => formatNumber((facts.numbers[name] ?? 0) / 1024 / 1024, locale)
  const formatKib = (name: string) => formatNumber((facts.numbers[name] ?? 0) / 1024, locale)
  return {
    ...Object.fromEntries(numbers),
    baseUrl: facts.baseUrl,
    perMinuteRaw: String(facts.numbers.perMinute),
    perHourRaw: String(facts.numbers.perHour),
    bodyMiB: formatMib('bodyBytes'),
    batchBodyMiB: formatMib('batchBodyBytes'),
    answerKiB: formatKib('answerBytes'),
    customFieldKiB: formatKib('customFieldBytes'),
    retryMinutes: formatList(facts.retryMinutes.map((minutes) => formatNumber(minutes, locale))),
  }
}
