import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyScore, SCALES } from '../surveys/constants'
import { Metric } from '../surveys/schema'
import { computeCes, computeCsat, computeNps, computeScores, getResponseRatingMetric, summarizeScores } from './scores'

const nps = (value: number) => ({ type: 'nps' as const, value })

describe('scores of one response', () => {
  it.each([
    [0, false, true, 'negative'],
    [6, false, true, 'negative'],
    [7, false, false, 'neutral'],
    [8, false, false, 'neutral'],
    [9, true, false, 'positive'],
    [10, true, false, 'positive'],
  ])('rates an NPS answer of %i as promoter %s, detractor %s, band %s', (score, isPromoter, isDetractor, band) => {
    const expected = { npsScore: score, rating: score, isPromoter, isDetractor, band, csatScore: null, cesScore: null }
    expect(computeScores('nps', [nps(score)])).toEqual(expected)
  })

  it.each([
    ['csat', ['negative', 'negative', 'neutral', 'positive', 'positive']],
    ['ces', ['negative', 'negative', 'negative', 'neutral', 'positive', 'positive', 'positive']],
  ] as const)('maps each %s score from 1 up to its band', (metric, bands) => {
    expect(bands.map((_, index) => classifyScore(metric, index + 1))).toEqual(bands)
  })

  it('scores the first answered question of each type, and rates by the survey’s own metric', () => {
    const answers = [nps(3), { type: 'csat' as const, value: 5 }, nps(10), { type: 'text' as const, value: '7' }]
    expect(computeScores('csat', answers)).toMatchObject({ npsScore: 3, csatScore: 5, rating: 5, band: 'positive' })
    expect(computeScores('csat', answers)).toMatchObject({ isDetractor: true })
    expect(computeScores('custom', answers)).toMatchObject({ rating: 3, band: 'negative' })
  })

  it('rates by the survey’s own metric if it was answered, else by the first metric answered', () => {
    const [csat, stars] = [
      { type: 'csat' as const, value: 5 },
      { type: 'rating' as const, value: 4 },
    ]
    const rated = (surveyType: string, answers: Parameters<typeof computeScores>[1]) => {
      const scores = computeScores(surveyType, answers)
      return [getResponseRatingMetric(surveyType, scores, answers), scores.rating]
    }
    expect(rated('csat', [nps(3), csat])).toEqual(['csat', 5])
    expect(rated('nps', [csat])).toEqual(['csat', 5])
    expect(rated('custom', [stars, csat, nps(3)])).toEqual(['csat', 5])
    expect(rated('custom', [stars])).toEqual([null, null])
    expect(rated('nps', [])).toEqual([null, null])
  })

  it('returns no scores for a response without a metric', () => {
    expect(computeScores('custom', [{ type: 'rating', value: 2 }])).toEqual({
      npsScore: null,
      csatScore: null,
      cesScore: null,
      rating: null,
      isPromoter: false,
      isDetractor: false,
      band: null,
    })
  })
})

describe('NPS', () => {
  it('computes NPS as 100·(promoters − detractors)/n, rounded once', () => {
    expect(computeNps({ n: 10, promoters: 5, detractors: 3 }).value).toBe(20)
    // Rounding the shares before the subtraction would give 33 − 17 = 16.
    expect(computeNps({ n: 6, promoters: 2, detractors: 1 }).value).toBe(17)
    expect(Object.is(computeNps({ n: 3, promoters: 0, detractors: 0 }).value, 0)).toBe(true)
  })

  it('computes the adjusted Wald interval of an NPS', () => {
    // By hand: n' = 103, shares 50.75/103 and 30.75/103, difference 0.19417, variance (0.79126 − 0.03770)/103,
    // half width 1.96·0.08553 = 0.16764.
    expect(computeNps({ n: 100, promoters: 50, detractors: 30 })).toEqual({
      n: 100,
      value: 20,
      interval: { low: 2.7, high: 36.2 },
    })
  })

  it('returns a null NPS without answers', () => {
    expect(computeNps({ n: 0, promoters: 0, detractors: 0 })).toEqual({ n: 0, value: null, interval: null })
  })
})

describe('CSAT', () => {
  it('computes CSAT as the share of satisfied answers with Wilson’s interval', () => {
    // Newcombe's example (Statistics in Medicine 17, 1998): 81 of 263 gives 25.5 % to 36.6 %.
    expect(computeCsat({ n: 263, satisfied: 81 })).toEqual({ n: 263, value: 31, interval: { low: 25.5, high: 36.6 } })
    // And 1 of 29: 0.6 % to 17.2 %.
    expect(computeCsat({ n: 29, satisfied: 1 }).interval).toEqual({ low: 0.6, high: 17.2 })
    expect(computeCsat({ n: 0, satisfied: 0 }).value).toBeNull()
  })
})

