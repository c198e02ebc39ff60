/** One statement of a test may insert so many rows with their triggers: a busy machine does it within the statement timeout. */
const MOST_ROWS = 2000

/** The numbers from `from`, `count` of them, in portions. @returns the first and the last number of each */
export function portions(from: number, count: number): [first: number, last: number][] {
  const all: [number, number][] = []
  for (let first = from; first < from + count; first += MOST_ROWS)
    all.push([first, Math.min(first + MOST_ROWS, from + count) - 1])
  return all
}
