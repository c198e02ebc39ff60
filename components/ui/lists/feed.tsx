import type { ReactNode } from 'react'
import { Time } from '../content/time'
import { Link } from '../controls/link'

/** A few things that people wrote, to be read: `FeedItem`s. */
export function Feed({ children }: { children: ReactNode }) {
  return <ul className="divide-y rounded-card border bg-surface">{children}</ul>
}

export type FeedItemProps = {
  href: string
  /** Who; cut off before anything beside it is. */
  name: string
  /** How they found it: a score, stars. */
  mark: ReactNode
  /** When (ISO 8601). */
  at: string
  /** What they wrote; wrapped, three lines at most on a phone and two elsewhere. */
  words: string | null
  /** Where they wrote nothing. */
  instead: string
}

/** Two lines: who, how they found it and when; then their words. */
export function FeedItem({ href, name, mark, at, words, instead }: FeedItemProps) {
  return (
    // A column of its own width: a name that does not wrap would make it as wide as itself.
    <li className="relative grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3 transition-colors hover:bg-hover">
      <div className="flex items-center gap-x-2.5">
        <Link
          href={href}
          className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="flex shrink-0">{mark}</span>
        <span className="ml-auto shrink-0 text-13 whitespace-nowrap text-ink-faint">
          <Time value={at} brief />
        </span>
      </div>
      {words === null ? (
        <p className="truncate text-13 text-ink-faint">{instead}</p>
      ) : (
        <p dir="auto" className="line-clamp-2 text-14 wrap-anywhere text-ink-soft max-sm:line-clamp-3">
          {words}
        </p>
      )}
    </li>
  )
}
