'use client'

import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from '../controls/link'
import { savedPositions, toPathWithQuery } from '../navigation-state'

/** Link to the parent list. @property row URL of the list row that gets the focus there. */
export function BackLink({ href, label, row }: { href: string; label: string; row: string }) {
  useEffect(() => savePosition(href, row, false), [href, row])
  return (
    // In the space above the title, so that titles align across pages.
    <Link
      href={href}
      aria-keyshortcuts="u Escape"
      onClick={() => savePosition(href, row, true)}
      className="absolute bottom-full -left-1 mb-1 inline-flex h-6 max-w-full items-center gap-1 rounded-mark pr-1 text-13 text-ink-soft hover:text-ink"
    >
      <ChevronLeft size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{label}</span>
    </Link>
  )
}

function savePosition(href: string, row: string, isAwaited: boolean): void {
  const { pathname, searchParams } = new URL(href, location.href)
  const address = toPathWithQuery(pathname, searchParams)
  savedPositions.set(address, {
    top: savedPositions.get(address)?.top ?? 0,
    link: { href: row, nth: 0 },
    restoresOnLink: isAwaited,
  })
}
