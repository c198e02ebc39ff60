import type { useTranslations } from 'use-intl/react'
import { describeReason } from '@/server/messaging/outcome/describe-reason'
import type { Reason } from '@/server/messaging/outcome/schema'
import { formatDateTime } from '../format'

/** Why a message was not sent, or not yet. */
export function formatReason(
  t: ReturnType<typeof useTranslations<'sequences'>>,
  reason: Reason,
  locale: string,
  timeZone: string,
): string {
  return describeReason(t, reason, (time) => formatDateTime(time, locale, timeZone))
}
