import { computeFunnelLimits } from '@/server/comparison/funnel-limits'
import type { FunnelPlot } from '@/server/comparison/schema'

/** Numbers of answers that differ by more than this are drawn on a logarithmic axis. */
const LINEAR_MAX_RATIO = 20
const TICKS_MAX = 6

/**
 * Positions in percent: `x` of a number of answers, `y` of a score, downwards; limits of few answers may be outside. `countAt`: answers at a
 * share of the width.
 */
export function createFunnelScales(plot: FunnelPlot) {
  const counts = plot.units.map(({ n }) => n)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const isLogarithmic = most / least > LINEAR_MAX_RATIO
  const [start, end] = isLogarithmic ? [least * 0.8, most * 1.15] : [0, most * 1.05]
  const share = (n: number) =>
    isLogarithmic ? Math.log(n / start) / Math.log(end / start) : (n - start) / (end - start)
  const countAt = (part: number) =>
    isLogarithmic ? start * (end / start) ** part : Math.max(1, start + part * (end - start))

  const limits = computeFunnelLimits(plot, least, '99.8')
  const values = [limits.low, limits.high, ...plot.units.map(({ value }) => value)]
  const { low, high, ticks: yTicks } = createAxis(Math.min(...values), Math.max(...values), plot)
  return {
    x: (n: number) => 100 * Math.max(0, share(n)),
    y: (value: number) => 100 * (1 - (value - low) / (high - low)),
    countAt,
    xTicks: isLogarithmic
      ? listLogarithmicTicks(start, end)
      : createAxis(0, most, { min: 0, max: most }).ticks.filter((tick) => tick > 0),
    yTicks,
  }
}

/**
 * An axis around a range, within the bounds of the scale, with round numbers on it. It is at least a tenth of the scale long, so that its
 * numbers differ as they are formatted.
 */
function createAxis(least: number, most: number, { min, max }: { min: number; max: number }) {
  const span = Math.max(most - least, (max - min) / 10)
  const from = Math.max(min, Math.min((least + most - span) / 2, max - span))
  const power = 10 ** Math.floor(Math.log10(span / TICKS_MAX))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= TICKS_MAX) ?? 10 * power
  const toSteps = (value: number) => Number((value / step).toFixed(6))
  const [first, last] = [Math.floor(toSteps(from)), Math.ceil(toSteps(from + span))]
  const toValue = (steps: number) => Number((steps * step).toFixed(2))
  const [low, high] = [Math.max(min, toValue(first)), Math.min(max, toValue(last))]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => toValue(first + index))
  return { low, high, ticks: ticks.filter((tick) => tick >= low && tick <= high) }
}

function listLogarithmicTicks(start: number, end: number): number[] {
  const powers = Array.from({ length: 8 }, (_, power) => 10 ** power)
  return powers.flatMap((power) => [power, 3 * power]).filter((tick) => tick >= start && tick <= end)
}
