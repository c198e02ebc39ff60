'use client'

import { Plus } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { MAX_JUMPS, SURVEY_END } from '@/server/surveys/constants'
import type { JumpDraft, SurveyDraft } from './draft-types'
import { JumpEditor } from './jump-editor'
import { ALWAYS } from './rule-draft'

type JumpListEditorProps = { form: UseFormReturn<SurveyDraft>; index: number; draft: SurveyDraft }

/** Where the survey goes on after a question. */
export function JumpListEditor({ form, index, draft }: JumpListEditorProps) {
  const t = useTranslations('surveys')
  const jumps = draft.questions[index]?.jumps ?? []
  const name = `questions.${index}.jumps` as const
  const change = (next: JumpDraft[]) => form.setValue(name, next, { shouldDirty: true })
  const add = (
    <div>
      <Button
        variant="ghost"
        size="small"
        onClick={() => change([...jumps, { rule: ALWAYS, to: SURVEY_END, ending: '' }])}
      >
        <Plus size={14} aria-hidden />
        {t('addJump')}
      </Button>
    </div>
  )
  if (jumps.length === 0) return add
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 text-13 font-medium">{t('afterQuestion')}</legend>
      {jumps.map((jump, jumpIndex) => (
        <JumpEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: jumps have no identity
          key={jumpIndex}
          {...{ form, index, draft, jump, jumpIndex }}
          onChange={(next) => change(jumps.with(jumpIndex, next))}
          onRemove={() => change(jumps.toSpliced(jumpIndex, 1))}
        />
      ))}
      {jumps.length < MAX_JUMPS && add}
    </fieldset>
  )
}
