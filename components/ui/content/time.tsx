'use client'

import { useSyncExternalStore } from 'react'
import { useLocale, useNow, useTimeZone } from 'use-intl/react'
import { formatDate, formatDateTime, formatExactDateTime, formatRelative, formatRelativeShort } from '../../format'
import { cn } from '../cn'

export type TimeProps = {
  /** ISO 8601 */
  value: string
  as?: 'relative' | 'date' | 'datetime'
  brief?: boolean
  className?: string
}

export function Time({ value, as = 'relative', brief = false, className }: TimeProps) {
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const now = useClock()
  const formats = {
    relative: () => formatRelative(value, now, locale, timeZone),
    date: () => formatDate(value, locale, timeZone),
    datetime: () => formatDateTime(value, locale, timeZone),
  }
  return (
    <time
      dateTime={value}
      data-tip={formatExactDateTime(value, locale, timeZone)}
      className={cn('in-[tr]:relative in-[tr]:z-1', className)}
    >
      {brief ? (
        <>
          <span className="max-sm:hidden">{formats[as]()}</span>
          <span className="sm:hidden">{formatRelativeShort(value, now, locale, timeZone)}</span>
        </>
      ) : (
        formats[as]()
      )}
    </time>
  )
}

const TICK_MS = 30_000
const clock = {
  ms: 0,
  timer: undefined as ReturnType<typeof setInterval> | undefined,
  listeners: new Set<() => void>(),
}

/** Shared clock; uses the server's time until hydration to avoid a mismatch. */
function useClock(): Date {
  const serverNow = useNow()
  const ms = useSyncExternalStore(
    subscribe,
    () => (clock.ms ||= readClock()),
    () => serverNow.getTime(),
  )
  return new Date(ms)
}

/** The clock of a test organization is ahead (components/shell/app-shell.tsx). */
function readClock(): number {
  const offset = document.querySelector<HTMLElement>('[data-clock-offset]')?.dataset.clockOffset
  return Date.now() + Number(offset ?? 0)
}

function subscribe(listener: () => void): () => void {
  clock.listeners.add(listener)
  clock.ms = readClock()
  clock.timer ??= setInterval(tick, TICK_MS)
  return () => {
    clock.listeners.delete(listener)
    if (clock.listeners.size > 0) return
    clearInterval(clock.timer)
    clock.timer = undefined
  }
}

function tick(): void {
  clock.ms = readClock()
  for (const listener of clock.listeners) listener()
}
