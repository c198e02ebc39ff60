import { MIN_ANSWERS_FOR_SCORE } from '../overview/constants'
import { countByScoreBand, type ScoreCounts, summarizeScores } from '../responses/scores'
import { SCALES } from '../surveys/constants'
import type { Metric } from '../surveys/schema'
import { Z_95, Z_998 } from './funnel-limits'
import type { FunnelPlot, FunnelPosition } from './schema'

/** Fewer are compared by their intervals. */
const MIN_UNITS = 3

type Unit = { id: string; name: string; counts: ScoreCounts }

/**
 * Funnel plot: shows which units differ from the overall score by more than chance explains (Spiegelhalter, "Funnel plots for comparing
 * institutional performance", Statistics in Medicine 24, 2005, 1185–1202). With mean θ and standard deviation σ of a single answer over all
 * units, a unit of n answers is expected within θ ± z·σ/√n: z = 1.96 for the 95 % limits, 3.09 for the 99.8 % limits. A single answer is
 * −100, 0 or 100 for NPS, 0 or 100 for CSAT, and the score for CES. The limits are clamped to the scale, and not inflated for overdispersion
 * (docs/decisions/0063-funnel-plot.md). A unit with fewer answers than a score needs counts in θ and σ, and is not compared.
 * @returns null for fewer than three units with enough answers.
 */
export function computeFunnelPlot(metric: Metric, units: readonly Unit[]): FunnelPlot | null {
  const moments = sumMoments(units.map(({ counts }) => countMoments(metric, counts)))
  const mean = moments.sum / moments.n
  const standardDeviation = Math.sqrt(Math.max(0, moments.sumOfSquares / moments.n - mean ** 2))
  const compared = units.flatMap(({ id, name, counts }) => {
    const { n, sum } = countMoments(metric, counts)
    if (n < MIN_ANSWERS_FOR_SCORE) return []
    const { value, interval } = summarizeScores(metric, counts)
    const deviation = sum / n - mean
    const standardError = standardDeviation / Math.sqrt(n)
    return [{ id, name, n, value: value ?? 0, interval, position: classifyDeviation(deviation, standardError) }]
  })
  if (compared.length < MIN_UNITS) return null
  const { min, max } = SCORE_RANGES[metric]
  return { metric, mean, standardDeviation, min, max, units: compared, omitted: units.length - compared.length }
}

const SCORE_RANGES = {
  nps: { min: -100, max: 100 },
  csat: { min: 0, max: 100 },
  ces: SCALES.ces,
} as const satisfies Record<Metric, { min: number; max: number }>

function classifyDeviation(deviation: number, standardError: number): FunnelPosition {
  const distance = Math.abs(deviation)
  const isAbove = deviation > 0
  if (distance > Z_998 * standardError) return isAbove ? 'above' : 'below'
  if (distance > Z_95 * standardError) return isAbove ? 'maybeAbove' : 'maybeBelow'
  return 'within'
}

type Moments = Record<'n' | 'sum' | 'sumOfSquares', number>

function countMoments(metric: Metric, counts: ScoreCounts): Moments {
  if (metric === 'ces')
    return sumMoments(
      [...counts].map(([score, count]) => ({ n: count, sum: count * score, sumOfSquares: count * score ** 2 })),
    )
  const { positive, neutral, negative } = countByScoreBand(metric, counts)
  const n = positive + neutral + negative
  if (metric === 'csat') return { n, sum: 100 * positive, sumOfSquares: 100 ** 2 * positive }
  return { n, sum: 100 * (positive - negative), sumOfSquares: 100 ** 2 * (positive + negative) }
}

function sumMoments(all: readonly Moments[]): Moments {
  const total = (read: (one: Moments) => number) => all.reduce((sum, one) => sum + read(one), 0)
  return { n: total(({ n }) => n), sum: total(({ sum }) => sum), sumOfSquares: total((one) => one.sumOfSquares) }
}
