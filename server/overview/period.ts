import { NotFound } from '../errors'
import {
  addDays,
  countDays,
  type DayRange,
  firstOfMonth,
  firstOfNextMonth,
  type TrendStepUnit,
} from '../responses/response-stats'
import { readDayStarts } from '../time-zone-queries'
import type { OverviewQuery } from './schema'

const APPROXIMATE_STEP_DAYS: Record<TrendStepUnit, number> = { day: 1, week: 7, month: 30 }
const MAX_STEPS = 93

/** `length` in days. `previousFrom`, `from`: the starts of `previous` and `current`; `to`: the exclusive end of `current`. */
export type Period = {
  current: DayRange
  previous: DayRange
  length: number
  previousFrom: Date
  from: Date
  to: Date
}

/**
 * The requested days, or the last `days` days including today, and as many before.
 * @throws {NotFound} if the organization does not exist.
 */
export async function resolvePeriod(
  organizationId: string,
  { days, from, to }: Pick<OverviewQuery, 'days' | 'from' | 'to'>,
): Promise<Period> {
  const today = (await readDayStarts(organizationId))?.today
  if (today === undefined) throw new NotFound('organization')
  const current = from !== undefined && to !== undefined ? { from, to } : { from: addDays(today, 1 - days), to: today }
  const length = countDays(current)
  const previous = { from: addDays(current.from, -length), to: addDays(current.from, -1) }
  const bounds = await readDayStarts(organizationId, [previous.from, current.from, addDays(current.to, 1)])
  const [startsAt, fromAt, toAt] = bounds?.starts ?? []
  if (!startsAt || !fromAt || !toAt) throw new NotFound('organization')
  return { current, previous, length, previousFrom: startsAt, from: fromAt, to: toAt }
}

export function listTrendStepUnits(length: number): TrendStepUnit[] {
  const steps = (Object.keys(APPROXIMATE_STEP_DAYS) as TrendStepUnit[]).filter(
    (step) => length / APPROXIMATE_STEP_DAYS[step] >= 2 && length / APPROXIMATE_STEP_DAYS[step] <= MAX_STEPS,
  )
  return steps.length > 0 ? steps : [length < 7 ? 'day' : 'month']
}

export function chooseTrendStepUnit(length: number, requested: TrendStepUnit | undefined): TrendStepUnit {
  const steps = listTrendStepUnits(length)
  if (requested !== undefined && steps.includes(requested)) return requested
  const preferred = length <= 14 ? 'day' : length <= 400 ? 'week' : 'month'
  return steps.includes(preferred) ? preferred : (steps[0] ?? 'day')
}

export function listTrendStepStarts({ from, to }: DayRange, step: TrendStepUnit): string[] {
  const days = []
  for (let day = startOfStep(from, step); day <= to; day = startOfNextStep(day, step)) days.push(day)
  return days
}

function startOfStep(day: string, step: TrendStepUnit): string {
  if (step === 'day') return day
  if (step === 'month') return firstOfMonth(day)
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

function startOfNextStep(day: string, step: TrendStepUnit): string {
  return step === 'month' ? firstOfNextMonth(day) : addDays(day, APPROXIMATE_STEP_DAYS[step])
}
