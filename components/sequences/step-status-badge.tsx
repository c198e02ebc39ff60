'use client'

import { useTranslations } from 'use-intl/react'
import { Badge, type Tone } from '@/components/ui/content/badge'
import type { SendingStepStatus } from '@/server/sequences/schema'

const TONES: Record<SendingStepStatus, Tone> = {
  upcoming: 'quiet',
  scheduled: 'accent',
  captured: 'neutral',
  sent: 'positive',
  delivered: 'positive',
  opened: 'positive',
  answered: 'positive',
  completed: 'positive',
  skipped: 'neutral',
  bounced: 'negative',
  failed: 'negative',
}

export function StepStatusBadge({ status }: { status: SendingStepStatus }) {
  const t = useTranslations('sequences')
  return <Badge tone={TONES[status]}>{t(`stepStatus.${status}`)}</Badge>
}
