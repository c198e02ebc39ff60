import { classifyScore, isMetric } from '../surveys/constants'
import type { Metric, ScoreBand } from '../surveys/schema'
import type { Answer, ScoreSummary } from './schema'

/** Scores by the first answered question of each type. The rating is the score of the survey's own metric, else of the first answered. */
export function computeScores(surveyType: string, answers: readonly Pick<Answer, 'type' | 'value'>[]) {
  const scored = answers.flatMap(({ type, value }) =>
    isMetric(type) && typeof value === 'number' ? [{ metric: type, score: value }] : [],
  )
  const findScore = (metric: string) => scored.find((one) => one.metric === metric)?.score ?? null
  const rated = scored.find(({ metric }) => metric === surveyType) ?? scored[0]
  const npsScore = findScore('nps')
  return {
    npsScore,
    csatScore: findScore('csat'),
    cesScore: findScore('ces'),
    rating: rated?.score ?? null,
    isPromoter: npsScore !== null && npsScore >= 9,
    isDetractor: npsScore !== null && npsScore <= 6,
    band: rated ? classifyScore(rated.metric, rated.score) : null,
  }
}

export function getResponseRatingMetric(
  surveyType: string,
  scores: Record<'npsScore' | 'csatScore' | 'cesScore', number | null>,
  answers: readonly Pick<Answer, 'type'>[],
): Metric | null {
  const scoreByMetric = { nps: scores.npsScore, csat: scores.csatScore, ces: scores.cesScore }
  const answered = [surveyType, ...answers.map(({ type }) => type)].filter(isMetric)
  return answered.find((metric) => scoreByMetric[metric] !== null) ?? null
}

export type ScoreCounts = ReadonlyMap<number, number>

export function summarizeScores(metric: Metric, counts: ScoreCounts): ScoreSummary {
  const { positive, negative } = countByScoreBand(metric, counts)
  const total = (value: (score: number) => number) =>
    [...counts].reduce((sum, [score, count]) => sum + count * value(score), 0)
  const n = total(() => 1)
  if (metric === 'nps') return computeNps({ n, promoters: positive, detractors: negative })
  if (metric === 'csat') return computeCsat({ n, satisfied: positive })
  const [sum, sumOfSquares] = [total((score) => score), total((score) => score ** 2)]
  return computeCes({ n, sum, sumOfSquares, easy: positive })
}

export function countByScoreBand(metric: Metric, counts: ScoreCounts): Record<ScoreBand, number> {
  const bands = { positive: 0, neutral: 0, negative: 0 }
  for (const [score, count] of counts) bands[classifyScore(metric, score)] += count
  return bands
}

/**
 * Change of a score. It is clear if it exceeds the 95 % half width of the difference of two independent scores: the root of the sum of
 * their squared half widths.
 */
export function compareScoreSummaries(
  current: ScoreSummary,
  previous: ScoreSummary,
): { by: number; isClear: boolean } | null {
  if (current.value === null || previous.value === null) return null
  const by = roundToTenth(current.value - previous.value)
  if (!current.interval || !previous.interval) return { by, isClear: false }
  const halfWidths = [current.interval, previous.interval].map(({ low, high }) => (high - low) / 2)
  return { by, isClear: Math.abs(by) > Math.hypot(...halfWidths) }
}

const Z_975 = 1.959964

/**
 * Net Promoter Score: 100·(promoters − detractors)/n, −100 to 100, rounded once (Reichheld, "The One Number You Need to Grow", 2003).
 * The interval is the adjusted Wald interval for a difference of two proportions of one sample: it adds three observations, ¾ promoters
 * and ¾ detractors (Rocks, "Interval Estimation for the Net Promoter Score", The American Statistician 70, 2016). It keeps its 95 %
 * coverage in small samples, where the plain interval degenerates to a point.
 */
export function computeNps({
  n,
  promoters,
  detractors,
}: Record<'n' | 'promoters' | 'detractors', number>): ScoreSummary {
  if (n === 0) return NO_SCORE
  const total = n + 3
  const up = (promoters + 0.75) / total
  const down = (detractors + 0.75) / total
  const margin = Z_975 * Math.sqrt((up + down - (up - down) ** 2) / total)
  return {
    n,
    value: Math.round((100 * (promoters - detractors)) / n) + 0,
    interval: clampInterval(-100, 100, 100 * (up - down - margin), 100 * (up - down + margin)),
  }
}

/**
 * Customer satisfaction: 100·(answers of 4 and 5)/n, 0 to 100, rounded once. The interval is Wilson's (Wilson, "Probable Inference",
 * Journal of the American Statistical Association 22, 1927).
 */
export function computeCsat({ n, satisfied }: { n: number; satisfied: number }): ScoreSummary {
  if (n === 0) return NO_SCORE
  const share = satisfied / n
  const weight = 1 + Z_975 ** 2 / n
  const centre = (share + Z_975 ** 2 / (2 * n)) / weight
  const margin = (Z_975 / weight) * Math.sqrt((share * (1 - share)) / n + Z_975 ** 2 / (4 * n ** 2))
  return {
    n,
    value: Math.round(100 * share),
    interval: clampInterval(0, 100, 100 * (centre - margin), 100 * (centre + margin)),
  }
}

/** The share of delivered surveys that was answered, in percent, with Wilson's interval. */
export function computeAnsweredShare({ delivered, answered }: Record<'delivered' | 'answered', number>): ScoreSummary {
  return computeShare(answered, delivered)
}

/** A share in percent, with Wilson's interval. */
export function computeShare(part: number, n: number): ScoreSummary {
  return computeCsat({ n, satisfied: part })
}

/** Customer effort: the mean on 1 to 7, one decimal; `easyShare` is the share of 5 to 7 in percent. */
export function computeCes(counts: Record<'n' | 'sum' | 'sumOfSquares' | 'easy', number>): ScoreSummary {
  const { n, sum, easy } = counts
  if (n === 0) return { ...NO_SCORE, easyShare: null }
  const easyShare = Math.round((100 * easy) / n)
  return { n, value: Math.round((sum / n) * 10) / 10, interval: meanConfidenceInterval(counts, 1, 7), easyShare }
}

/** Student's 95 % interval of a mean: mean ± t·s/√n with n − 1 degrees of freedom, clamped to the scale; null for fewer than two values. */
export function meanConfidenceInterval(
  { n, sum, sumOfSquares }: Record<'n' | 'sum' | 'sumOfSquares', number>,
  min: number,
  max: number,
): ScoreSummary['interval'] {
  if (n < 2) return null
  const mean = sum / n
  const variance = Math.max(0, (sumOfSquares - n * mean ** 2) / (n - 1))
  const margin = studentT(n - 1) * Math.sqrt(variance / n)
  return clampInterval(min, max, mean - margin, mean + margin)
}

const NO_SCORE: ScoreSummary = { n: 0, value: null, interval: null }

function clampInterval(min: number, max: number, low: number, high: number): ScoreSummary['interval'] {
  return { low: roundToTenth(Math.max(min, low)), high: roundToTenth(Math.min(max, high)) }
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10 + 0
}

const STUDENT_T = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
]

/** Beyond 30 degrees of freedom, uses the expansion of Abramowitz and Stegun, 26.7.5, which is accurate to three decimals there. */
function studentT(degrees: number): number {
  const z = Z_975
  const expansion = z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2)
  return STUDENT_T[degrees - 1] ?? expansion
}
