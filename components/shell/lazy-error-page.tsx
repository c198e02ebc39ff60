import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ErrorPageProps } from './error-page'

// Loaded lazily: every page includes this file, but hardly any shows it.
const Failure = lazy(async () => {
  try {
    return { default: (await import('./error-page')).ErrorPage }
  } catch {
    // Fallback if the component cannot be fetched either.
    return { default: PlainErrorPage }
  }
})

export function LazyErrorPage(props: ErrorPageProps) {
  return (
    <Suspense>
      <Failure {...props} />
    </Suspense>
  )
}

function PlainErrorPage({ retry }: ErrorPageProps) {
  const t = useTranslations('common.failure')
  return (
    <div className="grid justify-items-start gap-2 p-8">
      <h1 className="text-20 font-semibold">{t('title')}</h1>
      <button type="button" onClick={retry} className="underline">
        {t('action')}
      </button>
    </div>
  )
}
