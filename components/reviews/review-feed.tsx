import { getT } from '@/components/i18n/server'
import { Feed, FeedItem } from '@/components/ui/lists/feed'
import type { ReviewRow } from '@/server/reviews/schema'
import { StarRating } from './star-rating'

export async function ReviewFeed({ reviews }: { reviews: readonly ReviewRow[] }) {
  const t = await getT('reviews')
  return (
    <Feed>
      {reviews.map((review) => (
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
  )
}
