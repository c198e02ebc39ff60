const EXCERPT_LENGTH = 160
const LEAD_LENGTH = 40

export function excerptAround(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= EXCERPT_LENGTH) return line
  const matchIndex = [...line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].find(([match]) => {
    const word = fold(match)
    return words.some((queryWord) => word.startsWith(queryWord))
  })?.index
  const start =
    matchIndex === undefined || matchIndex < EXCERPT_LENGTH / 2 ? 0 : line.indexOf(' ', matchIndex - LEAD_LENGTH) + 1
  const end = Math.min(line.length, start + EXCERPT_LENGTH)
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed().trim()}${end < line.length ? '…' : ''}`
}

function fold(word: string): string {
  // Strip marks first: decomposing many in a row takes quadratic time.
  return word.replace(/\p{M}/gu, '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
