/** How far the medians of two kinds of calls may lie apart for time to tell nobody which kind it was. */
export const TELLS_NOTHING = 0.1

/**
 * How far apart two kinds of calls are: 0.05 where the median of one is five percent above the other's. All are prepared before the
 * first is timed, so that no call runs in the wake of its own preparation; they take turns, and turns at going first, so that what
 * else the machine does meets both. Where it met one more, another round is asked, six at most.
 * @param call does one call of a kind that was prepared for it. @param pairs calls of each kind in one round.
 */
export async function medianDistance<T>(
  pairs: number,
  prepare: { one: () => Promise<T>; other: () => Promise<T> },
  call: (prepared: T) => Promise<unknown>,
): Promise<number> {
  let distance = Number.POSITIVE_INFINITY
  for (let round = 0; round < 6 && distance >= TELLS_NOTHING; round += 1) {
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
