import { getT } from '@/components/i18n/server'
import { Badge, type Tone } from '@/components/ui/content/badge'
import type { ReviewReplyState } from '@/server/reviews/constants'

const TONES: Record<ReviewReplyState, Tone> = {
  sending: 'accent',
  live: 'positive',
  pending: 'neutral',
  rejected: 'negative',
  failed: 'negative',
  local: 'quiet',
  removing: 'accent',
}

export async function ReviewReplyBadge({ state }: { state: ReviewReplyState | null }) {
  const t = await getT('reviews')
  if (state === null) return <span className="text-ink-faint">{t('replies.none')}</span>
  return <Badge tone={TONES[state]}>{t(`replies.${state}`)}</Badge>
}
