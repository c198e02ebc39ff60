'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import type { Language } from '@/server/validation/schema'
import type { SurveyDraft } from './draft-types'
import { SurveyPagePreview } from './survey-page-preview'

// These load once they are chosen.
const SurveyThanksPreview = dynamic(() =>
  import('./survey-thanks-preview').then((module) => module.SurveyThanksPreview),
)
const SurveyEmailPreview = dynamic(() => import('./survey-email-preview').then((module) => module.SurveyEmailPreview))

const VIEWS = ['page', 'thanks', 'email'] as const
type View = (typeof VIEWS)[number]

type SurveyPreviewProps = { draft: SurveyDraft; language: Language; surveyId: string | null }

export function SurveyPreview({ draft, language, surveyId }: SurveyPreviewProps) {
  const t = useTranslations('preview')
  const [view, setView] = useState<View>('page')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-6">
      <div role="group" aria-label={t('surveyViews')} className="flex flex-wrap gap-1">
        {VIEWS.map((choice) => (
          <Button
            key={choice}
            size="small"
            variant={choice === view ? 'secondary' : 'ghost'}
            aria-pressed={choice === view}
            onClick={() => setView(choice)}
          >
            {t(`surveyView.${choice}`)}
          </Button>
        ))}
      </div>
      {view === 'page' && <SurveyPagePreview draft={draft} language={language} />}
      {view === 'thanks' && <SurveyThanksPreview draft={draft} language={language} />}
      {view === 'email' && <SurveyEmailPreview draft={draft} surveyId={surveyId} />}
    </div>
  )
}
