import { getT } from '@/components/i18n/server'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { FilterableList, type FilterableListBaseProps } from '@/components/ui/lists/filterable-list'
import type { ReviewListItem } from '@/server/reviews/schema'
import { ReviewReplyBadge } from './review-reply-badge'
import { StarRating } from './star-rating'

export type ReviewListProps = FilterableListBaseProps & {
  reviews: readonly ReviewListItem[]
  siteName: (source: string) => string
}

export async function ReviewList({ reviews, siteName, ...frame }: ReviewListProps) {
  const t = await getT('reviews')
  return (
    <FilterableList
      name="reviews"
      {...frame}
      caption={t('title')}
      rows={reviews}
      rowKey={(review) => review.id}
      rowHref={(review) => `/reviews/${review.id}`}
      columns={[
        {
          key: 'author',
          header: t('columns.author'),
          phoneSlot: 'title',
          cell: (review) => <bdi>{review.author ?? t('anonymous')}</bdi>,
        },
        {
          key: 'rating',
          header: t('columns.rating'),
          phoneSlot: 'aside',
          sort: { by: 'rating', kind: 'number' },
          cell: (review) => <StarRating rating={review.rating} />,
        },
        {
          key: 'review',
          header: t('columns.review'),
          grow: true,
          phoneSlot: 'detail',
          cell: (review) =>
            review.text === '' ? <span className="text-ink-faint">{t('noText')}</span> : <bdi>{review.text}</bdi>,
        },
        {
          key: 'site',
          header: t('columns.site'),
          hiddenBelow: 'lg',
          cell: (review) => <span className="text-ink-soft">{siteName(review.source)}</span>,
        },
        {
          key: 'location',
          header: t('columns.location'),
          hiddenBelow: 'lg',
          cell: (review) => <span className="text-ink-soft">{review.location?.name ?? <Dash />}</span>,
        },
        {
          key: 'reply',
          header: t('columns.reply'),
          hiddenBelow: 'md',
          cell: (review) => <ReviewReplyBadge state={review.replyState} />,
        },
        {
          key: 'when',
          header: t('columns.when'),
          hiddenBelow: 'md',
          phoneSlot: 'end',
          sort: { by: 'created', kind: 'time' },
          cell: (review) => <Time value={review.publishedAt} />,
        },
      ]}
    />
  )
}
