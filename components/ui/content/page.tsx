import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn'
import { Link } from '../controls/link'

export type PageProps = {
  width?: PageWidth
  children: ReactNode
}

export type PageWidth = 'narrow' | 'medium' | 'wide'

/* Left-aligned in the same column, so that all pages share their left edge. */
const COLUMN = {
  narrow: 'grid-cols-[minmax(0,640px)]',
  medium: 'grid-cols-[minmax(0,896px)]',
  wide: 'grid-cols-[minmax(0,1fr)]',
}

export function Page({ width = 'wide', children }: PageProps) {
  return (
    <div
      className={cn(
        'mx-auto grid w-full max-w-[1200px] content-start gap-6 px-4 pt-8 pb-6 sm:px-8 sm:pt-10 sm:pb-8',
        COLUMN[width],
      )}
    >
      {children}
    </div>
  )
}

export type PageHeaderProps = {
  title: ReactNode
  badge?: ReactNode
  description?: ReactNode
  back?: { href: string; label: string }
  /** A `BackLink` instead of `back`, to restore the list row's focus. */
  backLink?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, badge, description, back, backLink, actions }: PageHeaderProps) {
  return (
    <header className="relative">
      {backLink}
      {back && (
        // In the space above the title, so that titles align across pages.
        <Link
          href={back.href}
          className="absolute bottom-full -left-1 mb-1 inline-flex h-6 max-w-full items-center gap-1 rounded-mark pr-1 text-13 text-ink-soft hover:text-ink"
        >
          <ChevronLeft size={14} aria-hidden className="shrink-0" />
          <span className="truncate">{back.label}</span>
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 grid-cols-[minmax(0,auto)] gap-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <h1 dir="auto" className="min-w-0 text-20 font-semibold wrap-anywhere">
              {title}
            </h1>
            {badge}
          </div>
          {description && <p className="max-w-[65ch] text-14 wrap-anywhere text-ink-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
