'use client'

import type { ReactNode } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Checkbox } from '../ui/controls/checkbox'
import { Fieldset } from '../ui/forms/field'
import type { NamedChoice } from './describe-rule'
import type { RuleFormValues } from './rule-form-values'

export type RuleCheckboxListProps = {
  control: Control<RuleFormValues>
  name: 'surveyIds' | 'locationIds' | 'userIds' | 'smsUserIds'
  options: readonly (NamedChoice & { note?: string })[]
  label: ReactNode
  help: ReactNode
}

export function RuleCheckboxList({ control, name, options, label, help }: RuleCheckboxListProps) {
  const t = useTranslations('alerts.form')
  const { field, fieldState } = useController({ control, name })
  const selected = field.value
  const missing = selected.filter((id) => !options.some((option) => option.id === id))
  const allOptions: typeof options = [...missing.map((id) => ({ id, name: t('gone') })), ...options]
  const error = findErrorMessage(fieldState.error)
  if (allOptions.length === 0) return null
  return (
    <div data-field={name}>
      <Fieldset label={label} help={help} {...(error === undefined ? {} : { error })}>
        <div className="-ml-0.5 grid max-h-56 gap-2 overflow-y-auto py-0.5 pl-0.5">
          {allOptions.map((option) => (
            <Checkbox
              key={option.id}
              label={option.name}
              {...(option.note === undefined ? {} : { help: option.note })}
              checked={selected.includes(option.id)}
              onChange={(on) =>
                field.onChange(on ? [...selected, option.id] : selected.filter((id) => id !== option.id))
              }
            />
          ))}
        </div>
      </Fieldset>
    </div>
  )
}

function findErrorMessage(error: unknown): string | undefined {
  const messages = [error, ...Object.values(error ?? {})].map(
    (one) => (one as { message?: unknown } | undefined)?.message,
  )
  return messages.find((message): message is string => typeof message === 'string' && message !== '')
}
