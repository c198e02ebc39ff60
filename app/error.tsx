'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PageFailureProps } from '@/components/ui/content/page-failure'

// Every page carries this file, and hardly any needs what it shows.
const PageFailure = lazy(async () => {
  try {
    return { default: (await import('@/components/ui/content/page-failure')).PageFailure }
  } catch {
    // What shows a failure well cannot be fetched either.
    return { default: PlainFailure }
  }
})

export default function Failure(props: PageFailureProps) {
  return (
    <Suspense>
      <PageFailure {...props} />
    </Suspense>
  )
}

function PlainFailure({ reset }: PageFailureProps) {
  const t = useTranslations('common.failure')
  return (
    <div className="grid justify-items-start gap-2 p-8">
      <h1 className="text-20 font-semibold">{t('title')}</h1>
      <button type="button" onClick={reset} className="underline">
        {t('action')}
      </button>
    </div>
  )
}
