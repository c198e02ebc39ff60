/** Maximum relative distance of two medians at which timing reveals nothing. */
export const MAX_MEDIAN_DIFFERENCE = 0.1

/**
 * Relative distance of the median durations of two kinds of calls: 0.05 if one is five percent above the other. Prepares all calls before
 * timing any, and alternates which kind goes first, so that other load affects both equally. Repeats up to six rounds while the distance is
 * too large.
 * @param call runs one prepared call @param pairs calls of each kind in one round
 */
export async function compareMedianDurations<T>(
  pairs: number,
  prepare: { one: () => Promise<T>; other: () => Promise<T> },
  call: (prepared: T) => Promise<unknown>,
): Promise<number> {
  let distance = Number.POSITIVE_INFINITY
  for (let round = 0; round < 6 && distance >= MAX_MEDIAN_DIFFERENCE; round += 1) {
    const prepared = { one: [] as T[], other: [] as T[] }
    for (let pair = 0; pair < pairs; pair += 1) {
      prepared.one.push(await prepare.one())
      prepared.other.push(await prepare.other())
    }
    const times = { one: [] as number[], other: [] as number[] }
    for (let pair = 0; pair < pairs; pair += 1) {
      for (const kind of pair % 2 === 0 ? (['one', 'other'] as const) : (['other', 'one'] as const)) {
        const startedAt = performance.now()
        await call(prepared[kind][pair] as T)
        times[kind].push(performance.now() - startedAt)
      }
    }
    distance = Math.abs(median(times.one) / median(times.other) - 1)
  }
  return distance
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
