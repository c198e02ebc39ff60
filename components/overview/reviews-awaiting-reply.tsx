import { getT } from '@/components/i18n/server'
import { StarRating } from '@/components/reviews/star-rating'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { Feed, FeedItem } from '@/components/ui/lists/feed'
import type { Overview } from '@/server/overview/schema'

export async function ReviewsAwaitingReply({ reviews }: Pick<Overview, 'reviews'>) {
  const t = await getT('reviews')
  if (reviews.unreplied === 0) return null
  return (
    <Section
      title={t('overview.title')}
      description={t('overview.sentence', { count: reviews.unreplied })}
      action={<TextLink href="/reviews?reply=none">{t('overview.all')}</TextLink>}
    >
      <Feed>
        {reviews.latest.map((review) => (
          <FeedItem
            key={review.id}
            href={`/reviews/${review.id}`}
            name={review.author ?? t('anonymous')}
            badge={<StarRating rating={review.rating} />}
            at={review.publishedAt}
            text={review.text === '' ? null : review.text}
            fallback={t('noText')}
          />
        ))}
      </Feed>
    </Section>
  )
}
