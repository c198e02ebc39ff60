/** Equal for names that differ in case, accents, apostrophes or spacing only. */
export function toNameKey(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return folded.replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ').trim() || name
}
