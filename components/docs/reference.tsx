'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl/react'
import { Spinner } from '../ui/content/spinner'

/** The reference, whose code (a few hundred kilobytes) comes with its page alone and never renders on the server. */
export const Reference = dynamic(() => import('./reference-view').then((module) => module.ReferenceView), {
  ssr: false,
  loading: Loading,
})

function Loading() {
  const t = useTranslations('docs.reference')
  return (
    <p role="status" className="flex min-h-[60dvh] items-center justify-center gap-2 text-14 text-ink-soft">
      <Spinner />
      {t('loading')}
    </p>
  )
}
