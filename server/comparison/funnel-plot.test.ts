import { describe, expect, it } from 'vitest'
import { computeFunnelLimits } from './funnel-limits'
import { computeFunnelPlot } from './funnel-plot'

function units(...counts: Record<number, number>[]) {
  return counts.map((scores, index) => ({
    id: `unit ${index}`,
    name: `Unit ${index}`,
    counts: new Map(Object.entries(scores).map(([score, count]) => [Number(score), count])),
  }))
}

const positions = (plot: ReturnType<typeof computeFunnelPlot>) => plot?.units.map(({ position }) => position)

describe('funnel plot', () => {
  it('NPS limits follow the variance of −100, 0 and 100 over all answers', () => {
    // 60 promoters, 20 passives and 20 detractors: mean 40, variance 100²·0.8 − 40² = 6400, standard deviation 80.
    const plot = computeFunnelPlot(
      'nps',
      units({ 10: 30, 8: 10, 0: 10 }, { 9: 15, 7: 5, 6: 5 }, { 10: 15, 7: 5, 3: 5 }),
    )
    expect(plot).toMatchObject({ mean: 40, standardDeviation: 80, min: -100, max: 100 })
    if (!plot) return
    // 40 ± 1.959964·80/√100, and 40 ± 3.090232·80/√400.
    const limits95 = computeFunnelLimits(plot, 100, '95')
    expect([limits95.low, limits95.high]).toEqual([expect.closeTo(24.3203, 4), expect.closeTo(55.6797, 4)])
    const limits998 = computeFunnelLimits(plot, 400, '99.8')
    expect([limits998.low, limits998.high]).toEqual([expect.closeTo(27.6391, 4), expect.closeTo(52.3609, 4)])
    expect(positions(plot)).toEqual(['within', 'within', 'within'])
  })

  it('CSAT limits are those of a proportion, clamped to the scale', () => {
    // 80 of 100 satisfied: standard deviation 100·√(0.8·0.2) = 40.
    const plot = computeFunnelPlot('csat', units({ 5: 40, 1: 10 }, { 4: 20, 3: 5 }, { 5: 20, 2: 5 }))
    expect(plot?.mean).toBe(80)
    expect(plot?.standardDeviation).toBeCloseTo(40, 10)
    expect(plot && computeFunnelLimits(plot, 10, '99.8')).toEqual({ low: expect.closeTo(40.911, 3), high: 100 })
  })

  it('CES limits follow the variance of the scores', () => {
    // 30 answers of 7 and 30 of 5: mean 6, standard deviation 1.
    const plot = computeFunnelPlot('ces', units({ 7: 10, 5: 10 }, { 7: 10, 5: 10 }, { 7: 10, 5: 10 }))
    expect(plot).toMatchObject({ mean: 6, standardDeviation: 1, min: 1, max: 7 })
    expect(plot && computeFunnelLimits(plot, 25, '95').low).toBeCloseTo(6 - 1.959964 / 5, 10)
  })

  it('tells units outside the 99.8 % limits from those outside the 95 % limits only', () => {
    // 700 of 1,000 satisfied: standard deviation 45.83; standard error 4.583 for 100 answers, so the limits are ± 8.98 and ± 14.16.
    const ofHundred = (satisfied: number) => ({ 5: satisfied, 1: 100 - satisfied })
    const plot = computeFunnelPlot(
      'csat',
      units(
        ofHundred(85), // +15
        ofHundred(80), // +10
        ofHundred(78), // +8
        ofHundred(62), // −8
        ofHundred(60), // −10
        ofHundred(55), // −15
        { 5: 280, 1: 120 },
      ),
    )
    expect(plot?.mean).toBe(70)
    expect(positions(plot)).toEqual(['above', 'maybeAbove', 'within', 'within', 'maybeBelow', 'below', 'within'])
  })

  it('counts units with few answers in the mean without comparing them, and compares no fewer than three', () => {
    const [few, others] = [{ 10: 9 }, [{ 0: 10 }, { 0: 10 }]]
    expect(computeFunnelPlot('nps', units(few, ...others))).toBeNull()
    const plot = computeFunnelPlot('nps', units(few, ...others, { 0: 11 }))
    expect(plot?.mean).toBeCloseTo((100 * (9 - 31)) / 40, 10)
    expect(plot).toMatchObject({ omitted: 1, units: [{ n: 10 }, { n: 10 }, { n: 11 }] })
  })

  it('places all units within the limits where all answers are equal', () => {
    expect(positions(computeFunnelPlot('ces', units({ 7: 10 }, { 7: 20 }, { 7: 30 })))).toEqual([
      'within',
      'within',
      'within',
    ])
  })
})
