import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/**
 * Seeded random numbers from 0 to 1. The seed determines which accidents happen and how the receivers behave; when they happen depends on
 * the machine.
 */
export function createSeededRandom(seed: number): () => number {
  const generator = xoroshiro128plus(seed)
  return () => uniformFloat64(generator)
}
