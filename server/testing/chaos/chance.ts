import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/**
 * Numbers from 0 to 1, the same for the same seed. When accidents happen decides the machine all the same; which ones, and how
 * the receivers behave, does the seed.
 */
export function seededChance(seed: number): () => number {
  const generator = xoroshiro128plus(seed)
  return () => uniformFloat64(generator)
}
