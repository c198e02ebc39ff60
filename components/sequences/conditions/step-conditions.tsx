'use client'

import { Pencil, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useController, useFormState, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { useContactProperties } from '@/components/contact-properties/property-placeholders'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Select } from '@/components/ui/controls/select'
import { Field, Fieldset } from '@/components/ui/forms/field'
import { listFormErrors } from '@/components/ui/forms/list-form-errors'
import { CONDITIONS_MAX } from '@/server/sequences/conditions/constants'
import type { StepConditions as Conditions } from '@/server/sequences/conditions/schema'
import { NEW_SURVEY_ID } from '../sequence-form-values'
import type { StepFieldsProps } from '../step-fields'
import { createCriterion, isComplete } from './criteria'
import { CriterionRow } from './criterion-row'
import { describeConditions } from './describe-conditions'
import { type ConditionNames, listNamedIds } from './load-condition-names'
import { useConditionNames } from './use-condition-names'

type StepConditionsProps = Omit<StepFieldsProps, 'mayEditWebhooks'>

/** The conditions of a step, as a sentence until they are edited. */
export function StepConditions({ form, index, surveys }: StepConditionsProps) {
  const t = useTranslations('stepConditions')
  const { control } = form
  const name = `steps.${index}.conditions` as const
  const { field, fieldState } = useController({ control, name })
  const { errors } = useFormState({ control })
  const steps = useWatch({ control, name: 'steps' })
  const conditions = field.value
  const [isOpen, setOpen] = useState(conditions !== null && !isComplete(conditions))
  const element = useRef<HTMLDivElement>(null)
  const earlierSurveyIds = [...new Set(steps.slice(0, index).map(({ surveyId }) => surveyId))].filter(
    (id) => id !== '' && id !== NEW_SURVEY_ID,
  )
  const ids = listNamedIds(conditions ? [conditions] : [])
  const names = useConditionNames(isOpen ? { ...ids, surveyIds: [...ids.surveyIds, ...earlierSurveyIds] } : ids)

  // The button that added the conditions is gone.
  useEffect(() => {
    if (isOpen && document.activeElement === document.body) element.current?.querySelector('select')?.focus()
  }, [isOpen])

  if (conditions === null) return null
  const isFork = steps[index]?.type === 'fork'
  const errorOf = (path: string) => listFormErrors(errors).find((error) => error.name === path)?.message
  const change = (next: Conditions) => {
    // A fork keeps at least one condition.
    field.onChange(next.items.length === 0 ? null : next)
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const buttons = element.current?.querySelectorAll<HTMLElement>('[data-add-condition]')
      const target = buttons?.[0] ?? document.querySelector<HTMLElement>(`[data-focus="only-if-${index}"]`)
      target?.focus()
    })
  }
  return (
    <div ref={element} data-field={name} className="grid grid-cols-[minmax(0,1fr)]">
      <Fieldset
        label={<span className={isOpen ? '' : 'sr-only'}>{isFork ? t('forkTitle') : t('title')}</span>}
        error={isOpen && conditions.items.length > 0 ? null : fieldState.error?.message}
      >
        {isOpen ? (
          <Editor
            {...{ conditions, isFork, surveys, earlierSurveyIds, names, errorOf }}
            path={name}
            onChange={change}
          />
        ) : (
          <div className="flex items-start gap-2">
            <p className="min-w-0 grow text-14 wrap-anywhere">
              <span className="font-medium">{isFork ? t('goesTo') : t('onlyIf')}</span>{' '}
              <Sentence conditions={conditions} names={names} />
            </p>
            <IconButton
              icon={Pencil}
              size="small"
              label={t('edit', { number: index + 1 })}
              onClick={() => setOpen(true)}
            />
          </div>
        )}
      </Fieldset>
    </div>
  )
}

function Sentence({ conditions, names }: { conditions: Conditions; names: ConditionNames | null }) {
  const t = useTranslations('stepConditions')
  const tProperties = useTranslations('properties')
  const common = useTranslations('common')
  const language = useLocale()
  const properties = useContactProperties()
  if (names === null) return t('count', { count: conditions.items.length })
  return describeConditions(conditions, { t, tProperties, common, language, properties, names })
}

type EditorProps = Pick<StepConditionsProps, 'surveys'> & {
  conditions: Conditions
  isFork: boolean
  earlierSurveyIds: readonly string[]
  names: ConditionNames | null
  path: string
  errorOf: (path: string) => string | undefined
  onChange: (conditions: Conditions) => void
}

function Editor({ conditions, isFork, onChange, ...row }: EditorProps) {
  const t = useTranslations('stepConditions')
  const { match, items } = conditions
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {items.length > 1 && (
        <Field label={t('match')} hideLabel>
          <Select
            value={match}
            onChange={(event) => onChange({ items, match: event.target.value === 'any' ? 'any' : 'all' })}
            options={(['all', 'any'] as const).map((value) => ({ value, label: t(value) }))}
          />
        </Field>
      )}
      {items.map((criterion, position) => (
        <div
          // Rows have no state of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity
          key={position}
          role="group"
          aria-label={t('item', { number: position + 1 })}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
        >
          <CriterionRow
            {...row}
            path={`${row.path}.items.${position}`}
            criterion={criterion}
            onChange={(next) => onChange({ match, items: items.with(position, next) })}
          />
          {!(isFork && items.length === 1) && (
            <IconButton
              icon={X}
              label={t('remove', { number: position + 1 })}
              onClick={() => onChange({ match, items: items.toSpliced(position, 1) })}
            />
          )}
        </div>
      ))}
      {items.length < CONDITIONS_MAX && (
        <span>
          <Button
            size="small"
            data-add-condition
            onClick={() => onChange({ match, items: [...items, createCriterion('tag')] })}
          >
            <Plus size={14} aria-hidden />
            {t('addItem')}
          </Button>
        </span>
      )}
    </div>
  )
}
