import { ChevronLeft } from 'lucide-react'
import NextLink from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '../cn'

export type PageProps = {
  /** `narrow` for forms and reading, `medium` for details, `wide` for tables. */
  width?: 'narrow' | 'medium' | 'wide'
  children: ReactNode
}

const WIDTH = { narrow: 'max-w-[640px]', medium: 'max-w-[960px]', wide: 'max-w-[1200px]' }

/** The content column of a page: `PageHeader` first, then sections. */
export function Page({ width = 'wide', children }: PageProps) {
  return (
    <div
      className={cn(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 py-6 sm:px-8 sm:py-8',
        WIDTH[width],
      )}
    >
      {children}
    </div>
  )
}

export type PageHeaderProps = {
  title: ReactNode
  /** Beside the title: a state. */
  badge?: ReactNode
  /** One sentence. */
  description?: ReactNode
  /** The place above, for a page of one thing. */
  back?: { href: string; label: string }
  /** Secondary ones first, the one primary action last. */
  actions?: ReactNode
}

/** Title, one sentence, one primary action at the right. */
export function PageHeader({ title, badge, description, back, actions }: PageHeaderProps) {
  return (
    <header className="grid gap-3">
      {back && (
        <NextLink
          href={back.href}
          className="-ml-1 inline-flex items-center gap-1 justify-self-start rounded-mark text-13 text-ink-soft hover:text-ink"
        >
          <ChevronLeft size={14} aria-hidden />
          {back.label}
        </NextLink>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <h1 className="min-w-0 text-20 font-semibold break-words">{title}</h1>
            {badge}
          </div>
          {description && <p className="max-w-[65ch] text-14 text-ink-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
