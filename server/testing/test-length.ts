/** Whether this is `npm run test:long`, where random tests draw more cases and chaos lasts longer than in `npm test`. */
const isLong = process.env.TEST_LENGTH === 'long'

/** Selects `short` in `npm test`, and `long` in `npm run test:long`. */
export function pickByTestLength<T>(short: T, long: T): T {
  return isLong ? long : short
}
