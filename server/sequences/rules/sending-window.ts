import { Temporal } from 'temporal-polyfill'
import { toLocalTime } from '../sending/quiet-hours'
import { DAY_MINUTES } from './constants'
import type { SequenceRules } from './schema'

type SendingWindow = Pick<SequenceRules, 'sendDays' | 'sendFrom' | 'sendUntil'>

/**
 * When a message due at `at` may leave: `at` itself within the window, else the first minute of the next one in local time. The window of a
 * day that DST skips begins after the gap.
 */
export function deferToSendingWindow(at: Date, window: SendingWindow, timeZone: string): Date {
  const local = toLocalTime(at, timeZone)
  for (let days = 0; days <= 7; days += 1) {
    const date = local.toPlainDate().add({ days })
    if (!isSendDay(date, window)) continue
    const [from, until] = [
      toInstant(date, window.sendFrom ?? 0, local),
      toInstant(date, window.sendUntil ?? DAY_MINUTES, local),
    ]
    if (at.getTime() < until) return new Date(Math.max(at.getTime(), from))
  }
  return at
}

export function isSendDay(date: Temporal.PlainDate, { sendDays }: Pick<SendingWindow, 'sendDays'>): boolean {
  return sendDays.length === 0 || sendDays.includes(date.dayOfWeek)
}

function toInstant(date: Temporal.PlainDate, minutes: number, { timeZoneId }: Temporal.ZonedDateTime): number {
  const day = minutes === DAY_MINUTES ? date.add({ days: 1 }) : date
  const time = Temporal.PlainTime.from({ hour: Math.floor((minutes % DAY_MINUTES) / 60), minute: minutes % 60 })
  return day.toZonedDateTime({ timeZone: timeZoneId, plainTime: time }).epochMilliseconds
}
