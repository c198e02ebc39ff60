'use client'

import { useLocale, useTimeZone, useTranslations } from 'use-intl/react'
import { formatDateTime } from '@/components/format'
import type { Reason } from '@/server/messaging/outcome/schema'
import { SMS_CAUSES } from '@/server/messaging/vocabulary'

export function ReasonText({ reason }: { reason: Reason }) {
  const t = useTranslations('sequences')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const cause = SMS_CAUSES.find((known) => known === reason.values.cause)
  const values: Record<string, string> = { words: '', way: cause === undefined ? 'email' : 'sms' }
  for (const [name, value] of Object.entries(reason.values))
    values[name] = ISO.test(value)
      ? formatDateTime(value, locale, timeZone)
      : name === 'condition'
        ? t(`conditionShort.${value}` as 'conditionShort.always')
        : value
  if (cause !== undefined) values.words = t(`smsCauses.${cause}`)
  return t(`reasons.${reason.code}`, values as never)
}

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
