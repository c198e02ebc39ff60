import { expect, it } from 'vitest'
import type { FunnelPlot } from '@/server/comparison/schema'
import { createFunnelScales } from './funnel-scales'

it.each([[18], [19], [23], [97], [1003]])('no tick of the axis of answers is beyond %d, the most', (most) => {
  const units = [10, 16, most].map((n) => ({ n, value: 30 }))
  const plot = { units, mean: 40, min: -100, max: 100, variance: 5000 } as unknown as FunnelPlot
  const { xTicks, x } = createFunnelScales(plot)
  expect(xTicks.length).toBeGreaterThan(1)
  for (const tick of xTicks) expect(x(tick)).toBeLessThanOrEqual(100)
})
