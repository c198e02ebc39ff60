'use client'

import { WifiOff } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { getSessionLoss, subscribeToSessionLoss } from '../session/session-loss'
import type { AppShellProps } from './app-shell-props'
import { passesUnsavedChangesGuard } from './passes-unsaved-changes-guard'

const SessionDialog = dynamic(
  () => import('../session/session-loss-dialog').then((module) => module.SessionLossDialog),
  {
    ssr: false,
  },
)

export type OfflineAndSessionNoticesProps = Pick<AppShellProps, 'user' | 'organization'>

/** Shows the offline state and the sign-in dialog. Part of the initial bundle, because code cannot be loaded while offline. */
export function OfflineAndSessionNotices({ user, organization }: OfflineAndSessionNoticesProps) {
  const loss = useSyncExternalStore(subscribeToSessionLoss, getSessionLoss, () => null)
  return (
    <>
      <OfflineNotice />
      {loss && <SessionDialog loss={loss} user={user} organization={organization} />}
    </>
  )
}

function OfflineNotice() {
  const t = useTranslations('common.offline')
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
  const isPending = usePendingLink(isOnline)
  return (
    // A live region must exist before its text to be announced. It lets clicks through.
    <div
      role="status"
      data-print="hide"
      className="pointer-events-none fixed inset-x-4 top-14 z-40 flex justify-center text-13 md:top-2"
    >
      {!isOnline && (
        <p className="flex animate-appear items-center gap-2 rounded-card border border-neutral-line bg-neutral-soft px-3 py-1.5 text-ink shadow-float">
          <WifiOff size={14} aria-hidden className="shrink-0 text-neutral-text" />
          {t(isPending ? 'linePending' : 'line')}
        </p>
      )}
    </div>
  )
}

/**
 * Blocks navigation while offline: the router would fall back to a full page load, which shows the browser's error page. Opens the last
 * clicked link when the connection returns.
 * @returns whether a navigation is pending.
 */
function usePendingLink(isOnline: boolean): boolean {
  const router = useRouter()
  const [href, setHref] = useState<string | null>(null)
  useEffect(() => {
    if (isOnline) return undefined
    let pendingHref: string | null = null
    const holdClick = (event: MouseEvent) => {
      const link = findClickedLink(event)
      if (!link) return
      event.preventDefault()
      event.stopImmediatePropagation()
      pendingHref = link.href
      setHref(pendingHref)
    }
    // Capture phase: before the link's own handlers and before the unsaved-changes guard.
    window.addEventListener('click', holdClick, { capture: true })
    return () => {
      window.removeEventListener('click', holdClick, { capture: true })
      setHref(null)
      if (pendingHref !== null && navigator.onLine && passesUnsavedChangesGuard(pendingHref)) router.push(pendingHref)
    }
  }, [isOnline, router])
  return href !== null
}

/** The same-origin link that this click would open in this tab. */
function findClickedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== location.origin || (link.target !== '' && link.target !== '_self')) return null
  const isSamePage = link.pathname === location.pathname && link.search === location.search
  return isSamePage || link.hasAttribute('download') ? null : link
}

function subscribeToNetwork(listener: () => void): () => void {
  const listening = new AbortController()
  for (const kind of ['online', 'offline']) window.addEventListener(kind, listener, { signal: listening.signal })
  return () => listening.abort()
}
