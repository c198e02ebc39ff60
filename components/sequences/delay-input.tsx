'use client'

import { useTranslations } from 'use-intl/react'
import { Input } from '@/components/ui/controls/input'
import { Select } from '@/components/ui/controls/select'
import { MAX_DELAY_SECONDS } from '@/server/sequences/schema'
import { type Delay, type DelayUnit, SECONDS } from './form-values'

export type DelayInputProps = { value: Delay; onChange: (value: Delay) => void; number: number }

/** How long after the step before: a number and its unit. Seconds only where they are in use already. */
export function DelayInput({ value, onChange, number }: DelayInputProps) {
  const t = useTranslations('sequences')
  const units: DelayUnit[] = ['minutes', 'hours', 'days']
  if (value.unit === 'seconds') units.unshift('seconds')
  return (
    <span className="inline-flex items-center gap-2">
      <span className="text-13 text-ink-soft">{t('delay.prefix')}</span>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_DELAY_SECONDS / SECONDS[value.unit]}
        aria-label={`${t('delay.label', { number })}: ${t('delay.amount')}`}
        value={value.amount}
        onChange={(event) => onChange({ ...value, amount: event.target.value })}
        className="figures w-20"
      />
      <Select
        id=""
        aria-label={`${t('delay.label', { number })}: ${t('delay.unit')}`}
        value={value.unit}
        onChange={(event) => onChange({ ...value, unit: event.target.value as DelayUnit })}
        options={units.map((unit) => ({ value: unit, label: t(`delay.${unit}`) }))}
      />
    </span>
  )
}
