'use client'

import { CircleStop, Play, Plus } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { cn } from '@/components/ui/cn'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { Select } from '@/components/ui/controls/select'
import { FormField } from '@/components/ui/forms/form'
import { MAX_DELAY_SECONDS, MAX_STEPS, STEP_TYPES } from '@/server/sequences/constants'
import type { StepType } from '@/server/sequences/schema'
import type { Language } from '@/server/validation/schema'
import {
  copyStep,
  createEmptyStep,
  DAYS_BEFORE_NEW_STEP,
  type DelayUnit,
  repeatsSurveyOfEarlierStep,
  SECONDS_PER_UNIT,
  type SequenceValues,
  type StepDelay,
  type SurveyChoice,
} from './sequence-form-values'
import { StepCard } from './step-card'
import { STEP_ICONS } from './step-icons'
import { useStepDrag } from './use-step-drag'

type StepListEditorProps = {
  form: UseFormReturn<SequenceValues>
  surveys: readonly SurveyChoice[]
  language: Language
  mayEditWebhooks: boolean
}

export function StepListEditor({ form, surveys, language, mayEditWebhooks }: StepListEditorProps) {
  const t = useTranslations('sequences')
  const { fields, append, insert, move, remove } = useFieldArray({ control: form.control, name: 'steps' })
  const [announcement, announce] = useState('')
  const [previewedId, setPreviewedId] = useState<string | null>(null)
  const focusTarget = useRef<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const count = fields.length
  const isFull = count >= MAX_STEPS
  const { drag, preload } = useStepDrag(
    list,
    fields.map(({ id }) => id),
    (from, to) => moveStep(from, to, 'grip'),
  )

  // A moved or added step takes the focus; after a removal, the adjacent step does. Delayed by a frame, because the closing menu restores
  // the focus to its button.
  useEffect(() => {
    const target = focusTarget.current
    if (target === null) return
    focusTarget.current = null
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-focus="${target}"]`)?.focus())
  })

  function add(type: StepType) {
    const step = createEmptyStep(
      type,
      surveys.length === 1 ? (surveys[0]?.id ?? '') : '',
      count === 0 ? 0 : DAYS_BEFORE_NEW_STEP,
      language,
    )
    const isReminder = repeatsSurveyOfEarlierStep([...form.getValues('steps'), step], count)
    append(isReminder ? { ...step, condition: 'not_answered' } : step)
    announce(t('added', { number: count + 1 }))
    focusTarget.current = `step-${count}`
  }

  /** @param focus part of the step's card that takes the focus. */
  function moveStep(from: number, to: number, focus: 'grip' | 'up' | 'down') {
    if (to < 0 || to >= count) return
    move(from, to)
    announce(t('moved', { number: to + 1, count }))
    // A button at the end of the list is disabled, and cannot have the focus.
    const isDisabled = (focus === 'up' && to === 0) || (focus === 'down' && to === count - 1)
    focusTarget.current = `${isDisabled ? (focus === 'up' ? 'down' : 'up') : focus}-${to}`
  }

  function duplicateStep(index: number) {
    const steps = form.getValues('steps')
    const original = steps[index]
    if (original === undefined) return
    insert(index + 1, copyStep(original, index, steps), { shouldFocus: false })
    announce(t('duplicated', { number: index + 2 }))
    focusTarget.current = `step-${index + 1}`
  }

  function removeStep(index: number) {
    remove(index)
    announce(t('removed'))
    focusTarget.current = count === 1 ? 'add' : `step-${Math.min(index, count - 2)}`
  }

  return (
    <ol ref={list} className="grid grid-cols-[minmax(0,1fr)]" onPointerEnter={preload}>
      <EndPoint icon={<Play size={14} aria-hidden />}>
        <span className="font-medium">{t('start')}</span>
        <span className="text-ink-faint">{t('startHelp')}</span>
      </EndPoint>
      {fields.map((field, index) => (
        <li
          key={field.id}
          data-step
          className={cn(
            'relative grid grid-cols-[minmax(0,1fr)] justify-items-center',
            drag?.from === index && 'opacity-50',
          )}
        >
          {drag?.before === index && <DropLine />}
          <Connector />
          <FormField
            control={form.control}
            name={`steps.${index}.delay`}
            label={<span className="sr-only">{t('delay.label', { number: index + 1 })}</span>}
            className="rounded-card border bg-rail px-3 py-2 [&_label]:hidden"
          >
            {({ ref, value, onChange }) => (
              <DelayInput ref={ref} value={value} onChange={onChange} number={index + 1} />
            )}
          </FormField>
          <Connector />
          <StepCard
            form={form}
            index={index}
            count={count}
            surveys={surveys}
            mayEditWebhooks={mayEditWebhooks}
            isPreviewed={field.id === previewedId}
            onPreview={(isShown) => setPreviewedId(isShown ? field.id : null)}
            onFocus={() => previewedId !== null && isWide() && setPreviewedId(field.id)}
            onMove={(by, focus) => moveStep(index, index + by, focus)}
            {...(isFull ? {} : { onDuplicate: () => duplicateStep(index) })}
            onRemove={() => removeStep(index)}
          />
        </li>
      ))}
      <li className="relative grid grid-cols-[minmax(0,1fr)] justify-items-center">
        {drag?.before === count && <DropLine />}
        <Connector />
        {isFull && <p className="mb-2 text-13 text-ink-soft">{t('maximumSteps', { maximum: MAX_STEPS })}</p>}
        <Menu
          align="center"
          trigger={
            <Button data-focus="add" disabled={isFull}>
              <Plus size={16} aria-hidden />
              {t('addStep')}
            </Button>
          }
        >
          {STEP_TYPES.filter((type) => (type === 'wait' ? mayEditWebhooks : type !== 'fork')).map((type) => (
            <MenuItem key={type} icon={STEP_ICONS[type]} onSelect={() => add(type)}>
              <span className="grid">
                {t(`stepType.${type}`)}
                <span className="text-12 text-ink-faint">{t(`stepHelp.${type}`)}</span>
              </span>
            </MenuItem>
          ))}
        </Menu>
        <Connector />
      </li>
      <EndPoint icon={<CircleStop size={14} aria-hidden />}>{t('end')}</EndPoint>
      <li aria-live="polite" className="sr-only">
        {announcement}
      </li>
    </ol>
  )
}

/** Where the preview is beside its step: there it follows the focus. */
function isWide(): boolean {
  return window.matchMedia('(min-width: 1400px)').matches
}

type DelayInputProps = {
  value: StepDelay
  onChange: (value: StepDelay) => void
  number: number
  ref: Ref<HTMLInputElement>
}

function DelayInput({ value, onChange, number, ref }: DelayInputProps) {
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

function EndPoint({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] justify-items-center">
      <span className="inline-flex max-w-full flex-wrap items-center justify-center gap-x-2 rounded-[1.125rem] border bg-surface px-3 py-1.5 text-center text-13 text-ink-soft">
        {icon}
        {children}
      </span>
    </li>
  )
}

/** Where a dragged step would be put. */
function DropLine() {
  return <span aria-hidden className="absolute inset-x-0 -top-px z-10 h-0.5 rounded-full bg-accent" />
}

function Connector() {
  return <span aria-hidden className="h-4 w-px bg-line-strong" />
}
