'use client'

import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { Select } from '@/components/ui/controls/select'
import { Fieldset } from '@/components/ui/forms/field'
import { FormField } from '@/components/ui/forms/form'
import { isMetric, isScale, SCALES, SCORE_BANDS } from '@/server/surveys/constants'
import { CONDITION_TYPES, type QuestionDraft, type SurveyDraft } from './survey-draft'

type QuestionConditionFieldsProps = { form: UseFormReturn<SurveyDraft>; index: number; draft: SurveyDraft }

export function QuestionConditionFields({ form, index, draft }: QuestionConditionFieldsProps) {
  const t = useTranslations('surveys')
  const name = `questions.${index}` as const
  const question = useWatch({ control: form.control, name }) as QuestionDraft | undefined
  const before = draft.questions.slice(0, index)
  const sources = before.filter(({ type }) => type !== 'text')
  const isScored = before.some(({ type }) => isMetric(type))
  const isOffered = { always: true, answer: sources.length > 0, score: isScored }
  const conditions = CONDITION_TYPES.filter((condition) => isOffered[condition])
  if (!question || (conditions.length === 1 && question.condition === 'always')) return null
  const source = sources.find(({ ref }) => ref === question.source)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField control={form.control} name={`${name}.condition`} label={t('askedOf')}>
        {(field) => (
          <Select
            {...field}
            options={(conditions.includes(question.condition) ? conditions : CONDITION_TYPES).map((condition) => ({
              value: condition,
              label: t(`conditions.${condition}`),
            }))}
          />
        )}
      </FormField>
      {question.condition === 'score' && (
        <Fieldset label={t('bandsLabel')}>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {SCORE_BANDS.map((band) => (
              <Checkbox
                key={band}
                label={t(`bands.${band}`)}
                checked={question.bands.includes(band)}
                onChange={(checked) =>
                  form.setValue(
                    `${name}.bands`,
                    SCORE_BANDS.filter((one) => (one === band ? checked : question.bands.includes(one))),
                    { shouldDirty: true },
                  )
                }
              />
            ))}
          </div>
        </Fieldset>
      )}
      {question.condition === 'answer' && (
        <FormField control={form.control} name={`${name}.source`} label={t('source')}>
          {(field) => (
            <Select
              {...field}
              placeholder
              onChange={(event) => {
                field.onChange(event)
                form.setValue(`${name}.sourceAnswers`, [])
              }}
              options={sources.map((one) => ({ value: one.ref, label: one.text || one.textTranslated || t('text') }))}
            />
          )}
        </FormField>
      )}
      {question.condition === 'answer' && source && (
        <div className="sm:col-span-2">
          <Fieldset label={t('sourceAnswers')}>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              <SourceAnswers
                source={source}
                chosen={question.sourceAnswers}
                onChange={(answers) => form.setValue(`${name}.sourceAnswers`, answers, { shouldDirty: true })}
              />
            </div>
          </Fieldset>
        </div>
      )}
    </div>
  )
}

type SourceAnswersProps = { source: QuestionDraft; chosen: readonly string[]; onChange: (answers: string[]) => void }

function SourceAnswers({ source, chosen, onChange }: SourceAnswersProps) {
  const common = useTranslations('common')
  const t = useTranslations('surveys')
  const answers = answerChoices(source, { yes: common('yes'), no: common('no') })
  return answers.map(({ value, label }, index) => (
    <Checkbox
      key={value}
      label={label || t('option', { number: index + 1 })}
      checked={chosen.includes(value)}
      onChange={(checked) => onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
    />
  ))
}

function answerChoices({ type, options }: QuestionDraft, words: { yes: string; no: string }) {
  if (type === 'yes_no') return (['yes', 'no'] as const).map((value) => ({ value, label: words[value] }))
  if (!isScale(type))
    return options.map(({ ref, label, labelTranslated }) => ({ value: ref, label: label || labelTranslated }))
  const { min, max } = SCALES[type]
  return Array.from({ length: max - min + 1 }, (_, step) => ({ value: String(min + step), label: String(min + step) }))
}
