'use client'

import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { MAX_QUESTIONS, METRICS, QUESTION_TYPES } from '@/server/surveys/constants'
import type { QuestionType } from '@/server/surveys/schema'
import type { QuestionDraft, SurveyDraft } from './draft-types'
import { useEditedLanguage } from './edited-language'
import { QuestionCard } from './question-card'
import { createQuestionDraft, duplicateQuestionDraft } from './question-draft'
import { dropReferences, listDependents } from './rule-draft'
import type { QuestionCards } from './use-question-cards'

const RemoveQuestionDialog = dynamic(() =>
  import('./remove-question-dialog').then((module) => module.RemoveQuestionDialog),
)

/** Text first: free answers are the most informative. */
const ADDABLE_TYPES: readonly QuestionType[] = [
  'text',
  ...QUESTION_TYPES.filter((type) => ![...METRICS, 'text'].includes(type)),
  ...METRICS,
]

type QuestionListEditorProps = { form: UseFormReturn<SurveyDraft>; draft: SurveyDraft; cards: QuestionCards }

export function QuestionListEditor({ form, draft, cards }: QuestionListEditorProps) {
  const t = useTranslations('surveys')
  const { edited } = useEditedLanguage()
  const { fields, insert, remove, move, replace } = useFieldArray({
    control: form.control,
    name: 'questions',
    keyName: 'key',
  })
  const hasMetric = draft.type !== 'custom'
  const list = useRef<HTMLOListElement>(null)
  const focusAt = useRef<number | null>(null)
  // The fields of a new question appear a render after its place in the list. Delayed by a frame and a task, because the closing menu
  // restores the focus to its button in a task.
  useEffect(() => {
    const field = list.current?.querySelector<HTMLElement>(`[name="questions.${focusAt.current}.text.${edited}"]`)
    if (focusAt.current === null || !field) return
    focusAt.current = null
    requestAnimationFrame(() => setTimeout(() => field.focus()))
  })
  const isFull = fields.length >= MAX_QUESTIONS
  const addAt = (index: number, question: QuestionDraft) => {
    insert(index, question, { shouldFocus: false })
    focusAt.current = index
    void cards.open([question.ref])
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" data-field="questions">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-13 font-medium">{t('fields.questions')}</h2>
        <ToggleAllButton questions={draft.questions} cards={cards} />
      </div>
      <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {fields.map((field, index) => {
          const question = draft.questions[index]
          if (!question) return null
          const isOpen = cards.fields !== null && cards.openRefs.has(question.ref)
          const isMetric = hasMetric && index === 0
          return (
            <li key={field.key}>
              <QuestionCard
                index={index}
                question={question}
                isMetric={isMetric}
                isOpen={isOpen}
                fault={form.formState.errors.questions?.[index]?.message}
                onToggle={() => (isOpen ? cards.collapse([question.ref]) : void cards.open([question.ref]))}
                onPreload={cards.preload}
                {...(index > firstMovable ? { onUp: () => move(index, index - 1) } : {})}
                {...(index >= firstMovable && index < fields.length - 1
                  ? { onDown: () => move(index, index + 1) }
                  : {})}
                {...(isFull
                  ? {}
                  : {
                      onDuplicate: () => addAt(index + 1, duplicateQuestionDraft(form.getValues(`questions.${index}`))),
                    })}
                onRemove={() => requestRemoval(index)}
              >
                {cards.fields && <cards.fields.QuestionFields {...{ form, index, question, draft, isMetric }} />}
              </QuestionCard>
            </li>
          )
        })}
      </ol>
      {removal && (
        <RemoveQuestionDialog
          dependents={removal.dependents}
          onClose={() => setRemoval(null)}
          onRemove={() => removeWithReferences(removal.index)}
        />
      )}
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
              <MenuItem key={type} onSelect={() => addAt(fields.length, createQuestionDraft(type))}>
                {t(`questionTypes.${type}`)}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </div>
  )
}

function ToggleAllButton({ questions, cards }: { questions: readonly QuestionDraft[]; cards: QuestionCards }) {
  const t = useTranslations('surveys')
  const refs = questions.map(({ ref }) => ref)
  const isAnyOpen = refs.some((ref) => cards.openRefs.has(ref))
  if (refs.length < 2) return null
  return (
    <Button
      size="small"
      variant="ghost"
      onPointerEnter={cards.preload}
      onClick={() => (isAnyOpen ? cards.collapse(refs) : void cards.open(refs))}
    >
      {t(isAnyOpen ? 'card.collapseAll' : 'card.expandAll')}
    </Button>
  )
}
