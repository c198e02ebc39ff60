/** Whether this is `npm run test:long`, where random tests draw more cases and chaos lasts longer than in `npm test`. */
const isLong = process.env.TEST_LENGTH === 'long'

/** Selects `short` in `npm test`, and `long` in `npm run test:long`. */
export function pickByTestLength<T>(short: T, long: T): T {
  return isLong ? long : short
}

/**
 * Selects `count` of the cases in `npm test`, others for each index so that all of them occur where there are enough, and all cases in
 * `npm run test:long`: for one rule that is checked for many subjects.
 */
export function pickCases<T>(cases: readonly T[], index: number, count = 1): T[] {
  const start = index * count
  return pickByTestLength(
    Array.from({ length: Math.min(count, cases.length) }, (_, n) => cases[(start + n) % cases.length] as T),
    [...cases],
  )
}
