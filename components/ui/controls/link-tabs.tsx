'use client'

import NextLink from 'next/link'
import type { ReactNode } from 'react'
import { useDestination } from '../going'
import { TAB, TAB_LIST } from './tab-style'

export type LinkTabsProps = {
  /** What the places have in common; read out. */
  label: string
  /** The longest `href` that the address begins with is the current one. */
  tabs: readonly { href: string; label: ReactNode; count?: number }[]
}

/** Places beside each other, each with its own address: the pages of Settings. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const pathname = useDestination()
  const under = tabs.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
  const current = under.sort((a, b) => b.href.length - a.href.length)[0]?.href
  return (
    <nav aria-label={label} className={TAB_LIST}>
      {tabs.map((tab) => (
        <NextLink
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === current ? 'page' : undefined}
          className={TAB}
        >
          {tab.label}
          {tab.count !== undefined && <span className="figures ml-1.5 text-13 text-ink-faint">{tab.count}</span>}
        </NextLink>
      ))}
    </nav>
  )
}
