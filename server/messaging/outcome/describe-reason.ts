import type { Translator } from '../../messages/message-catalogue'
import { SMS_FAILURE_CAUSES } from '../sms-failure-causes'
import type { Reason } from './schema'

/* No server dependencies: browsers load this file. */

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Why a message was not sent, or not yet, as a sentence. @param formatTime of an ISO 8601 time */
export function describeReason(
  t: Translator<'sequences'>,
  reason: Reason,
  formatTime: (time: string) => string,
): string {
  const cause = SMS_FAILURE_CAUSES.find((known) => known === reason.values.cause)
  const formatValue = (name: string, value: string) => {
    if (ISO.test(value)) return formatTime(value)
    return name === 'condition' ? t(`conditionShort.${value}` as 'conditionShort.always') : value
  }
  const values = Object.fromEntries(
    Object.entries(reason.values).map(([name, value]) => [name, formatValue(name, value)]),
  )
  const words = cause === undefined ? (values.words ?? '') : t(`smsCauses.${cause}`)
  return t(`reasons.${reason.code}`, { ...values, words, way: cause === undefined ? 'email' : 'sms' })
}
