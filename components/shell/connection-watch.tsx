'use client'

import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { lostSession, watchLost } from '../session/lost'
import { lazily, useLazy } from '../ui/lazily'
import type { ConnectionProps } from './connection'

const dialog = lazily(() => import('../session/session-dialog'))

/** Says that one is offline, and lets who lost their session sign in where they are. */
export function ConnectionWatch({ user, organization }: ConnectionProps) {
  const lost = useSyncExternalStore(watchLost, lostSession, () => null)
  const loaded = useLazy(dialog)
  useEffect(() => {
    if (lost) dialog.preload()
  }, [lost])
  return (
    <>
      <OfflineLine />
      {lost && loaded && <loaded.SessionDialog lost={lost} user={user} organization={organization} />}
    </>
  )
}

function OfflineLine() {
  const t = useTranslations('common.offline')
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
  return (
    // Stands there before it says anything, so that it is announced; in the way of nothing, also not of the top bar.
    <div
      role="status"
      data-print="hide"
      className="pointer-events-none fixed inset-x-4 top-14 z-40 flex justify-center text-13 md:top-2"
    >
      {!isOnline && (
        <p className="flex animate-appear items-center gap-2 rounded-card border border-neutral-line bg-neutral-soft px-3 py-1.5 text-ink shadow-float">
          <WifiOff size={14} aria-hidden className="shrink-0 text-neutral-text" />
          {t('line')}
        </p>
      )}
    </div>
  )
}

function watchNetwork(changed: () => void): () => void {
  const kinds = ['online', 'offline']
  for (const kind of kinds) window.addEventListener(kind, changed)
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, changed)
  }
}
