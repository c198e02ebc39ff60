'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl/react'
import { Spinner } from '../../ui/content/spinner'

/** The reference with forms to try it, whose code (over a megabyte) comes once somebody asks for it. */
export const Console = dynamic(() => import('./console-view').then((module) => module.ConsoleView), {
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
