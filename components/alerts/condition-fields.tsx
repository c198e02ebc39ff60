'use client'

import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { SCALES, SCORE_BANDS } from '@/server/surveys/constants'
import { Checkbox } from '../ui/controls/checkbox'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Fieldset } from '../ui/forms/field'
import { FormField } from '../ui/forms/form'
import type { RuleFormValues } from './rule-form-values'

type Props = { control: Control<RuleFormValues>; trigger: RuleFormValues['trigger'] }

export function ConditionFields({ control, trigger }: Props) {
  const t = useTranslations('alerts.form')
  return (
    <Fieldset label={t('what')} help={t('whatHelp')} helpFirst>
      <div className="grid gap-5">
        {trigger === 'review' ? (
          <MaxScoreField control={control} name="starsAtMost" scale="rating" />
        ) : (
          <>
            <BandCheckboxes control={control} />
            <div className="grid gap-4 sm:grid-cols-3">
              <MaxScoreField control={control} name="npsAtMost" scale="nps" />
              <MaxScoreField control={control} name="csatAtMost" scale="csat" />
              <MaxScoreField control={control} name="cesAtMost" scale="ces" />
            </div>
          </>
        )}
        <FormField control={control} name="words" label={t('words')} help={t('wordsHelp')}>
          {(field) => <Input {...field} placeholder={t('wordsExample')} autoComplete="off" />}
        </FormField>
      </div>
    </Fieldset>
  )
}

function BandCheckboxes({ control }: Pick<Props, 'control'>) {
  const t = useTranslations('common')
  const { field } = useController({ control, name: 'bands' })
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {SCORE_BANDS.toReversed().map((band) => (
        <Checkbox
          key={band}
          label={t(`band.${band}`)}
          checked={field.value.includes(band)}
          onChange={(on) => field.onChange(on ? [...field.value, band] : field.value.filter((other) => other !== band))}
        />
      ))}
    </div>
  )
}

type MaxScoreFieldProps = {
  control: Control<RuleFormValues>
  name: 'npsAtMost' | 'csatAtMost' | 'cesAtMost' | 'starsAtMost'
  scale: keyof typeof SCALES
}

function MaxScoreField({ control, name, scale }: MaxScoreFieldProps) {
  const t = useTranslations('alerts.form')
  const { min, max } = SCALES[scale]
  const scores = Array.from({ length: max - min + 1 }, (_, offset) => String(min + offset))
  return (
    <FormField control={control} name={name} label={t(name)}>
      {(field) => (
        <Select
          {...field}
          options={[{ value: '', label: t('any') }, ...scores.map((value) => ({ value, label: value }))]}
        />
      )}
    </FormField>
  )
}
