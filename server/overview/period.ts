import { NotFound } from '../errors'
import { addDays, type DayRange, type TrendStep } from '../responses/response-stats'
import { readDayStarts } from '../time-zone-queries'
import type { OverviewQuery } from './schema'

export type ComparedPeriods = {
  current: DayRange
  previous: DayRange
  length: number
  /** Start of `previous`, start of `current`, and exclusive end of `current`. */
  previousFrom: Date
  from: Date
  to: Date
}

const APPROXIMATE_STEP_DAYS: Record<TrendStep, number> = { day: 1, week: 7, month: 30 }
const MAX_STEPS = 93

/**
 * The requested days, or the last `days` days including today.
 * @throws {NotFound} if the organization does not exist.
 */
export async function resolvePeriod(
  organizationId: string,
  { days, from, to }: OverviewQuery,
): Promise<ComparedPeriods> {
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

export function countDays({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}

export function listTrendSteps(length: number): TrendStep[] {
  const steps = (Object.keys(APPROXIMATE_STEP_DAYS) as TrendStep[]).filter(
    (step) => length / APPROXIMATE_STEP_DAYS[step] >= 2 && length / APPROXIMATE_STEP_DAYS[step] <= MAX_STEPS,
  )
  return steps.length > 0 ? steps : [length < 7 ? 'day' : 'month']
}

export function chooseTrendStep(length: number, requested: TrendStep | undefined): TrendStep {
  const steps = listTrendSteps(length)
  if (requested !== undefined && steps.includes(requested)) return requested
  const preferred = length <= 14 ? 'day' : length <= 400 ? 'week' : 'month'
  return steps.includes(preferred) ? preferred : (steps[0] ?? 'day')
}

export function listStepStarts({ from, to }: DayRange, step: TrendStep): string[] {
  const days = []
  for (let day = startOfStep(from, step); day <= to; day = startOfNextStep(day, step)) days.push(day)
  return days
}

function startOfStep(day: string, step: TrendStep): string {
  if (step === 'day') return day
  if (step === 'month') return `${day.slice(0, 7)}-01`
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

function startOfNextStep(day: string, step: TrendStep): string {
  if (step !== 'month') return addDays(day, APPROXIMATE_STEP_DAYS[step])
  return `${addDays(day, 31).slice(0, 7)}-01`
}
