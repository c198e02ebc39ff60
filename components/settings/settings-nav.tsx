'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { cn } from '../ui/cn'
import { Link } from '../ui/controls/link'
import { useDestinationPathname } from '../ui/navigation-state'

export type SettingsNavProps = {
  label: string
  groups: readonly { label: string; pages: readonly { href: string; label: string }[] }[]
}

/** Grouped settings navigation: at the left from 1024 px, below that a page of its own, `/settings`. */
export function SettingsNav({ label, groups }: SettingsNavProps) {
  const id = useId()
  const pathname = useDestinationPathname()
  const isList = pathname === '/settings'
  const isCurrent = (href: string) =>
    pathname === href || pathname.startsWith(`${href}/`) || (isList && href === '/settings/general')
  return (
    <nav
      aria-label={label}
      className={cn('grid content-start gap-5 lg:sticky lg:top-10 lg:self-start', !isList && 'max-lg:hidden')}
    >
      {groups.map((group, index) => (
        <div key={group.label} className="grid gap-1">
          <p id={`${id}-${index}`} className="text-12 font-medium text-ink-faint lg:px-2">
            {group.label}
          </p>
          <ul
            aria-labelledby={`${id}-${index}`}
            className="max-lg:divide-y max-lg:overflow-hidden max-lg:rounded-card max-lg:border max-lg:bg-surface"
          >
            {group.pages.map(({ href, label: name }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={isCurrent(href) ? 'page' : undefined}
                  className="flex min-h-11 items-center justify-between gap-3 px-4 text-14 text-ink transition-colors hover:bg-hover focus-visible:outline-offset-[-2px] lg:min-h-8 lg:rounded-control lg:px-2 lg:text-ink-soft lg:hover:text-ink lg:aria-[current=page]:bg-hover lg:aria-[current=page]:font-medium lg:aria-[current=page]:text-ink"
                >
                  {name}
                  <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-faint lg:hidden" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

export function BackToSettings({ label }: { label: string }) {
  if (useDestinationPathname() === '/settings') return null
  return (
    <Link
      href="/settings"
      className="absolute bottom-full -left-1 mb-1 inline-flex h-6 max-w-full items-center gap-1 rounded-mark pr-1 text-13 text-ink-soft hover:text-ink lg:hidden"
    >
      <ChevronLeft size={14} aria-hidden className="shrink-0" />
      <span className="truncate">{label}</span>
    </Link>
  )
}
