'use client'

import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { FillPlaceholder } from '@/components/ui/forms/placeholder-values'
import type { SequenceValues, SurveyChoice } from '../sequence-form-values'
import { MessagePreview } from './message-preview'
import { listTestDrafts, toMessageDraft } from './to-message-draft'

type StepPreviewProps = {
  control: Control<SequenceValues>
  index: number
  surveys: readonly SurveyChoice[]
  onPlaceholders: (fill: FillPlaceholder) => void
}

/** The message of one step of the unsaved sequence. */
export function StepPreview({ control, index, surveys, onPlaceholders }: StepPreviewProps) {
  const t = useTranslations('preview')
  const steps = useWatch({ control, name: 'steps' })
  const draft = toMessageDraft(steps, index, surveys)
  const all = listTestDrafts(steps, surveys)
  const isUnsaved = draft?.survey !== undefined
  return (
    <MessagePreview
      label={t('ofStep', { number: index + 1 })}
      draft={draft}
      tests={[
        { label: t('test.send'), drafts: draft && !isUnsaved ? [draft] : [] },
        { label: t('test.sendAll'), drafts: all.length > 1 ? all : [] },
      ]}
      {...(isUnsaved ? { testHelp: t('test.saveFirst') } : {})}
      onPlaceholders={onPlaceholders}
    />
  )
}
