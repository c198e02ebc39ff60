'use client'

import type { Ref } from 'react'
import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { MAX_DELAY_SECONDS } from '@/server/sequences/vocabulary'
import { type DelayUnit, SECONDS_PER_UNIT, type StepDelay } from './sequence-form-values'

export type DelayInputProps = {
  value: StepDelay
  onChange: (value: StepDelay) => void
  number: number
  ref?: Ref<HTMLInputElement>
}

export function DelayInput({ value, onChange, number, ref }: DelayInputProps) {
  const t = useTranslations('sequences')
  const units: DelayUnit[] = ['minutes', 'hours', 'days']
  if (value.unit === 'seconds') units.unshift('seconds')
  return (
    <span className="inline-flex items-center gap-2">
      <span className="text-13 text-ink-soft">{t('delay.prefix')}</span>
      <Input
        ref={ref}
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_DELAY_SECONDS / SECONDS_PER_UNIT[value.unit]}
        aria-label={t('delay.amount', { number })}
        value={value.amount}
        onChange={(event) => onChange({ ...value, amount: event.target.value })}
        className="figures w-20"
      />
      <Select
        id=""
        aria-label={t('delay.unit', { number })}
        value={value.unit}
        onChange={(event) => onChange({ ...value, unit: event.target.value as DelayUnit })}
        options={units.map((unit) => ({ value: unit, label: t(`delay.${unit}`) }))}
      />
    </span>
  )
}
