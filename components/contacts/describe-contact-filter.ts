import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatPropertyValue } from '@/server/contact-properties/format-property-value'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { parsePropertyCondition } from '@/server/contacts/filters/constants'
import type { ContactFilter } from '@/server/contacts/filters/schema'

/** `value` as in the address. */
export type FilterChip = { name: keyof ContactFilter; value: string; label: string }

/** The filter's conditions in words, without those on a location or company. */
export async function describeContactFilter(
  filter: ContactFilter,
  properties: readonly ContactProperty[],
): Promise<FilterChip[]> {
  const [t, common, tProperties, locale] = await Promise.all([
    getT('contacts'),
    getT('common'),
    getT('properties'),
    getLocale(),
  ])
  const date = (value: string) => formatDate(value, locale, 'UTC')
  const chip = <Name extends keyof ContactFilter>(
    name: Name,
    label: (value: NonNullable<ContactFilter[Name]>) => string,
  ): FilterChip[] => {
    const value = filter[name]
    return value === undefined || value === null ? [] : [{ name, value: String(value), label: label(value) }]
  }
  const language = (value: string) =>
    value === 'en' || value === 'fr' ? common(`language.${value}`) : t('filters.languageNone')
  return [
    ...chip('tag', (tag) => t('filters.chip.tag', { tag })),
    ...chip('without_tag', (tag) => t('filters.chip.withoutTag', { tag })),
    ...chip('preferred_language', (value) => t('filters.chip.language', { language: language(value) })),
    ...chip('unsubscribed', (is) => t(is ? 'filters.chip.unsubscribed' : 'filters.chip.subscribed')),
    ...chip('deliverability', (value) => t(`filters.chip.${value}`)),
    ...chip('band', (band) => t('filters.chip.band', { band: common(`band.${band}`) })),
    ...chip('rating_min', (score) => t('filters.chip.ratingFrom', { score: String(score) })),
    ...chip('rating_max', (score) => t('filters.chip.ratingTo', { score: String(score) })),
    ...chip('start_date', (value) => t('filters.chip.addedFrom', { date: date(value) })),
    ...chip('end_date', (value) => t('filters.chip.addedTo', { date: date(value) })),
    ...chip('added_days', (days) => t('filters.chip.addedDays', { days })),
    ...chip('surveyed', (is) => t(is ? 'filters.chip.surveyed' : 'filters.chip.neverSurveyed')),
    ...chip('surveyed_start_date', (value) => t('filters.chip.surveyedFrom', { date: date(value) })),
    ...chip('surveyed_end_date', (value) => t('filters.chip.surveyedTo', { date: date(value) })),
    ...chip('surveyed_days', (days) => t('filters.chip.surveyedDays', { days })),
    ...chip('not_surveyed_days', (days) => t('filters.chip.notSurveyedDays', { days })),
    ...chip('answered', (is) => t(is ? 'filters.chip.answered' : 'filters.chip.neverAnswered')),
    ...chip('answered_start_date', (value) => t('filters.chip.answeredFrom', { date: date(value) })),
    ...chip('answered_end_date', (value) => t('filters.chip.answeredTo', { date: date(value) })),
    ...chip('answered_days', (days) => t('filters.chip.answeredDays', { days })),
    ...chip('not_answered_days', (days) => t('filters.chip.notAnsweredDays', { days })),
    ...(filter.property ?? []).flatMap((text): FilterChip[] => {
      const condition = parsePropertyCondition(text)
      if (condition === null) return []
      const property = properties.find(({ key }) => key === condition.key)
      const key = property?.label[locale] ?? condition.key
      const value = property
        ? formatPropertyValue(property, toPropertyValue(property, condition.value), locale)
        : condition.value
      const operator = tProperties(`condition.operator.${condition.operator}`)
      const label =
        condition.value === ''
          ? tProperties('condition.set', { key, operator })
          : tProperties('condition.value', { key, operator, value })
      return [{ name: 'property', value: text, label }]
    }),
  ]
}

/** A condition's value as the contact has it. */
function toPropertyValue({ type }: ContactProperty, text: string): unknown {
  if (type === 'boolean') return text === 'true'
  const number = Number(text.replace(',', '.'))
  return type === 'number' && !Number.isNaN(number) ? number : text
}
