'use client'

import { Languages, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { MAX_QUESTIONS } from '@/server/surveys/constants'
import { otherLanguage } from '@/server/validation/languages'
import { QuestionEditor } from './question-editor'
import { createQuestionDraft, duplicateQuestionDraft, type SurveyDraft } from './survey-draft'

/** Text first: free answers are the most informative. */
const ADDABLE_TYPES = ['text', 'single_choice', 'multiple_choice', 'yes_no', 'rating', 'nps', 'csat', 'ces'] as const

type QuestionListEditorProps = { form: UseFormReturn<SurveyDraft>; draft: SurveyDraft }

export function QuestionListEditor({ form, draft }: QuestionListEditorProps) {
  const t = useTranslations('surveys')
  const { fields, append, insert, remove, move } = useFieldArray({
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
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
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
