'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/content/skeleton'
import { Button } from '@/components/ui/controls/button'
import type { Language } from '@/server/validation/schema'
import type { SurveyDraft } from './draft-types'
import { toPreviewInput } from './survey-draft'

const RELOAD_DELAY_MS = 350

// Loads once it is chosen.
const SurveyEmailPreview = dynamic(() => import('./survey-email-preview').then((module) => module.SurveyEmailPreview))

type SurveyPreviewProps = { draft: SurveyDraft; language: Language; surveyId: string | null }

export function SurveyPreview({ draft, language, surveyId }: SurveyPreviewProps) {
  const t = useTranslations('preview')
  const [view, setView] = useState<'page' | 'email'>('page')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-6">
      <div role="group" aria-label={t('surveyViews')} className="flex gap-1">
        {(['page', 'email'] as const).map((choice) => (
          <Button
            key={choice}
            size="small"
            variant={choice === view ? 'secondary' : 'ghost'}
            aria-pressed={choice === view}
            onClick={() => setView(choice)}
          >
            {t(choice === 'page' ? 'surveyPage' : 'surveyEmail')}
          </Button>
        ))}
      </div>
      {view === 'page' ? (
        <SurveyPagePreview draft={draft} language={language} />
      ) : (
        <SurveyEmailPreview draft={draft} surveyId={surveyId} />
      )}
    </div>
  )
}

/** Keeps the last valid preview while the draft is invalid. */
function SurveyPagePreview({ draft, language: first }: { draft: SurveyDraft; language: Language }) {
  const t = useTranslations('surveys')
  const common = useTranslations('common')
  const [language, setLanguage] = useState(first)
  const [html, setHtml] = useState<string | null>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const [isStale, setIsStale] = useState(false)
  const body = JSON.stringify({ ...toPreviewInput(draft), language })

  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      fetch('/surveys/draft/preview', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        signal: controller.signal,
      })
        .then((response) => (response.ok ? response.text() : null))
        .then((page) => {
          setIsStale(page === null)
          return page === null || setHtml(page)
        })
        .catch(() => controller.signal.aborted || setIsStale(true))
    }, RELOAD_DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [body])

  return (
    <section aria-label={t('preview')} className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-13 font-medium">{t('preview')}</h2>
        <div role="group" aria-label={t('previewLanguage')} className="flex gap-1">
          {(['en', 'fr'] as const).map((choice) => (
            <Button
              key={choice}
              size="small"
              variant={choice === language ? 'secondary' : 'ghost'}
              aria-pressed={choice === language}
              onClick={() => setLanguage(choice)}
            >
              {common(`language.${choice}`)}
            </Button>
          ))}
        </div>
      </div>
      <div className="relative h-[680px]">
        {!isLoaded && <Skeleton className="absolute inset-0 rounded-card" />}
        <iframe
          title={t('preview')}
          // Fully sandboxed: no scripts, forms or navigation.
          sandbox=""
          srcDoc={html ?? ''}
          onLoad={() => setIsLoaded(html !== null)}
          // A frame without a color scheme would be white in the dark theme.
          className={cn('size-full rounded-card border bg-canvas', !isLoaded && 'opacity-0')}
        />
      </div>
      {isStale && (
        <p role="status" className="text-13 text-ink-faint">
          {t('previewWaiting')}
        </p>
      )}
    </section>
  )
}
