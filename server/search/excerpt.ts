const LENGTH = 160
const LEAD = 40

export function excerptAround(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LENGTH) return line
  const place = [...line.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].find(([found]) => {
    const word = fold(found)
    return words.some((asked) => word.startsWith(asked))
  })?.index
  const start = place === undefined || place < LENGTH / 2 ? 0 : line.indexOf(' ', place - LEAD) + 1
  const end = Math.min(line.length, start + LENGTH)
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed().trim()}${end < line.length ? '…' : ''}`
}

function fold(word: string): string {
  // Strip marks first: decomposing many in a row takes quadratic time.
  return word.replace(/\p{M}/gu, '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
