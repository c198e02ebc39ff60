'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { useDestinationPathname } from '../navigation-state'
import { Link } from './link'
import { TAB_LIST_STYLE, TAB_STYLE } from './tab-style'

export type LinkTabsProps = {
  label: string
  /** The longest `href` that prefixes the pathname is current. */
  tabs: readonly { href: string; label: ReactNode; count?: number }[]
}

export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const pathname = useDestinationPathname()
  const matching = tabs.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
  const current = matching.sort((a, b) => b.href.length - a.href.length)[0]?.href
  const list = useRef<HTMLElement>(null)

  // Scrolls the current tab into view.
  useEffect(() => {
    const tab = current === undefined ? null : list.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [current])

  return (
    <nav ref={list} aria-label={label} className={TAB_LIST_STYLE}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === current ? 'page' : undefined}
          className={TAB_STYLE}
        >
          {tab.label}
          {/* Keeps label and number apart in the accessible name. */}{' '}
          {tab.count !== undefined && <span className="figures ml-0.5 text-13 text-ink-faint">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
