import type { ReactNode } from 'react'
import { Time } from '../content/time'
import { Link } from '../controls/link'

export function Feed({ children }: { children: ReactNode }) {
  return <ul className="divide-y rounded-card border bg-surface">{children}</ul>
}

export type FeedItemProps = {
  href: string
  name: string
  badge: ReactNode
  /** ISO 8601. */
  at: string
  text: string | null
  fallback: string
}

export function FeedItem({ href, name, badge, at, text, fallback }: FeedItemProps) {
  return (
    // minmax(0, 1fr): an unbreakable name must not widen the column.
    <li className="relative grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3 transition-colors hover:bg-hover">
      <div className="flex items-center gap-x-2.5">
        <Link
          href={href}
          className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="flex shrink-0">{badge}</span>
        <span className="ml-auto shrink-0 text-13 whitespace-nowrap text-ink-faint">
          <Time value={at} brief />
        </span>
      </div>
      {text === null ? (
        <p className="truncate text-13 text-ink-faint">{fallback}</p>
      ) : (
        <p dir="auto" className="line-clamp-2 text-14 wrap-anywhere text-ink-soft max-sm:line-clamp-3">
          {text}
        </p>
      )}
    </li>
  )
}
