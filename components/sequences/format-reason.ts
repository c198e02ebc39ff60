import type { useTranslations } from 'use-intl/react'
import type { Reason } from '@/server/messaging/outcome/schema'
import { SMS_FAILURE_CAUSES } from '@/server/messaging/sms-failure-causes'
import { formatDateTime } from '../format'

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Why a message was not sent, or not yet. */
export function formatReason(
  t: ReturnType<typeof useTranslations<'sequences'>>,
  reason: Reason,
  locale: string,
  timeZone: string,
): string {
  const cause = SMS_FAILURE_CAUSES.find((known) => known === reason.values.cause)
  const formatValue = (name: string, value: string) => {
    if (ISO.test(value)) return formatDateTime(value, locale, timeZone)
    return name === 'condition' ? t(`conditionShort.${value}` as 'conditionShort.always') : value
  }
  const values = Object.fromEntries(
    Object.entries(reason.values).map(([name, value]) => [name, formatValue(name, value)]),
  )
  const words = cause === undefined ? (values.words ?? '') : t(`smsCauses.${cause}`)
  return t(`reasons.${reason.code}`, { ...values, words, way: cause === undefined ? 'email' : 'sms' })
}
