'use client'

import { useTranslations } from 'use-intl/react'
import { Badge } from '@/components/ui/badge'
import type { Reason, SendingStepStatus } from '@/server/sequences/schema'
import { STEP_TONE } from './tones'

/** What became of a step. A message that was kept in the Outbox never counts as sent for whoever reads this. */
export function StepBadge({ status, reason }: { status: SendingStepStatus; reason: Reason | null }) {
  const t = useTranslations('sequences')
  if (status === 'sent' && reason?.code === 'captured') return <Badge tone="neutral">{t('stepStatus.captured')}</Badge>
  return <Badge tone={STEP_TONE[status]}>{t(`stepStatus.${status}`)}</Badge>
}
