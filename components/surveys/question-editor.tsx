'use client'

import { ArrowDown, ArrowUp, CircleAlert, Copy, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { cn } from '@/components/ui/cn'
import { Button } from '@/components/ui/controls/button'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Input } from '@/components/ui/controls/input'
import { Textarea } from '@/components/ui/controls/textarea'
import { FormField } from '@/components/ui/forms/form'
import { hasOptions } from '@/server/surveys/constants'
import { otherLanguage } from '@/server/validation/languages'
import type { SurveyDraft } from './draft-types'
import { JumpListEditor } from './jump-list-editor'
import { RuleFields } from './rule-fields'

const OptionListEditor = dynamic(() => import('./option-list-editor').then((module) => module.OptionListEditor))
const QuestionTypeFields = dynamic(() => import('./question-type-fields').then((module) => module.QuestionTypeFields))

type QuestionEditorProps = {
  form: UseFormReturn<SurveyDraft>
  index: number
  draft: SurveyDraft
  /** The survey's metric: its wording is editable, but it cannot be moved or removed. */
  isMetric: boolean
  onUp?: () => void
  onDown?: () => void
  onDuplicate?: () => void
  onRemove: () => void
}

export function QuestionEditor({ form, index, draft, isMetric, ...actions }: QuestionEditorProps) {
  const t = useTranslations('surveys')
  const question = draft.questions[index]
  const [hasDescription, setHasDescription] = useState(
    Boolean(question?.description || question?.descriptionTranslated),
  )
  const { control, formState } = form
  const fault = formState.errors.questions?.[index]?.message
  if (!question) return null
  const name = `questions.${index}` as const
  return (
    <div data-field={name} className="grid gap-4 rounded-card border bg-surface p-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="min-w-0 text-13 text-ink-soft">
          <span className="font-medium text-ink">{isMetric ? t('metric') : t('question', { number: index + 1 })}</span>
          <span aria-hidden> · </span>
          {t(`questionTypes.${question.type}`)}
        </h3>
        {isMetric ? (
          <p className="text-right text-13 text-ink-faint">{t('metricHelp')}</p>
        ) : (
          <QuestionActions {...actions} />
        )}
      </div>
      {fault && (
        <p role="alert" className="flex items-start gap-1.5 text-13 text-negative-text">
          <CircleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
          {fault}
        </p>
      )}
      <Wording control={control} name={name} draft={draft} hasDescription={hasDescription} />
      {question.type === 'matrix' && <OptionListEditor form={form} index={index} draft={draft} list="rows" />}
      {hasOptions(question.type) && <OptionListEditor form={form} index={index} draft={draft} />}
      <QuestionTypeFields form={form} index={index} draft={draft} />
      {!isMetric && index > 0 && (
        <RuleFields
          form={form}
          name={`${name}.showIf`}
          errorPath={`${name}.showIf`}
          label={t('askedOf')}
          rule={question.showIf}
          sources={draft.questions.slice(0, index)}
        />
      )}
      <JumpListEditor form={form} index={index} draft={draft} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {question.type !== 'statement' && (
          <Checkbox
            label={t('required')}
            checked={form.watch(`${name}.required`)}
            onChange={(checked) => form.setValue(`${name}.required`, checked, { shouldDirty: true })}
          />
        )}
        {!hasDescription && (
          <Button variant="ghost" size="small" onClick={() => setHasDescription(true)}>
            {t('addDescription')}
          </Button>
        )}
      </div>
    </div>
  )
}

type QuestionActionsProps = Pick<QuestionEditorProps, 'onUp' | 'onDown' | 'onDuplicate' | 'onRemove'>

function QuestionActions({ onUp, onDown, onDuplicate, onRemove }: QuestionActionsProps) {
  const t = useTranslations('surveys')
  return (
    <div className="flex shrink-0">
      <IconButton icon={ArrowUp} label={t('up')} size="small" disabled={!onUp} onClick={onUp} />
      <IconButton icon={ArrowDown} label={t('down')} size="small" disabled={!onDown} onClick={onDown} />
      <IconButton
        icon={Copy}
        label={t('duplicateQuestion')}
        size="small"
        disabled={!onDuplicate}
        onClick={onDuplicate}
      />
      <IconButton icon={Trash2} label={t('remove')} size="small" onClick={onRemove} />
    </div>
  )
}

type WordingProps = Pick<QuestionEditorProps, 'draft'> & {
  control: QuestionEditorProps['form']['control']
  name: `questions.${number}`
  hasDescription: boolean
}

function Wording({ control, name, draft: { language, isTranslated }, hasDescription }: WordingProps) {
  const t = useTranslations('surveys')
  const other = otherLanguage(language)
  return (
    <div className={cn('grid gap-4', isTranslated && 'sm:grid-cols-2')}>
      <FormField control={control} name={`${name}.text`} label={isTranslated ? t('textIn', { language }) : t('text')}>
        {(field) => <Textarea rows={2} maxLength={1000} lang={language} {...field} />}
      </FormField>
      {isTranslated && (
        <FormField
          control={control}
          name={`${name}.textTranslated`}
          label={t('translationIn', { language: other })}
          help={t('sameText')}
          optional
        >
          {(field) => <Textarea rows={2} maxLength={1000} lang={other} {...field} />}
        </FormField>
      )}
      {hasDescription && (
        <>
          <FormField
            control={control}
            name={`${name}.description`}
            label={isTranslated ? t('descriptionIn', { language }) : t('description')}
            optional
          >
            {(field) => <Input maxLength={1000} lang={language} {...field} />}
          </FormField>
          {isTranslated && (
            <FormField
              control={control}
              name={`${name}.descriptionTranslated`}
              label={t('descriptionIn', { language: other })}
              optional
            >
              {(field) => <Input maxLength={1000} lang={other} {...field} />}
            </FormField>
          )}
        </>
      )}
    </div>
  )
}
