import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../ui/controls/link'

export type DetailHeaderProps = {
  back: { href: string; label: string }
  title: ReactNode
  badge?: ReactNode
  description?: ReactNode
  actions?: ReactNode
}

/** Header of a record below a settings page, which already has a title. */
export function DetailHeader({ back, title, badge, description, actions }: DetailHeaderProps) {
  return (
    <header className="grid gap-2">
      <Link
        href={back.href}
        className="-ml-1 inline-flex items-center gap-1 justify-self-start rounded-mark text-13 text-ink-soft hover:text-ink"
      >
        <ChevronLeft size={14} aria-hidden />
        {back.label}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:flex-nowrap">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="min-w-0 text-16 font-semibold break-all">{title}</h2>
            {badge}
          </div>
          {description && <p className="max-w-[65ch] text-14 text-ink-soft">{description}</p>}
        </div>
        {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
      </div>
    </header>
  )
}
