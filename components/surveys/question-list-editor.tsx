'use client'

import { Languages, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { MAX_QUESTIONS } from '@/server/surveys/constants'
import { otherLanguage } from '@/server/validation/languages'
import type { QuestionDraft, SurveyDraft } from './draft-types'
import { QuestionEditor } from './question-editor'
import { dropReferences, listDependents } from './rule-draft'
import { createQuestionDraft, duplicateQuestionDraft } from './survey-draft'

/** Text first: free answers are the most informative. */
const ADDABLE_TYPES = [
  'text',
  'single_choice',
  'multiple_choice',
  'dropdown',
  'yes_no',
  'thumbs',
  'smileys',
  'rating',
  'scale',
  'nps',
  'csat',
  'ces',
  'matrix',
  'ranking',
  'number',
  'date',
  'consent',
  'statement',
] as const

type QuestionListEditorProps = { form: UseFormReturn<SurveyDraft>; draft: SurveyDraft }

export function QuestionListEditor({ form, draft }: QuestionListEditorProps) {
  const t = useTranslations('surveys')
  const { fields, append, insert, remove, move, replace } = useFieldArray({
    control: form.control,
    name: 'questions',
    keyName: 'key',
  })
  const hasMetric = draft.type !== 'custom'
  const list = useRef<HTMLOListElement>(null)
  const focusAt = useRef<number | null>(null)
  // The fields of a copy appear a render after its place in the list.
  useEffect(() => {
    const field = list.current?.querySelector<HTMLElement>(`[name="questions.${focusAt.current}.text"]`)
    if (focusAt.current === null || !field) return
    focusAt.current = null
    field.focus()
  })
  const isFull = fields.length >= MAX_QUESTIONS
  const duplicate = (index: number) => {
    const question = form.getValues(`questions.${index}`)
    insert(index + 1, duplicateQuestionDraft(question), { shouldFocus: false })
    focusAt.current = index + 1
  }
  const [removal, setRemoval] = useState<{ index: number; dependents: QuestionDraft[] } | null>(null)
  const requestRemoval = (index: number) => {
    const question = form.getValues(`questions.${index}`)
    const dependents = listDependents(question.ref, form.getValues('questions'))
    if (dependents.length === 0) remove(index)
    else setRemoval({ index, dependents })
  }
  const removeWithReferences = (index: number) => {
    const questions = form.getValues('questions')
    const { ref } = form.getValues(`questions.${index}`)
    replace(questions.filter((question) => question.ref !== ref).map((question) => dropReferences(question, ref)))
  }
  const firstMovable = hasMetric ? 1 : 0
  return (
    <div className="grid gap-3" data-field="questions">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-13 font-medium">{t('fields.questions')}</h2>
        {!draft.isTranslated && (
          <Button size="small" variant="ghost" onClick={() => form.setValue('isTranslated', true)}>
            <Languages size={14} aria-hidden />
            {t('addLanguage', { language: otherLanguage(draft.language) })}
          </Button>
        )}
      </div>
      <ol ref={list} className="grid gap-3">
        {fields.map((field, index) => (
          <li key={field.key}>
            <QuestionEditor
              form={form}
              index={index}
              draft={draft}
              isMetric={hasMetric && index === 0}
              {...(index > firstMovable ? { onUp: () => move(index, index - 1) } : {})}
              {...(index >= firstMovable && index < fields.length - 1 ? { onDown: () => move(index, index + 1) } : {})}
              {...(isFull ? {} : { onDuplicate: () => duplicate(index) })}
              onRemove={() => requestRemoval(index)}
            />
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={removal !== null}
        onOpenChange={() => setRemoval(null)}
        title={t('removeTitle')}
        action={t('remove')}
        onConfirm={async () => removal && removeWithReferences(removal.index)}
      >
        <p>{t('removeBody')}</p>
        <ul className="list-disc pl-5">
          {removal?.dependents.map(({ ref, text, textTranslated }) => (
            <li key={ref} className="wrap-anywhere">
              {text || textTranslated || t('text')}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
      {!isFull && (
        <div>
          <Menu
            align="start"
            trigger={
              <Button>
                <Plus size={16} aria-hidden />
                {t('add')}
              </Button>
            }
          >
            {ADDABLE_TYPES.map((type) => (
              <MenuItem key={type} onSelect={() => append(createQuestionDraft(type, draft.language))}>
                {t(`questionTypes.${type}`)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </div>
  )
}
