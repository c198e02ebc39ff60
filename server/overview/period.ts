import { NotFound } from '../errors'
import { addDays, type Days, type Step } from '../responses/tally'
import { readDayStarts } from '../time-zone-queries'
import type { OverviewQuery } from './schema'

/** A period and the previous one, in whole days of the time zone of the daily stats. */
export type Period = {
  current: Days
  previous: Days
  length: number
  /** Start of `previous`, start of `current`, and exclusive end of `current`. */
  start: Date
  from: Date
  to: Date
}

/** Approximate days per trend step. A trend has at least two and at most {@link MOST_POINTS} steps. */
const DAYS_OF: Record<Step, number> = { day: 1, week: 7, month: 30 }
const MOST_POINTS = 93

/**
 * The requested days, or the last `days` days including today.
 * @throws {NotFound} if the organization does not exist.
 */
export async function readPeriod(organizationId: string, { days, from, to }: OverviewQuery): Promise<Period> {
  const today = (await readDayStarts(organizationId))?.today
  if (today === undefined) throw new NotFound('organization')
  const current = from !== undefined && to !== undefined ? { from, to } : { from: addDays(today, 1 - days), to: today }
  const length = daysIn(current)
  const previous = { from: addDays(current.from, -length), to: addDays(current.from, -1) }
  const bounds = await readDayStarts(organizationId, [previous.from, current.from, addDays(current.to, 1)])
  const [startsAt, fromAt, toAt] = bounds?.starts ?? []
  if (!startsAt || !fromAt || !toAt) throw new NotFound('organization')
  return { current, previous, length, start: startsAt, from: fromAt, to: toAt }
}

/** Number of days, both ends included. */
export function daysIn({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

export function stepsFor(length: number): Step[] {
  const steps = (Object.keys(DAYS_OF) as Step[]).filter(
    (step) => length / DAYS_OF[step] >= 2 && length / DAYS_OF[step] <= MOST_POINTS,
  )
  return steps.length > 0 ? steps : [length < 7 ? 'day' : 'month']
}

/** The requested step if the period can be drawn in it, else a default by length. */
export function stepFor(length: number, asked: Step | undefined): Step {
  const steps = stepsFor(length)
  if (asked !== undefined && steps.includes(asked)) return asked
  const usual = length <= 14 ? 'day' : length <= 400 ? 'week' : 'month'
  return steps.includes(usual) ? usual : (steps[0] ?? 'day')
}

/** First day of every step of a period, steps without answers included; a week's is its Monday. */
export function firstDays({ from, to }: Days, step: Step): string[] {
  const days = []
  for (let day = firstOf(from, step); day <= to; day = nextOf(day, step)) days.push(day)
  return days
}

function firstOf(day: string, step: Step): string {
  if (step === 'day') return day
  if (step === 'month') return `${day.slice(0, 7)}-01`
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

function nextOf(day: string, step: Step): string {
  if (step !== 'month') return addDays(day, DAYS_OF[step])
  return `${addDays(day, 31).slice(0, 7)}-01`
}
