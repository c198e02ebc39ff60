import { getT } from '@/components/i18n/server'
import { ReviewFeed } from '@/components/reviews/review-feed'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
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
      <ReviewFeed reviews={reviews.latest} />
    </Section>
  )
}
