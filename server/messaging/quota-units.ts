import type { Message } from './message'
import { countSegments } from './sms-text'

/** Units counted against the daily quota: one per email, one per SMS segment, as the provider bills it. */
export function countQuotaUnits(message: Message): number {
  return message.channel === 'sms' ? countSegments(message.text) : 1
}
