'use client'

import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { SequenceValues } from '../sequence-form-values'
import { MessagePreview } from './message-preview'
import { listMessageDrafts, toMessageDraft } from './to-message-draft'

type StepPreviewProps = {
  control: Control<SequenceValues>
  index: number
  onPlaceholders: (values: Record<string, string>) => void
}

/** The message of one step of the unsaved sequence. */
export function StepPreview({ control, index, onPlaceholders }: StepPreviewProps) {
  const t = useTranslations('preview')
  const steps = useWatch({ control, name: 'steps' })
  const draft = toMessageDraft(steps, index)
  const all = listMessageDrafts(steps)
  return (
    <MessagePreview
      label={t('ofStep', { number: index + 1 })}
      draft={draft}
      tests={[
        { label: t('test.send'), drafts: draft ? [draft] : [] },
        { label: t('test.sendAll'), drafts: all.length > 1 ? all : [] },
      ]}
      onPlaceholders={onPlaceholders}
    />
  )
}
