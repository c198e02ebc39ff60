import { DAY_MS } from '../clock'
import type { MasterDataKind } from '../master-data/constants'
import type { Metric } from '../surveys/schema'
import type { ScoreCounts } from './scores'

/** Inclusive days in the organization's time zone, as `2026-03-01`. */
export type DayRange = { from: string; to: string }

export type StatsDimension = MasterDataKind | 'survey'
export type TrendStepUnit = 'day' | 'week' | 'month'

export type ResponseStats = {
  /** First day of a step (Monday for weeks), or an id; null for no location, employee or company, or without grouping. */
  key: string | null
  responses: number
  bands: { positive: number; neutral: number; negative: number }
  scores: Record<Metric, ScoreCounts>
  delivered: number
  answered: number
  captured: number
}

export function sumResponseStats(one: ResponseStats, other: ResponseStats): ResponseStats {
  const sum = <Counts extends Record<string, number>>(left: Counts, right: Counts) =>
    Object.fromEntries(Object.entries(left).map(([name, n]) => [name, n + (right[name] ?? 0)])) as Counts
  const scores = (metric: Metric): ScoreCounts => {
    const [left, right] = [one.scores[metric], other.scores[metric]]
    const sums = [...right].map(([score, n]) => [score, n + (left.get(score) ?? 0)] as const)
    return new Map([...left, ...sums])
  }
  return {
    key: one.key,
    bands: sum(one.bands, other.bands),
    scores: { nps: scores('nps'), csat: scores('csat'), ces: scores('ces') },
    responses: one.responses + other.responses,
    delivered: one.delivered + other.delivered,
    answered: one.answered + other.answered,
    captured: one.captured + other.captured,
  }
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

export function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return toIsoDay(new Date(Date.UTC(year, month, 1)))
}

export function addDays(day: string, days: number): string {
  return toIsoDay(new Date(Date.parse(day) + days * DAY_MS))
}

export function toIsoDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function countDays({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}
