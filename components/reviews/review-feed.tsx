import { getT } from '@/components/i18n/server'
import { Feed, FeedItem } from '@/components/ui/lists/feed'
import type { ReviewRow } from '@/server/reviews/schema'
import { Stars } from './star-rating'

export async function ReviewFeed({ reviews }: { reviews: readonly ReviewRow[] }) {
  const t = await getT('reviews')
  return (
    <Feed>
      {reviews.map((review) => (
        <FeedItem
          key={review.id}
          href={`/reviews/${review.id}`}
          name={review.author ?? t('anonymous')}
          mark={<Stars rating={review.rating} />}
          at={review.publishedAt}
          words={review.text === '' ? null : review.text}
          instead={t('noText')}
        />
      ))}
    </Feed>
  )
}
