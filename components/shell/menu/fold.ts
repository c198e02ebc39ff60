/** Folds case and accents as the database does (prisma/functions/fold_accents.sql). */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[øłđ]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd' })[letter] ?? letter)
}

export function foldedWords(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

/** Minimum query length for synonyms: shorter ones match too much (`ma` should be Marie before mail). */
const SYNONYMS_FROM = 3

/** Match quality: 0 equal, 1 prefix, 2 and 3 word by word; null for no match. */
export function rank(query: string, name: string, synonyms = ''): number | null {
  const asked = foldedWords(query)
  const words = foldedWords(name)
  const [whole, sought] = [words.join(' '), asked.join(' ')]
  if (sought === '') return null
  if (whole === sought) return 0
  if (whole.startsWith(sought)) return 1
  const beginsOne = (among: readonly string[]) => asked.every((part) => among.some((word) => word.startsWith(part)))
  if (beginsOne(words)) return 2
  if (asked.some((part) => part.length < SYNONYMS_FROM)) return null
  return beginsOne([...words, ...foldedWords(synonyms)]) ? 3 : null
}

export type Part = { text: string; isMatch: boolean }

export function markMatches(text: string, query: string): Part[] {
  const { folded, origin } = foldWithOrigin(text)
  const marked = Array.from({ length: text.length }, () => false)
  for (const word of foldedWords(query)) {
    const at = placeOf(word, folded)
    if (at === -1) continue
    const end = origin[at + word.length] ?? text.length
    for (let index = origin[at] ?? 0; index < end; index += 1) marked[index] = true
  }
  const parts: Part[] = []
  for (let index = 0; index < text.length; index += 1) {
    const isMatch = marked[index] === true
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text[index]
    else parts.push({ text: text[index] ?? '', isMatch })
  }
  return parts
}

function placeOf(word: string, folded: string): number {
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return at
  return folded.indexOf(word)
}

function foldWithOrigin(text: string): { folded: string; origin: number[] } {
  const origin: number[] = []
  let folded = ''
  let index = 0
  for (const letter of text) {
    const part = fold(letter)
    folded += part
    for (let count = 0; count < part.length; count += 1) origin.push(index)
    index += letter.length
  }
  return { folded, origin }
}
