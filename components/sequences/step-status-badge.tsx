'use client'

import { useTranslations } from 'use-intl/react'
import { Badge } from '@/components/ui/content/badge'
import type { SendingStepStatus } from '@/server/sequences/schema'
import { STEP_STATUS_TONES } from './status-tones'

export function StepStatusBadge({ status }: { status: SendingStepStatus }) {
  const t = useTranslations('sequences')
  return <Badge tone={STEP_STATUS_TONES[status]}>{t(`stepStatus.${status}`)}</Badge>
}
