'use client'

import { ChevronLeft } from 'lucide-react'
import NextLink from 'next/link'
import { useEffect } from 'react'
import { comeBackTo, standAt } from '../going'

/** The place above. @property row the link of the list there at which one is, however one goes back. */
export function BackLink({ href, label, row }: { href: string; label: string; row?: string }) {
  useEffect(() => {
    if (row !== undefined) standAt(href, row)
  }, [href, row])
  return (
    // In the room above the title, which stands where it stands on every page.
    <NextLink
      href={href}
      {...(row === undefined ? {} : { onClick: () => comeBackTo(href), 'aria-keyshortcuts': 'u Escape' })}
      className="absolute bottom-full -left-1 mb-1 inline-flex h-6 max-w-full items-center gap-1 rounded-mark pr-1 text-13 text-ink-soft hover:text-ink"
    >
      <ChevronLeft size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{label}</span>
    </NextLink>
  )
}
