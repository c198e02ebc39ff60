/** Maximum rows per insert in tests: with triggers, a busy machine stays within the statement timeout. */
const BATCH_ROWS = 2000

/** Splits `count` numbers starting at `from` into batches. @returns the first and the last number of each batch */
export function batchRanges(from: number, count: number): [first: number, last: number][] {
  const all: [number, number][] = []
  for (let first = from; first < from + count; first += BATCH_ROWS)
    all.push([first, Math.min(first + BATCH_ROWS, from + count) - 1])
  return all
}
