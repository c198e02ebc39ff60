'use client'

import { useLocale, useTimeZone, useTranslations } from 'use-intl/react'
import type { Reason } from '@/server/messaging/outcome/schema'
import { formatReason } from './format-reason'

export function ReasonText({ reason }: { reason: Reason }) {
  return formatReason(useTranslations('sequences'), reason, useLocale(), useTimeZone() ?? 'UTC')
}
