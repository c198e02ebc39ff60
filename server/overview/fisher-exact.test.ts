import { expect, it } from 'vitest'
import { fisherExact } from './fisher-exact'

it.each([
  // Fisher's lady tasting tea: three of four cups classified correctly.
  [3, 4, 1, 4, 0.485714],
  [4, 4, 0, 4, 0.028571],
  // Computed with R's fisher.test.
  [1, 10, 11, 14, 0.002759],
  [8, 32, 0, 68, 0.000057],
  [0, 5, 0, 5, 1],
  [5, 5, 5, 5, 1],
  [0, 0, 3, 9, 1],
])('%i of %i against %i of %i has the probability of Fisher’s exact test', (low, lowOf, other, otherOf, p) => {
  expect(fisherExact({ low, lowOf, other, otherOf })).toBeCloseTo(p, 5)
})
