'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { addressOf, arrive, pathOf, useGoing } from '../ui/going'
import { firstSign, lazily, useLazy } from '../ui/lazily'

const parts = lazily(() => import('./moving/parts'))

export type MovingProps = {
  /** The path of a place whose own frame stays while one moves inside it: it has a `Moving` of its own. */
  frames: readonly string[]
  children: ReactNode
}

/** The page, and in its place the shape of the one that is on its way, where that takes a moment. */
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
    // Pressed before they were here. Where they do not come, the focus stays where the browser has it.
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

/** The same for the part of a place that changes inside its frame. */
export function MovingInside({ frame, children }: { frame: string; children: ReactNode }) {
  const going = useGoing()
  const path = going !== null && going.isLong ? pathOf(going.to) : null
  return (
    <Shaped path={path !== null && isUnder(frame, path) ? path : null} isInside>
      {children}
    </Shaped>
  )
}

/** The children, or the shape of this path: not of the page itself, whose rows only change. */
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
