'use client'

import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import {
  findScale,
  hasOptions,
  OWN_SCALE,
  UNIT_MAX_CHARACTERS,
  WORDING_MAX_CHARACTERS,
} from '@/server/surveys/constants'
import { isWritten } from './draft-texts'
import type { QuestionDraft, SurveyDraft, TypeWording } from './draft-types'
import { WordingField } from './wording-field'

type QuestionTypeFieldsProps = { form: UseFormReturn<SurveyDraft>; index: number; question: QuestionDraft }

/** What only some types of questions have. */
export function QuestionTypeFields(props: QuestionTypeFieldsProps) {
  const { form, index, question } = props
  const t = useTranslations('surveys')
  const { type } = question
  const name = `questions.${index}` as const
  return (
    <>
      {type === 'scale' && <ScaleRange {...props} />}
      {type === 'number' && <NumberFields {...props} />}
      {findScale({ type }) && <Ends {...props} />}
      {type === 'consent' && <p className="text-13 text-ink-faint">{t('consentHelp')}</p>}
      {hasOptions(type) && type !== 'matrix' && (
        <Checkbox
          label={t('shuffle')}
          checked={question.shuffle}
          onChange={(checked) => form.setValue(`${name}.shuffle`, checked, { shouldDirty: true })}
        />
      )}
    </>
  )
}

function ScaleRange({ form, index }: QuestionTypeFieldsProps) {
  const t = useTranslations('surveys')
  const { minFrom, minTo, maxFrom, maxTo } = OWN_SCALE
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => ({ value: `${from + step}`, label: `${from + step}` }))
  return (
    <div className="grid grid-cols-2 gap-4 sm:max-w-72">
      <FormField control={form.control} name={`questions.${index}.min`} label={t('scaleFrom')}>
        {(field) => <Select {...field} options={range(minFrom, minTo)} />}
      </FormField>
      <FormField control={form.control} name={`questions.${index}.max`} label={t('scaleTo')}>
        {(field) => <Select {...field} options={range(maxFrom, maxTo)} />}
      </FormField>
    </div>
  )
}

function NumberFields(props: QuestionTypeFieldsProps) {
  const t = useTranslations('surveys')
  const { form, index } = props
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['min', 'max'] as const).map((limit) => (
        <FormField
          key={limit}
          control={form.control}
          name={`questions.${index}.${limit}`}
          label={t(limit === 'min' ? 'numberMin' : 'numberMax')}
          optional
        >
          {(field) => <Input type="number" step="any" className="figures" {...field} />}
        </FormField>
      ))}
      <TypeWordingField {...props} wording="unit" label="unit" maxLength={UNIT_MAX_CHARACTERS} />
    </div>
  )
}

function Ends(props: QuestionTypeFieldsProps) {
  const t = useTranslations('surveys')
  const { low, high } = props.question.wordings
  const [isOpen, setOpen] = useState(isWritten(low) || isWritten(high))
  if (!isOpen)
    return (
      <div>
        <Button variant="ghost" size="small" onClick={() => setOpen(true)}>
          {t('customEnds')}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TypeWordingField {...props} wording="low" label="lowEnd" maxLength={WORDING_MAX_CHARACTERS} />
      <TypeWordingField {...props} wording="high" label="highEnd" maxLength={WORDING_MAX_CHARACTERS} />
    </div>
  )
}

type TypeWordingFieldProps = Pick<QuestionTypeFieldsProps, 'form' | 'index'> & {
  wording: TypeWording
  label: 'unit' | 'lowEnd' | 'highEnd'
  maxLength: number
}

function TypeWordingField({ form, index, wording, label, maxLength }: TypeWordingFieldProps) {
  const t = useTranslations('surveys')
  return (
    <WordingField
      form={form}
      name={`questions.${index}.wordings.${wording}`}
      errorPath={`questions.${index}.${wording === 'unit' ? 'unit' : `ends.${wording}`}`}
      label={t(label)}
      optional
      maxLength={maxLength}
    />
  )
}
