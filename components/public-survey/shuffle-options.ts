/**
 * Another order for each seed, the same each time. An option “other” stays last.
 * @returns indexes
 */
export function shuffleOptions(options: readonly { id: string; other?: boolean }[], seed: string): number[] {
  const ranks = options.map(({ id, other }) => (other ? Infinity : hash(`${seed} ${id}`)))
  return [...options.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b)
}

/** FNV-1a, 32 bits, with the finalizer of MurmurHash3, because ids differ in their last characters. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
