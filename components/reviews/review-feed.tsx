import Link from 'next/link'
import { getT } from '@/components/i18n/server'
import { Time } from '@/components/ui/content/time'
import type { ReviewRow } from '@/server/reviews/schema'
import { Stars } from './stars'

/** A few reviews to read: who, how many stars, what they wrote. */
export async function ReviewFeed({ reviews }: { reviews: readonly ReviewRow[] }) {
  const t = await getT('reviews')
  return (
    <ul className="divide-y rounded-card border bg-surface">
      {reviews.map((review) => (
        <li key={review.id} className="relative grid gap-1.5 px-4 py-3 transition-colors hover:bg-hover">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Link
              href={`/reviews/${review.id}`}
              className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
            >
              {review.author ?? t('anonymous')}
            </Link>
            <Stars rating={review.rating} />
            <span className="ml-auto text-13 text-ink-faint">
              <Time value={review.publishedAt} />
            </span>
          </div>
          {review.text === '' ? (
            <p className="truncate text-13 text-ink-faint">{t('noText')}</p>
          ) : (
            <p className="line-clamp-2 text-14 text-ink-soft">{review.text}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
