'use client'

import { CircleAlert, X } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { listFormErrors } from '@/components/ui/forms/list-form-errors'
import { SURVEY_END } from '@/server/surveys/constants'
import { readText } from './draft-texts'
import type { JumpDraft, SurveyDraft } from './draft-types'
import { useEditedLanguage } from './edited-language'
import { RuleFields } from './rule-fields'

type JumpEditorProps = {
  form: UseFormReturn<SurveyDraft>
  index: number
  draft: SurveyDraft
  jump: JumpDraft
  jumpIndex: number
  onChange: (jump: JumpDraft) => void
  onRemove: () => void
}

export function JumpEditor({ form, index, draft, jump, jumpIndex, onChange, onRemove }: JumpEditorProps) {
  const t = useTranslations('surveys')
  const { edited } = useEditedLanguage()
  const name = `questions.${index}.jumps.${jumpIndex}` as const
  const error = listFormErrors(form.formState.errors).find((one) => one.name === name)?.message
  const later = draft.questions.slice(index + 1).map((question, position) => ({
    value: question.ref,
    label: `${index + position + 2}. ${readText(question.text, edited) || t('text')}`,
  }))
  const number = jumpIndex + 1
  return (
    <div
      role="group"
      aria-label={t('jump', { number })}
      data-field={name}
      data-error-path={`questions.${index}.next.${jumpIndex}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border bg-sunken p-3"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t('jumpTo')}>
            <Select
              value={jump.to}
              placeholder
              onChange={({ target }) => onChange({ ...jump, to: target.value })}
              options={[...later, { value: SURVEY_END, label: t('surveyEnd') }]}
            />
          </Field>
          {jump.to === SURVEY_END && draft.endings.length > 0 && (
            <Field label={t('ending')}>
              <Select
                value={jump.ending}
                onChange={({ target }) => onChange({ ...jump, ending: target.value })}
                options={[
                  { value: '', label: t('usualThanks') },
                  ...draft.endings.map(({ ref, title }, position) => ({
                    value: ref,
                    label: readText(title, edited) || t('endingNumber', { number: position + 1 }),
                  })),
                ]}
              />
            </Field>
          )}
        </div>
        <IconButton icon={X} size="small" label={t('removeJump', { number })} onClick={onRemove} />
      </div>
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-13 text-negative-text">
          <CircleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
          {error}
        </p>
      )}
      <RuleFields
        form={form}
        name={`${name}.rule`}
        errorPath={`questions.${index}.next.${jumpIndex}.if`}
        label={t('jumpWhen')}
        rule={jump.rule}
        sources={draft.questions.slice(0, index + 1)}
      />
    </div>
  )
}
