import type { Message } from './message'
import { countSegments } from './sms-text'

/** What a message counts against the daily quota: an email one, a text message one per segment, as its provider bills it. */
export function messageUnits(message: Message): number {
  return message.channel === 'sms' ? countSegments(message.text) : 1
}
