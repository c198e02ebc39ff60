import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/content/skeleton'
import { Button } from '@/components/ui/controls/button'
import { LANGUAGES } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'
import type { SurveyDraft } from './draft-types'
import { toPreviewInput } from './survey-input'

// Only for surveys with one question on a page.
const PreviewSteps = dynamic(() => import('./preview-steps').then((module) => module.PreviewSteps))

const RELOAD_DELAY_MS = 350

type SurveyPagePreviewProps = { draft: SurveyDraft; language: Language; page?: string }

/**
 * Keeps the last valid preview while the draft is invalid.
 * @property language the one that is edited
 * @property page a band of thanks, or `ending:` and the id of an ending; by default, the questions
 */
export function SurveyPagePreview({ draft, language: edited, page }: SurveyPagePreviewProps) {
  const t = useTranslations('surveys')
  const common = useTranslations('common')
  const [choice, setChoice] = useState({ edited, language: edited })
  // Another language that is edited is shown at once.
  const language = choice.edited === edited ? choice.language : edited
  const [html, setHtml] = useState<string | null>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const [isStale, setIsStale] = useState(false)
  const [question, setQuestion] = useState<string>()
  const input = toPreviewInput(draft)
  const body = JSON.stringify({ ...input, language, page, question: page === undefined ? question : undefined })

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
        .then((text) => {
          setIsStale(text === null)
          return text === null || setHtml(text)
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
          {LANGUAGES.map((one) => (
            <Button
              key={one}
              size="small"
              variant={one === language ? 'secondary' : 'ghost'}
              aria-pressed={one === language}
              onClick={() => setChoice({ edited, language: one })}
            >
              {common(`language.${one}`)}
            </Button>
          ))}
        </div>
      </div>
      {page === undefined && draft.layout === 'one' && input.questions.length > 1 && (
        <PreviewSteps questions={input.questions} current={question} language={language} onChange={setQuestion} />
      )}
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
