'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import { formatNumber } from '@/components/format'
import { cn } from '@/components/ui/cn'
import { REVIEW_REPLY_MAX_CHARACTERS } from '@/server/reviews/vocabulary'

export type ReplyLengthCounterProps = {
  text: string
  site: string
  /** The site's limit in bytes, if it has one. */
  maxBytes: number | null
}

export function ReplyLengthCounter({ text, site, maxBytes }: ReplyLengthCounterProps) {
  const t = useTranslations('reviews.reply')
  const locale = useLocale()
  const trimmed = text.trim()
  const characters = Array.from(trimmed).length
  const bytes = new TextEncoder().encode(trimmed).length
  const formatUsage = (used: number, max: number) => ({
    used: formatNumber(used, locale),
    max: formatNumber(max, locale),
  })
  return (
    <span className="figures flex flex-wrap gap-x-4">
      <span className={cn(characters > REVIEW_REPLY_MAX_CHARACTERS && 'text-negative-text')}>
        {t('characters', formatUsage(characters, REVIEW_REPLY_MAX_CHARACTERS))}
      </span>
      {maxBytes !== null && (
        <span className={cn(bytes > maxBytes && 'text-negative-text')} data-tip={t('bytesHelp', { site })}>
          {t('bytes', { ...formatUsage(bytes, maxBytes), site })}
        </span>
      )}
    </span>
  )
}
