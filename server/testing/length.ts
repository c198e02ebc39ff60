/** Whether this is `npm run test:long`, where random tests draw more cases and chaos lasts longer than in `npm test`. */
const isLong = process.env.TEST_LENGTH === 'long'

/** How often a test repeats its work: `short` times in `npm test`, `long` times in `npm run test:long`. */
export function byLength(short: number, long: number): number {
  return isLong ? long : short
}
