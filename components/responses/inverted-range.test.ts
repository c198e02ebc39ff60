import { expect, it } from 'vitest'
import { isInvertedRange } from './inverted-range'

it('a range is inverted when it ends before it begins, and never when an end is open', () => {
  expect(isInvertedRange('date', '2026-11-20', '2026-11-01')).toBe(true)
  expect(isInvertedRange('date', '2026-11-01', '2026-11-20')).toBe(false)
  for (const kind of ['date', 'score'] as const) {
    expect(isInvertedRange(kind, '', '')).toBe(false)
    expect(isInvertedRange(kind, '9', '')).toBe(false)
    expect(isInvertedRange(kind, '', '9')).toBe(false)
  }
})

it('a date range that ends on a day includes the whole day, and one that ends at a time is exact', () => {
  expect(isInvertedRange('date', '2026-11-01', '2026-11-01')).toBe(false)
  expect(isInvertedRange('date', '2026-11-01T23:59:59Z', '2026-11-01')).toBe(false)
  expect(isInvertedRange('date', '2026-11-02T00:00:00Z', '2026-11-01')).toBe(true)
  expect(isInvertedRange('date', '2026-11-01T10:00:00Z', '2026-11-01T10:00:00Z')).toBe(false)
  expect(isInvertedRange('date', '2026-11-01T10:00:01Z', '2026-11-01T10:00:00Z')).toBe(true)
})

it('compares the ends of a score range as numbers', () => {
  expect(isInvertedRange('score', '9', '10')).toBe(false)
  expect(isInvertedRange('score', '10', '9')).toBe(true)
})
