'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '../ui/cn'
import { Link } from '../ui/controls/link'

export type GuideNavItem = { href: string; title: string }

export function GuideNav({ guides }: { guides: readonly GuideNavItem[] }) {
  const t = useTranslations('docs.nav')
  const pathname = usePathname()
  const list = useRef<HTMLUListElement>(null)

  // In the horizontal layout, scrolls the current guide into view.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - 16
  }, [pathname])

  return (
    <nav aria-label={t('guides')} data-print="hide" className="min-w-0 max-lg:-mx-4 max-lg:border-b sm:max-lg:-mx-6">
      <ul
        ref={list}
        className="flex gap-0.5 max-lg:relative max-lg:overflow-x-auto max-lg:px-2 max-lg:py-2 max-lg:[scrollbar-width:none] sm:max-lg:px-4 lg:sticky lg:top-14 lg:grid lg:py-10"
      >
        {guides.map(({ href, title }) => (
          <li key={href} className="shrink-0">
            <Link
              href={href}
              aria-current={href === pathname ? 'page' : undefined}
              className={cn(
                'flex h-8 items-center rounded-control px-2 text-14 whitespace-nowrap transition-colors focus-visible:outline-offset-[-2px] max-lg:h-9',
                href === pathname
                  ? 'bg-accent-soft font-medium text-ink'
                  : 'text-ink-soft hover:bg-hover hover:text-ink',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