describe('CES', () => {
  it('computes CES as the mean with one decimal, with Student’s interval and the easy share', () => {
    // 4, 5, 6, 7: mean 5.5, s = 1.29099, t(3) = 3.182, half width 2.054; the scale ends at 7.
    expect(computeCes({ n: 4, sum: 22, sumOfSquares: 126, easy: 3 })).toEqual({
      n: 4,
      value: 5.5,
      interval: { low: 3.4, high: 7 },
      easyShare: 75,
    })
    // 40 answers, 20 of 3 and 20 of 5: s = 1.01274, t(39) = 2.0227, half width 0.324.
    expect(computeCes({ n: 40, sum: 160, sumOfSquares: 680, easy: 20 }).interval).toEqual({ low: 3.7, high: 4.3 })
  })

  it('includes the share of 5 to 7 in a CES summary, but not in an NPS summary', () => {
    const counts = new Map([
      [4, 1],
      [5, 2],
      [7, 1],
    ])
    expect(summarizeScores('ces', counts)).toMatchObject({ n: 4, value: 5.3, easyShare: 75 })
    expect(summarizeScores('ces', new Map())).toEqual({ n: 0, value: null, interval: null, easyShare: null })
    expect(summarizeScores('nps', counts)).not.toHaveProperty('easyShare')
  })

  it('computes no CES interval for a single answer', () => {
    expect(computeCes({ n: 1, sum: 6, sumOfSquares: 36, easy: 1 })).toEqual({
      n: 1,
      value: 6,
      interval: null,
      easyShare: 100,
    })
    expect(computeCes({ n: 0, sum: 0, sumOfSquares: 0, easy: 0 }).value).toBeNull()
  })
})

describe('scores of arbitrary answers', () => {
  const scoresOn = (metric: Metric) => fc.array(fc.integer(SCALES[metric]), { minLength: 1, maxLength: 200 })
  const count = (scores: number[], holds: (score: number) => boolean) => scores.filter(holds).length

  it('keeps scores and intervals on the scale, and scores inside their intervals except in tiny samples', () => {
    fc.assert(
      fc.property(scoresOn('nps'), scoresOn('csat'), scoresOn('ces'), (recommend, satisfied, easy) => {
        const summaries = [
          {
            ...computeNps({
              n: recommend.length,
              promoters: count(recommend, (score) => score >= 9),
              detractors: count(recommend, (score) => score <= 6),
            }),
            min: -100,
            max: 100,
            slack: 0.5,
          },
          {
            ...computeCsat({ n: satisfied.length, satisfied: count(satisfied, (score) => score >= 4) }),
            min: 0,
            max: 100,
            slack: 0.5,
          },
          {
            ...computeCes({
              n: easy.length,
              sum: easy.reduce((sum, score) => sum + score, 0),
              sumOfSquares: easy.reduce((sum, score) => sum + score ** 2, 0),
              easy: count(easy, (score) => score >= 5),
            }),
            min: 1,
            max: 7,
            slack: 0.1,
          },
        ]
        for (const { value, interval, min, max, slack } of summaries) {
          if (value === null) throw new Error('answers give a score')
          expect(value).toBeGreaterThanOrEqual(min)
          expect(value).toBeLessThanOrEqual(max)
          if (!interval) continue
          expect(interval.low).toBeGreaterThanOrEqual(min)
          expect(interval.high).toBeLessThanOrEqual(max)
          // In very small samples the adjusted interval shifts to the middle and may exclude the score.
          if (recommend.length < 5) continue
          expect(value).toBeGreaterThanOrEqual(interval.low - slack)
          expect(value).toBeLessThanOrEqual(interval.high + slack)
        }
      }),
    )
  })

  it('promoter and detractor exclude each other, and the band corresponds to the score', () => {
    fc.assert(
      fc.property(fc.integer(SCALES.nps), (score) => {
        const { isPromoter, isDetractor, band } = computeScores('nps', [nps(score)])
        expect(isPromoter && isDetractor).toBe(false)
        expect(band).toBe(isPromoter ? 'positive' : isDetractor ? 'negative' : 'neutral')
      }),
    )
  })

  it('a higher score never has a lower band', () => {
    const rank = { negative: 0, neutral: 1, positive: 2 }
    fc.assert(
      fc.property(fc.constantFrom(...Metric.options), fc.nat(10), fc.nat(10), (metric, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(rank[classifyScore(metric, low)]).toBeLessThanOrEqual(rank[classifyScore(metric, high)])
      }),
    )
  })
})
