import type { ResponseStats } from '../responses/response-stats'
import { loadResponseStats, type StatsSubject } from '../responses/response-stats-queries'
import {
  compareScoreSummaries,
  computeAnsweredShare,
  countByScoreBand,
  type ScoreCounts,
  summarizeScores,
} from '../responses/scores'
import { SCALES } from '../surveys/constants'
import { Metric } from '../surveys/schema'
import { toResponseRate } from './load-score-breakdown'
import { chooseTrendStepUnit, listTrendStepStarts, listTrendStepUnits, type Period } from './period'
import type { MetricOverview, OverviewQuery, PeriodScores } from './schema'

/** Scores with their trend, and response rate, of a period and of the one before: of all responses, or of a subject's. */
export async function loadPeriodScores(
  organizationId: string,
  period: Period,
  { surveyId, subject, step: requestedStep }: Pick<OverviewQuery, 'surveyId' | 'step'> & { subject?: StatsSubject },
): Promise<PeriodScores> {
  const step = chooseTrendStepUnit(period.length, requestedStep)
  const load = async (query: Pick<Parameters<typeof loadResponseStats>[1], 'days' | 'by'>) =>
    loadResponseStats(organizationId, { surveyId, subject, ...query })
  const [[current], [previous], steps] = await Promise.all([
    load({ days: period.current }),
    load({ days: period.previous }),
    load({ days: period.current, by: step }),
  ])
  const days = listTrendStepStarts(period.current, step)
  return {
    period: { ...period.current, days: period.length, previous: period.previous },
    step,
    steps: listTrendStepUnits(period.length),
    metrics: Metric.options.flatMap((metric) => presentMetric(metric, { current, previous, steps, days }) ?? []),
    responses: { current: current?.responses ?? 0, previous: previous?.responses ?? 0 },
    rate: {
      current: toResponseRate(current),
      previous: toResponseRate(previous),
      change: compareScoreSummaries(answeredShare(current), answeredShare(previous)),
    },
  }
}

function answeredShare({ delivered = 0, answered = 0 }: Partial<ResponseStats> = {}) {
  return computeAnsweredShare({ delivered, answered })
}

type Stats = ResponseStats | undefined
type MetricStats = { current: Stats; previous: Stats; steps: readonly ResponseStats[]; days: readonly string[] }

function presentMetric(metric: Metric, { current, previous, steps, days }: MetricStats): MetricOverview | null {
  const counts = current?.scores[metric] ?? NO_COUNTS
  const previousCounts = previous?.scores[metric] ?? NO_COUNTS
  if (counts.size + previousCounts.size === 0) return null
  const summary = summarizeScores(metric, counts)
  const previousSummary = summarizeScores(metric, previousCounts)
  const byDay = new Map(steps.map((step) => [step.key, step.scores[metric]]))
  const { min, max } = SCALES[metric]
  return {
    metric,
    current: summary,
    previous: previousSummary,
    change: compareScoreSummaries(summary, previousSummary),
    bands: countByScoreBand(metric, counts),
    distribution: Array.from({ length: max - min + 1 }, (_, step) => ({
      score: min + step,
      count: counts.get(min + step) ?? 0,
    })),
    trend: days.map((day) => ({ day, ...summarizeScores(metric, byDay.get(day) ?? NO_COUNTS) })),
  }
}

const NO_COUNTS: ScoreCounts = new Map()
