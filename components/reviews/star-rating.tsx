import { Star } from 'lucide-react'
import { getT } from '@/components/i18n/server'
import { cn } from '@/components/ui/cn'

export async function StarRating({ rating, size = 14 }: { rating: number; size?: 14 | 16 }) {
  const t = await getT('reviews')
  return (
    <span className="inline-flex items-center gap-0.5 whitespace-nowrap">
      <span className="sr-only">{t('stars', { count: rating })}</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          size={size}
          aria-hidden
          className={cn('shrink-0 forced-color-adjust-auto', star <= rating ? 'fill-ink text-ink' : 'text-line-strong')}
        />
      ))}
    </span>
  )
}
