'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { addressOf, arrive, pathOf, useGoing } from '../ui/going'
import { firstSign, lazily, useLazy } from '../ui/lazily'

const parts = lazily(() => import('./moving/parts'))

export type MovingProps = {
  /** Path prefixes whose nested layout handles its own transitions. */
  frames: readonly string[]
  children: ReactNode
}

/** Shows the page, or a skeleton of the next page if navigation takes long. */
export function Moving({ frames, children }: MovingProps) {
  const t = useTranslations('common')
  const pathname = usePathname()
  const address = addressOf(pathname, useSearchParams())
  const going = useGoing()

  useEffect(() => void firstSign.then(parts.preload), [])
  useLayoutEffect(() => {
    const way = arrive(address)
    if (way === null) return
    const ready = parts.loaded()
    if (ready) ready.takePlace(way)
    // Navigation started before the code had loaded. If it fails to load, the browser's focus handling applies.
    else
      parts.load().then(
        (late) => late.takePlace(way),
        () => undefined,
      )
  }, [address])

  const isWaiting = going !== null && going.isLong
  const inFrame = isWaiting && frames.some((frame) => isUnder(frame, pathname) && isUnder(frame, pathOf(going.to)))
  return (
    <>
      {isWaiting && (
        <div
          role="progressbar"
          aria-label={t('loading')}
          className="fixed inset-x-0 top-0 z-40 h-0.5 origin-left animate-come bg-accent"
        />
      )}
      <Shaped path={isWaiting && !inFrame ? pathOf(going.to) : null}>{children}</Shaped>
    </>
  )
}

export function MovingInside({ frame, children }: { frame: string; children: ReactNode }) {
  const going = useGoing()
  const path = going !== null && going.isLong ? pathOf(going.to) : null
  return (
    <Shaped path={path !== null && isUnder(frame, path) ? path : null} isInside>
      {children}
    </Shaped>
  )
}

/** Children, or the skeleton of the target path; not if only the query changes. */
function Shaped({
  path,
  isInside = false,
  children,
}: {
  path: string | null
  isInside?: boolean
  children: ReactNode
}) {
  const pathname = usePathname()
  const loaded = useLazy(parts)
  const shape = path === null || path === pathname ? null : loaded?.shapeOf(path, isInside)
  return (
    <>
      <div className={shape ? 'hidden' : 'contents'}>{children}</div>
      {shape}
    </>
  )
}

function isUnder(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}
