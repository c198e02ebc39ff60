import { Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '@/components/ui/cn'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { Select } from '@/components/ui/controls/select'
import { MAX_DELAY_SECONDS, STEP_TYPES } from '@/server/sequences/constants'
import type { StepType } from '@/server/sequences/schema'
import { BRANCH_STYLE } from './branch-style'
import { type DelayUnit, SECONDS_PER_UNIT, type StepDelay } from './sequence-form-values'
import { STEP_ICONS } from './step-icons'
import type { Place } from './step-places'

type StepRowProps = {
  /** Where a step would be put that is dropped on this row. */
  place: Place
  /** Where the dragged step would be put now. */
  dropPlace: string | undefined
  /** Type of the step in this row. */
  step?: StepType
  className?: string | false
  children: ReactNode
}

export function StepRow({ place: { before, branch }, dropPlace, step, className, children }: StepRowProps) {
  const place = `${before}:${branch ?? ''}`
  return (
    <li
      data-step={step}
      data-place={place}
      className={cn('relative grid grid-cols-[minmax(0,1fr)] justify-items-center', branch && BRANCH_STYLE, className)}
    >
      {dropPlace === place && (
        <span aria-hidden className="absolute inset-x-0 -top-px z-10 h-0.5 rounded-full bg-accent" />
      )}
      {children}
    </li>
  )
}

type AddStepMenuProps = {
  label: string
  size?: 'small' | undefined
  disabled: boolean
  isOffered: (type: StepType) => boolean
  onAdd: (type: StepType) => void
}

export function AddStepMenu({ label, size, disabled, isOffered, onAdd }: AddStepMenuProps) {
  const t = useTranslations('sequences')
  return (
    <Menu
      align="center"
      trigger={
        <Button data-focus="add" size={size} disabled={disabled}>
          <Plus size={16} aria-hidden />
          {label}
        </Button>
      }
    >
      {STEP_TYPES.filter(isOffered).map((type) => (
        <MenuItem key={type} icon={STEP_ICONS[type]} onSelect={() => onAdd(type)}>
          <span className="grid">
            {t(`stepType.${type}`)}
            <span className="text-12 text-ink-faint">{t(`stepHelp.${type}`)}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

type DelayInputProps = {
  value: StepDelay
  onChange: (value: StepDelay) => void
  number: number
  ref: Ref<HTMLInputElement>
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

export function EndPoint({ children }: { children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] justify-items-center">
      <span className="inline-flex max-w-full flex-wrap items-center justify-center gap-x-2 rounded-[1.125rem] border bg-surface px-3 py-1.5 text-center text-13 text-ink-soft">
        {children}
      </span>
    </li>
  )
}

export function Connector() {
  return <span aria-hidden className="h-4 w-px bg-line-strong" />
}
