import type { useTranslations } from 'use-intl/react'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { toLanguageTag } from '@/server/messages/locale'
import type { StepConditions, StepCriterion } from '@/server/sequences/conditions/schema'
import { pickTranslation } from '@/server/surveys/constants'
import type { Language } from '@/server/validation/schema'
import { type AnswerCriterion, comparesValue, listAnswerChoices, readPropertyCondition } from './criteria'
import type { ConditionNames } from './load-condition-names'

export type DescriptionContext = {
  t: ReturnType<typeof useTranslations<'stepConditions'>>
  tProperties: ReturnType<typeof useTranslations<'properties'>>
  common: ReturnType<typeof useTranslations<'common'>>
  language: Language
  properties: readonly ContactProperty[]
  names: ConditionNames
}

/** The conditions as a list in words: "has the tag “vip”, and Plan is Pro". */
export function describeConditions({ match, items }: StepConditions, context: DescriptionContext): string {
  const list = new Intl.ListFormat(toLanguageTag(context.language), {
    type: match === 'all' ? 'conjunction' : 'disjunction',
  })
  return list.format(items.map((item) => describeCriterion(item, context)))
}

function describeCriterion(criterion: StepCriterion, context: DescriptionContext): string {
  const { t, names } = context
  const is = 'is' in criterion ? (criterion.is ? 'yes' : 'no') : 'yes'
  switch (criterion.type) {
    case 'tag':
      return t('words.tag', { is, tag: criterion.tag })
    case 'property':
      return describeProperty(criterion.condition, context)
    case 'location':
      return t('words.location', { is, location: names.locations[criterion.locationId] ?? t('goneLocation') })
    case 'language':
      return t('words.language', { is, language: criterion.language })
    case 'band':
      return t('words.band', { is, band: t(`bands.${criterion.band}`) })
    case 'survey':
      return t('words.survey', { outcome: criterion.outcome })
    case 'answer':
      return describeAnswer(criterion, context)
  }
}

function describeProperty(text: string, { tProperties, common, language, properties }: DescriptionContext): string {
  const { key, operator, value } = readPropertyCondition(text)
  const property = properties.find((one) => one.key === key)
  const words = { key: property?.label[language] ?? key, operator: tProperties(`condition.operator.${operator}`) }
  if (!comparesValue(operator)) return tProperties('condition.set', words)
  return tProperties('condition.value', { ...words, value: formatValue(value.trim(), property, { common, language }) })
}

function formatValue(
  value: string,
  property: ContactProperty | undefined,
  { common, language }: Pick<DescriptionContext, 'common' | 'language'>,
): string {
  if (property?.type === 'boolean' && (value === 'true' || value === 'false'))
    return common(value === 'true' ? 'yes' : 'no')
  if (property?.type === 'date' && !Number.isNaN(Date.parse(value)))
    return new Intl.DateTimeFormat(toLanguageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(value),
    )
  return property?.options.find((option) => option.value === value)?.label[language] ?? value
}

function describeAnswer(
  { surveyId, questionId, operator, value }: AnswerCriterion,
  { t, common, language, names }: DescriptionContext,
): string {
  const survey = names.surveys[surveyId]
  const question = survey?.questions.find(({ id }) => id === questionId)
  const choices = question && listAnswerChoices(question, { yes: common('yes'), no: common('no') }, language)
  return t('words.answer', {
    question: question ? pickTranslation(question.text, language) : t('goneQuestion'),
    survey: survey?.name ?? t('goneSurvey'),
    operator: t(`operators.${operator}`),
    value: choices?.find((choice) => choice.value === String(value))?.label ?? `${value}`,
  })
}
