'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { recordNavigationEnd, stripQuery, toPathWithQuery, usePendingNavigation } from '../ui/navigation-state'
import { restoreFocusAndScroll } from './restore-focus-and-scroll'

/** The settings navigation stays while one of its pages loads. */
const SETTINGS_PATH = '/settings'

/** Progress bar of a slow navigation; restores focus and scroll position once the page has rendered. */
export function NavigationProgressAndFocus() {
  const t = useTranslations('common')
  const pending = usePendingNavigation()
  const address = toPathWithQuery(usePathname(), useSearchParams())
  useLayoutEffect(() => {
    const navigation = recordNavigationEnd(address)
    if (navigation !== null) restoreFocusAndScroll(navigation)
  }, [address])
  if (!pending?.isSlow) return null
  return (
    <div
      role="progressbar"
      aria-label={t('loading')}
      className="fixed inset-x-0 top-0 z-40 h-0.5 origin-left animate-come bg-accent"
    />
  )
}

export type PageSkeletonBoundaryProps = {
  /** Inside the settings navigation: only for navigations between its pages. */
  isInSettings?: boolean
  skeleton: ReactNode
  children: ReactNode
}

/** Shows a skeleton instead of the page while another page takes long to load; not if only the query changes. The page stays mounted. */
export function PageSkeletonBoundary({ isInSettings = false, skeleton, children }: PageSkeletonBoundaryProps) {
  const pathname = usePathname()
  const pending = usePendingNavigation()
  const target = pending?.isSlow ? stripQuery(pending.to) : pathname
  const staysInSettings = isSettingsPath(pathname) && isSettingsPath(target)
  const isPending = target !== pathname && staysInSettings === isInSettings
  return (
    <>
      <div className={isPending ? 'hidden' : 'contents'}>{children}</div>
      {isPending && skeleton}
    </>
  )
}

function isSettingsPath(path: string): boolean {
  return path === SETTINGS_PATH || path.startsWith(`${SETTINGS_PATH}/`)
}
