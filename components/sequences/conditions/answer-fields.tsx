import { useLocale, useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { type Option, Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { pickTranslation } from '@/server/surveys/constants'
import { type AnswerCriterion, listAnswerChoices, listAnswerOperators, toAnswerValue } from './criteria'
import { CriterionField, type CriterionRowProps } from './criterion-field'

export function AnswerFields({
  criterion,
  onChange,
  surveys,
  earlierSurveyIds,
  names,
  ...row
}: CriterionRowProps<AnswerCriterion>) {
  const t = useTranslations('stepConditions')
  const language = useLocale()
  const { surveyId, questionId, operator } = criterion
  const questions = (names?.surveys[surveyId]?.questions ?? []).filter(
    ({ type }) => type !== 'statement' && type !== 'ranking',
  )
  const surveyName = (id: string) =>
    surveys.find((one) => one.id === id)?.name ?? names?.surveys[id]?.name ?? t('goneSurvey')
  return (
    <>
      <CriterionField {...row} field="surveyId" label={t('survey')}>
        <Select
          placeholder
          value={surveyId}
          options={withStored(
            earlierSurveyIds.map((id) => ({ value: id, label: surveyName(id) })),
            { value: surveyId, label: surveyName(surveyId) },
          )}
          onChange={(event) => onChange({ ...criterion, surveyId: event.target.value, questionId: '', value: '' })}
        />
      </CriterionField>
      <CriterionField {...row} field="questionId" label={t('question')}>
        <Select
          placeholder
          value={questionId}
          options={withStored(
            questions.map(({ id, text }) => ({ value: id, label: pickTranslation(text, language) })),
            { value: questionId, label: t('goneQuestion') },
          )}
          onChange={(event) => {
            const question = questions.find(({ id }) => id === event.target.value)
            const [first] = listAnswerOperators(question, 'is')
            onChange({ ...criterion, questionId: event.target.value, operator: first ?? 'is', value: '' })
          }}
        />
      </CriterionField>
      <Field label={t('comparison')} hideLabel>
        <Select
          value={operator}
          options={listAnswerOperators(
            questions.find(({ id }) => id === questionId),
            operator,
          ).map((value) => ({ value, label: t(`operators.${value}`) }))}
          onChange={(event) => onChange({ ...criterion, operator: event.target.value as AnswerCriterion['operator'] })}
        />
      </Field>
      <CriterionField {...row} field="value" label={t('value')}>
        <AnswerInput criterion={criterion} names={names} onChange={onChange} />
      </CriterionField>
    </>
  )
}

function AnswerInput({
  criterion,
  names,
  onChange,
}: Pick<CriterionRowProps<AnswerCriterion>, 'criterion' | 'names' | 'onChange'>) {
  const common = useTranslations('common')
  const language = useLocale()
  const { surveyId, questionId, value } = criterion
  const question = names?.surveys[surveyId]?.questions.find(({ id }) => id === questionId)
  const change = (text: string) => onChange({ ...criterion, value: question ? toAnswerValue(text, question) : text })
  const choices = question && listAnswerChoices(question, { yes: common('yes'), no: common('no') }, language)
  if (choices)
    return <Select placeholder value={`${value}`} options={choices} onChange={(event) => change(event.target.value)} />
  return (
    <Input
      type={question?.type === 'date' ? 'date' : 'text'}
      value={`${value}`}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => change(event.target.value)}
    />
  )
}

/** Keeps a stored choice that is not offered any more. */
function withStored(options: readonly Option[], stored: Option): readonly Option[] {
  return stored.value === '' || options.some(({ value }) => value === stored.value) ? options : [...options, stored]
}
