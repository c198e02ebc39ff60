'use client'

import { useTranslations } from 'use-intl/react'
import { MessagePreview } from '@/components/sequences/preview/message-preview'
import type { MessageDraft } from '@/server/sequences/preview/schema'
import type { SurveyDraft } from './draft-types'
import { toPreviewInput } from './survey-input'

/** The email of an unsaved survey, as a step without its own words sends it. */
export function SurveyEmailPreview({ draft, surveyId }: { draft: SurveyDraft; surveyId: string | null }) {
  const t = useTranslations('preview')
  const { type, questions } = toPreviewInput(draft)
  const message: MessageDraft = {
    type: 'survey',
    surveyId,
    subject: null,
    body: null,
    earlierSurveyId: null,
    survey: { type, questions },
  }
  return (
    <MessagePreview
      label={t('ofSurvey')}
      draft={message}
      tests={[{ label: t('test.send'), drafts: surveyId === null ? [] : [message] }]}
      {...(surveyId === null ? {} : { testHelp: t('test.saved') })}
    />
  )
}
