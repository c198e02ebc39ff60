import type { FunnelPlot } from './schema'

/* Without server dependencies: the chart draws the limits. */

/** Two-sided 95 % and 99.8 % of the standard normal distribution. */
export const Z_95 = 1.959964
export const Z_998 = 3.090232

/** Expected range of a unit with `n` answers, on the scale of the score. */
export function computeFunnelLimits(
  { mean, standardDeviation, min, max }: Pick<FunnelPlot, 'mean' | 'standardDeviation' | 'min' | 'max'>,
  n: number,
  level: '95' | '99.8',
): { low: number; high: number } {
  const margin = ((level === '95' ? Z_95 : Z_998) * standardDeviation) / Math.sqrt(n)
  return { low: Math.max(min, mean - margin), high: Math.min(max, mean + margin) }
}
