import { array, assert, constantFrom, double, property } from 'fast-check'
import { expect, it } from 'vitest'
import type { FunnelPlot } from '@/server/comparison/schema'
import { createFunnelScales } from './funnel-plot-scales'

const SCALES = [
  { min: -100, max: 100 },
  { min: 0, max: 100 },
  { min: 1, max: 7 },
]

it.each([[18], [19], [23], [97], [1003]])('no tick of the axis of answers is beyond %d, the most', (most) => {
  const units = [10, 16, most].map((n) => ({ n, value: 30 }))
  const plot = { units, mean: 40, min: -100, max: 100, standardDeviation: 70 } as unknown as FunnelPlot
  const { xTicks, x } = createFunnelScales(plot)
  expect(xTicks.length).toBeGreaterThan(1)
  for (const tick of xTicks) expect(x(tick)).toBeLessThanOrEqual(100)
})

it('the axis of scores begins and ends with a tick within the scale, and has every unit, also if all have the same score', () => {
  const share = double({ min: 0, max: 1, noNaN: true })
  assert(
    property(constantFrom(...SCALES), array(share, { minLength: 1 }), share, share, (scale, shares, at, spread) => {
      const { min, max } = scale
      const toScore = (part: number) => Number((min + part * (max - min)).toFixed(2))
      const units = shares.map((part, index) => ({ n: 10 + index, value: toScore(part) }))
      const standardDeviation = spread * (max - min)
      const { y, yTicks } = createFunnelScales({ ...scale, units, mean: toScore(at), standardDeviation } as never)
      expect(yTicks.length).toBeGreaterThan(2)
      expect(new Set(yTicks.map((tick) => tick.toFixed(max > 7 ? 0 : 1))).size).toBe(yTicks.length)
      expect([yTicks[0], yTicks.at(-1)].map((tick) => y(tick ?? Number.NaN))).toEqual([100, 0])
      for (const tick of yTicks) expect(tick >= min && tick <= max).toBe(true)
      for (const { value } of units) expect(y(value) >= -1e-9 && y(value) <= 100 + 1e-9).toBe(true)
    }),
    {
      examples: [
        [SCALES[2] ?? { min: 1, max: 7 }, [0.22, 1], 0.5, 1],
        [SCALES[0] ?? { min: -100, max: 100 }, [1, 1, 1], 1, 0],
      ],
    },
  )
})
