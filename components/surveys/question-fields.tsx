import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { hasOptions, WORDING_MAX_CHARACTERS } from '@/server/surveys/constants'
import { isWritten } from './draft-texts'
import type { QuestionDraft, SurveyDraft } from './draft-types'
import { JumpListEditor } from './jump-list-editor'
import { OptionListEditor } from './option-list-editor'
import { QuestionTypeFields } from './question-type-fields'
import { RuleFields } from './rule-fields'
import { WordingField } from './wording-field'

type QuestionFieldsProps = {
  form: UseFormReturn<SurveyDraft>
  index: number
  question: QuestionDraft
  draft: SurveyDraft
  isMetric: boolean
}

/** What an open card edits. Loaded with the first card that is opened. */
export function QuestionFields({ form, index, question, draft, isMetric }: QuestionFieldsProps) {
  const t = useTranslations('surveys')
  const [hasDescription, setHasDescription] = useState(() => isWritten(question.description))
  const { type } = question
  const name = `questions.${index}` as const
  return (
    <>
      <WordingField form={form} name={`${name}.text`} label={t('text')} rows={2} maxLength={WORDING_MAX_CHARACTERS} />
      {hasDescription && (
        <WordingField
          form={form}
          name={`${name}.description`}
          label={t('description')}
          optional
          maxLength={WORDING_MAX_CHARACTERS}
        />
      )}
      {type === 'matrix' && <OptionListEditor form={form} index={index} type={type} list="rows" />}
      {hasOptions(type) && <OptionListEditor form={form} index={index} type={type} />}
      <QuestionTypeFields form={form} index={index} question={question} />
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
        {type !== 'statement' && (
          <Checkbox
            label={t('required')}
            checked={question.required}
            onChange={(checked) => form.setValue(`${name}.required`, checked, { shouldDirty: true })}
          />
        )}
        {!hasDescription && (
          <Button variant="ghost" size="small" onClick={() => setHasDescription(true)}>
            {t('addDescription')}
          </Button>
        )}
      </div>
    </>
  )
}
