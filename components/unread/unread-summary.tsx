import { formatNumber, formatRecentDateTime } from '@/components/format'
import { getLocale, getRequestTime, getT } from '@/components/i18n/server'
import { TextLink } from '@/components/ui/controls/text-link'
import { UNREAD_COUNT_MAX } from '@/server/unread/constants'
import type { UnreadCounts } from '@/server/unread/schema'
import { UnreadDot } from './unread-dot'

/** "12 new responses, 3 with a low score, and 2 new reviews since Friday 16:40", with links. Null if nothing is new. */
export async function UnreadSummary({ unread, timeZone }: { unread: UnreadCounts; timeZone: string }) {
  const { since, responses, low, reviews, reviewsFrom } = unread
  if (since === null || responses + reviews === 0) return null
  const [t, locale] = await Promise.all([getT('visits'), getLocale()])
  const formatCount = (key: 'responses' | 'low' | 'reviews', count: number) =>
    t(key, { count, shown: count < UNREAD_COUNT_MAX ? formatNumber(count, locale) : t('moreThan', { count }) })
  const kind = reviews === 0 ? 'responses' : responses === 0 ? 'reviews' : 'both'
  return (
    <section aria-label={t('label')} className="flex gap-2 text-14 text-ink-soft">
      <span className="flex h-5 items-center">
        <UnreadDot />
      </span>
      <p>
        {t.rich(low > 0 ? 'lineWithLow' : 'line', {
          what: kind,
          moment: formatRecentDateTime(since, getRequestTime(), locale, timeZone),
          responses: () => <TextLink href="/responses?new=1">{formatCount('responses', responses)}</TextLink>,
          low: () => <TextLink href="/responses?band=negative&new=1">{formatCount('low', low)}</TextLink>,
          reviews: () => <TextLink href={`/reviews?from=${reviewsFrom}`}>{formatCount('reviews', reviews)}</TextLink>,
        })}
      </p>
    </section>
  )
}
