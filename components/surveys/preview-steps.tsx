import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { pickTranslation } from '@/server/surveys/constants'
import type { QuestionInput } from '@/server/surveys/schema'
import type { Language } from '@/server/validation/schema'

type PreviewStepsProps = {
  questions: readonly QuestionInput[]
  current: string | undefined
  language: Language
  onChange: (questionId: string) => void
}

/** Steps through the preview of a survey with one question on a page, in the order of the questions. */
export function PreviewSteps({ questions, current, language, onChange }: PreviewStepsProps) {
  const t = useTranslations('surveys.previewSteps')
  const index = Math.max(
    0,
    questions.findIndex(({ id }) => id === current),
  )
  const go = (to: number) => {
    const id = questions[to]?.id
    if (id !== undefined) onChange(id)
  }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2">
      <IconButton icon={ChevronLeft} label={t('back')} disabled={index === 0} onClick={() => go(index - 1)} />
      <Field label={t('question')} hideLabel className="min-w-0">
        <Select
          value={`${index}`}
          options={questions.map(({ text }, position) => ({
            value: `${position}`,
            label: `${position + 1}. ${pickTranslation(text, language)}`,
          }))}
          onChange={({ target }) => go(Number(target.value))}
        />
      </Field>
      <IconButton
        icon={ChevronRight}
        label={t('next')}
        disabled={index >= questions.length - 1}
        onClick={() => go(index + 1)}
      />
    </div>
  )
}
