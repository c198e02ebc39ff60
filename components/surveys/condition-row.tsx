'use client'

import { CircleAlert, X } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { Field, Fieldset } from '@/components/ui/forms/field'
import { listFormErrors } from '@/components/ui/forms/list-form-errors'
import { isMetric, listAnswerValues, SCORE_BANDS, toCell } from '@/server/surveys/constants'
import type { Language } from '@/server/validation/schema'
import { readText } from './draft-texts'
import type { ConditionDraft, ConditionOperator, OptionDraft, QuestionDraft, SurveyDraft } from './draft-types'
import { useEditedLanguage } from './edited-language'
import { createConditionDraft, listConditionOperators, SCORE_SOURCE } from './rule-draft'

type ConditionRowProps = {
  form: UseFormReturn<SurveyDraft>
  name: string
  errorPath: string
  number: number
  condition: ConditionDraft
  sources: readonly QuestionDraft[]
  onChange: (condition: ConditionDraft) => void
  onRemove: () => void
}

export function ConditionRow(props: ConditionRowProps) {
  const { form, name, errorPath, number, condition, sources, onChange, onRemove } = props
  const t = useTranslations('surveys')
  const { edited } = useEditedLanguage()
  const error = listFormErrors(form.formState.errors).find((one) => one.name === name)?.message
  const source = sources.find(({ ref }) => ref === condition.source)
  const options = sources.flatMap(({ ref, type, text }, index) =>
    type === 'statement' ? [] : [{ value: ref, label: `${index + 1}. ${readText(text, edited) || t('text')}` }],
  )
  if (sources.some(({ type }) => isMetric(type))) options.unshift({ value: SCORE_SOURCE, label: t('scoreSource') })
  const operators = listConditionOperators(condition.source, source)
  return (
    <div
      role="group"
      aria-label={t('condition', { number })}
      data-field={name}
      data-error-path={errorPath}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 border-l-2 pl-3"
    >
      <div className="grid gap-2 sm:grid-cols-2">
        <Field label={t('source')} hideLabel>
          <Select
            value={condition.source}
            placeholder
            onChange={({ target: { value } }) => {
              const question = sources.find(({ ref }) => ref === value)
              onChange(createConditionDraft(value, listConditionOperators(value, question)[0]))
            }}
            options={options}
          />
        </Field>
        {operators.length > 1 && (
          <Field label={t('comparison')} hideLabel>
            <Select
              value={condition.operator}
              onChange={({ target }) => onChange({ ...condition, operator: target.value as ConditionOperator })}
              options={operators.map((value) => ({ value, label: t(`operators.${value}`) }))}
            />
          </Field>
        )}
        <div className="empty:hidden sm:col-span-2">
          <ConditionValues condition={condition} source={source} onChange={onChange} />
        </div>
        {error && (
          <p role="alert" className="flex items-start gap-1.5 text-13 text-negative-text sm:col-span-2">
            <CircleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
            {error}
          </p>
        )}
      </div>
      <IconButton icon={X} size="small" label={t('removeCondition', { number })} onClick={onRemove} />
    </div>
  )
}

type ConditionValuesProps = Pick<ConditionRowProps, 'condition' | 'onChange'> & { source: QuestionDraft | undefined }

function ConditionValues({ condition, source, onChange }: ConditionValuesProps) {
  const t = useTranslations('surveys')
  if (condition.operator === 'band')
    return (
      <CheckboxList
        label={t('bandsLabel')}
        options={SCORE_BANDS.map((band) => ({ value: band, label: t(`bands.${band}`) }))}
        values={condition.bands}
        onChange={(bands) => onChange({ ...condition, bands })}
      />
    )
  if (!source) return null
  if (condition.operator === 'range')
    return (
      <div className="grid grid-cols-2 gap-2 sm:max-w-72">
        {(['min', 'max'] as const).map((bound) => (
          <Field key={bound} label={t(`bounds.${bound}`)}>
            <Input
              type={source.type === 'date' ? 'date' : 'text'}
              inputMode="decimal"
              className="figures"
              value={condition[bound]}
              onChange={({ target }) => onChange({ ...condition, [bound]: target.value })}
            />
          </Field>
        ))}
      </div>
    )
  return condition.operator === 'in' ? <AnswerList source={source} condition={condition} onChange={onChange} /> : null
}

function AnswerList({ source, condition, onChange }: ConditionValuesProps & { source: QuestionDraft }) {
  const t = useTranslations('surveys')
  const common = useTranslations('common')
  const { edited } = useEditedLanguage()
  const { type, min, max } = source
  const values = listAnswerValues({ type, min: Number(min), max: Number(max) })
  const options =
    type === 'matrix'
      ? listCells(source, { t, edited })
      : source.options.length > 0
        ? source.options.map(({ ref, label }, index) => ({
            value: ref,
            label: readText(label, edited) || t('option', { number: index + 1 }),
          }))
        : values.map((value) => {
            const word = typeof value === 'boolean' ? (value ? 'yes' : 'no') : null
            return { value: word ?? `${value}`, label: word ? common(word) : `${value}` }
          })
  return (
    <CheckboxList
      label={t('sourceAnswers')}
      options={options}
      values={condition.answers}
      onChange={(answers) => onChange({ ...condition, answers })}
    />
  )
}

type Wordings = { t: ReturnType<typeof useTranslations<'surveys'>>; edited: Language }

function listCells({ rows, options }: QuestionDraft, { t, edited }: Wordings) {
  const name = (list: readonly OptionDraft[], index: number, fallback: string) =>
    (list[index] && readText(list[index].label, edited)) || fallback
  return rows.flatMap((row, rowIndex) =>
    options.map((column, index) => ({
      value: toCell(row.ref, column.ref),
      label: `${name(rows, rowIndex, t('row', { number: rowIndex + 1 }))}: ${name(options, index, t('option', { number: index + 1 }))}`,
    })),
  )
}

type CheckboxListProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string }[]
  values: readonly T[]
  onChange: (values: T[]) => void
}

function CheckboxList<T extends string>({ label, options, values, onChange }: CheckboxListProps<T>) {
  return (
    <Fieldset label={<span className="sr-only">{label}</span>}>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {options.map(({ value, label: text }) => (
          <Checkbox
            key={value}
            label={text}
            checked={values.includes(value)}
            onChange={(checked) =>
              onChange(
                options.map((option) => option.value).filter((one) => (one === value ? checked : values.includes(one))),
              )
            }
          />
        ))}
      </div>
    </Fieldset>
  )
}
