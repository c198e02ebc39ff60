/** Folds case and accents as the database does (prisma/functions/fold_accents.sql). */
export function foldCaseAndAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[øłđ]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd' })[letter] ?? letter)
}

export function splitFoldedWords(text: string): string[] {
  return foldCaseAndAccents(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

/** Minimum query length for synonyms: shorter ones match too much (`ma` should be Marie before mail). */
const SYNONYMS_FROM = 3

/** Match quality: 0 equal, 1 prefix, 2 and 3 word by word; null for no match. */
export function rankMatch(query: string, name: string, synonyms = ''): number | null {
  const queryWords = splitFoldedWords(query)
  const words = splitFoldedWords(name)
  const [wholeName, wholeQuery] = [words.join(' '), queryWords.join(' ')]
  if (wholeQuery === '') return null
  if (wholeName === wholeQuery) return 0
  if (wholeName.startsWith(wholeQuery)) return 1
  const allStartAWord = (candidates: readonly string[]) =>
    queryWords.every((part) => candidates.some((word) => word.startsWith(part)))
  if (allStartAWord(words)) return 2
  if (queryWords.some((part) => part.length < SYNONYMS_FROM)) return null
  return allStartAWord([...words, ...splitFoldedWords(synonyms)]) ? 3 : null
}

export type MatchPart = { text: string; isMatch: boolean }

export function splitMatches(text: string, query: string): MatchPart[] {
  const { folded, origin } = foldWithOrigin(text)
  const isMatched = Array.from({ length: text.length }, () => false)
  for (const word of splitFoldedWords(query)) {
    const start = findMatch(word, folded)
    if (start === -1) continue
    const end = origin[start + word.length] ?? text.length
    for (let index = origin[start] ?? 0; index < end; index += 1) isMatched[index] = true
  }
  const parts: MatchPart[] = []
  for (let index = 0; index < text.length; index += 1) {
    const isMatch = isMatched[index] === true
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text[index]
    else parts.push({ text: text[index] ?? '', isMatch })
  }
  return parts
}

function findMatch(word: string, folded: string): number {
  for (let start = folded.indexOf(word); start !== -1; start = folded.indexOf(word, start + 1))
    if (start === 0 || !/[\p{L}\p{N}]/u.test(folded[start - 1] ?? '')) return start
  return folded.indexOf(word)
}

function foldWithOrigin(text: string): { folded: string; origin: number[] } {
  const origin: number[] = []
  let folded = ''
  let index = 0
  for (const letter of text) {
    const part = foldCaseAndAccents(letter)
    folded += part
    for (let count = 0; count < part.length; count += 1) origin.push(index)
    index += letter.length
  }
  return { folded, origin }
}
