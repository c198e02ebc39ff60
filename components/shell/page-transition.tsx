'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { addressOf, arrive, pathOf, useGoing } from '../ui/going'
import { restorePosition } from './restore-position'

/** The settings' navigation stays while one of its pages loads. */
const FRAME = '/settings'

/** Progress bar of a navigation that takes long; restores focus and scroll position once the page has rendered. */
export function NavigationProgress() {
  const t = useTranslations('common')
  const going = useGoing()
  const address = addressOf(usePathname(), useSearchParams())
  useLayoutEffect(() => {
    const finished = arrive(address)
    if (finished !== null) restorePosition(finished)
  }, [address])
  if (!going?.isLong) return null
  return (
    <div
      role="progressbar"
      aria-label={t('loading')}
      className="fixed inset-x-0 top-0 z-40 h-0.5 origin-left animate-come bg-accent"
    />
  )
}

export type PendingPageProps = {
  /** Inside the settings' navigation: only for navigations between its pages. */
  isFramed?: boolean
  skeleton: ReactNode
  children: ReactNode
}

/** The page, or the skeleton while another one takes long to load. Not if only the query changes. The page stays mounted until then. */
export function PendingPage({ isFramed = false, skeleton, children }: PendingPageProps) {
  const pathname = usePathname()
  const going = useGoing()
  const target = going?.isLong ? pathOf(going.to) : pathname
  const staysInFrame = isInFrame(pathname) && isInFrame(target)
  const isPending = target !== pathname && staysInFrame === isFramed
  return (
    <>
      <div className={isPending ? 'hidden' : 'contents'}>{children}</div>
      {isPending && skeleton}
    </>
  )
}

function isInFrame(path: string): boolean {
  return path === FRAME || path.startsWith(`${FRAME}/`)
}
