'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { FormField } from '@/components/ui/forms/form'
import { useLazyModule } from '@/components/ui/use-lazy-module'
import { MAX_STEPS } from '@/server/sequences/constants'
import type { Language } from '@/server/validation/schema'
import type { SequenceValues, SurveyChoice } from './sequence-form-values'
import { StepCard } from './step-card'
import type { StepListContext } from './step-list-actions'
import { AddStepMenu, Connector, DelayInput, EndPoint, StepRow } from './step-list-parts'
import type { Place, PlacedStep } from './step-places'
import { useStepDrag } from './use-step-drag'

// Loads with the first fork.
const BranchMarks = dynamic(() => import('./branch-marks').then((module) => module.BranchMarks))

type StepListEditorProps = {
  form: UseFormReturn<SequenceValues>
  surveys: readonly SurveyChoice[]
  language: Language
  mayEditWebhooks: boolean
}

export function StepListEditor({ form, surveys, language, mayEditWebhooks }: StepListEditorProps) {
  const t = useTranslations('sequences')
  const { control } = form
  const list = useFieldArray({ control, name: 'steps' })
  const steps = useWatch({ control, name: 'steps', compute: toPlacedSteps })
  const [announcement, announce] = useState('')
  const [previewedId, setPreviewedId] = useState<string | null>(null)
  const [question, ask] = useState<ReactNode>(null)
  const focusTarget = useRef<string | null>(null)
  const element = useRef<HTMLOListElement>(null)
  const { code, load, preload } = useLazyModule(loadActions)
  const count = list.fields.length
  const drag = useStepDrag(
    element,
    code?.attachStepDrag,
    list.fields.map(({ id }, index) => `${id}${steps[index]?.branch}`).join(' '),
    ({ from, place }) => act(({ dropStep }, context) => dropStep(context, from, place)),
  )
  const focus = (target: string) => {
    focusTarget.current = target
  }

  // A moved or added step takes the focus; after a removal, the adjacent step does. Delayed by a frame and a task, because the closing menu
  // restores the focus to its button in a task.
  useEffect(() => {
    const target = focusTarget.current
    if (target === null) return
    focusTarget.current = null
    requestAnimationFrame(() =>
      setTimeout(() => element.current?.querySelector<HTMLElement>(`[data-focus="${target}"]`)?.focus()),
    )
  })

  async function perform(change: (actions: Actions, context: StepListContext) => void) {
    if (code === null && !(await load())) return
    change(code ?? (await loadActions()), { form, list, surveys, language, t, announce, ask, focus })
  }

  function act(change: Parameters<typeof perform>[0]): void {
    void perform(change)
  }

  const renderAdd = (place: Place, size?: 'small') => (
    <AddStepMenu
      label={place.branch === null ? t('addStep') : t('addStepToBranch', { branch: place.branch })}
      size={size}
      disabled={count >= MAX_STEPS}
      isOffered={(type) => (type === 'wait' ? mayEditWebhooks : type !== 'fork' || place.branch === null)}
      onAdd={(type) => act(({ addStep }, context) => addStep(context, type, place))}
    />
  )

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- loads code */}
      <ol ref={element} className="grid grid-cols-[minmax(0,1fr)]" onPointerEnter={preload} onFocus={preload}>
        <EndPoint>
          <span className="font-medium">{t('start')}</span>
          <span className="text-ink-faint">{t('startHelp')}</span>
        </EndPoint>
        {list.fields.map((field, index) => {
          const { type, branch } = steps[index] ?? field
          return [
            <StepRow
              key={field.id}
              step={type}
              place={{ before: index, branch }}
              dropPlace={drag?.place}
              className={drag?.from === index && 'opacity-50'}
            >
              <Connector />
              <FormField
                control={control}
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
                isLast={!branch && steps.slice(index + 1).every((step) => step.branch)}
                surveys={surveys}
                mayEditWebhooks={mayEditWebhooks}
                isPreviewed={field.id === previewedId}
                onPreview={(isShown) => setPreviewedId(isShown ? field.id : null)}
                onFocus={() => previewedId !== null && isWide() && setPreviewedId(field.id)}
                onMove={(by, target) => act(({ moveStepBy }, context) => moveStepBy(context, index, by, target))}
                {...(count < MAX_STEPS && {
                  onDuplicate: () => act(({ duplicateStep }, context) => duplicateStep(context, index)),
                })}
                onRemove={() => act(({ removeStep }, context) => removeStep(context, index))}
              />
            </StepRow>,
            (type === 'fork' || branch) && (
              <BranchMarks key={`${field.id} marks`} {...{ steps, index, renderAdd }} dropPlace={drag?.place} />
            ),
          ]
        })}
        <StepRow place={{ before: count, branch: null }} dropPlace={drag?.place}>
          <Connector />
          {count >= MAX_STEPS && (
            <p className="mb-2 text-13 text-ink-soft">{t('maximumSteps', { maximum: MAX_STEPS })}</p>
          )}
          {renderAdd({ before: count, branch: null })}
          <Connector />
        </StepRow>
        <EndPoint>{t('end')}</EndPoint>
        <li aria-live="polite" className="sr-only">
          {announcement}
        </li>
      </ol>
      {question}
    </>
  )
}

const loadActions = async () => import('./step-list-actions')

type Actions = Awaited<ReturnType<typeof loadActions>>

function toPlacedSteps(steps: SequenceValues['steps']): PlacedStep[] {
  return steps.map(({ type, branch }) => ({ type, branch }))
}

/** Where the preview is beside its step: there it follows the focus. */
function isWide(): boolean {
  return window.matchMedia('(min-width: 1400px)').matches
}
