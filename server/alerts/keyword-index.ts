type Node = { word: string | null; next: Map<number, Node> }

export type KeywordIndex = { anywhere: Node; atWordStart: Node }

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

export function buildKeywordIndex(words: readonly string[]): KeywordIndex {
  const index = { anywhere: emptyNode(), atWordStart: emptyNode() }
  for (const word of words) if (word !== '') insert(UNSPACED.test(word) ? index.anywhere : index.atWordStart, word)
  return index
}

/**
 * Finds the terms in the texts. Terms in unspaced scripts match anywhere, others at the start of a word: "refund" matches "refunded", "ate"
 * does not match "late". Takes O(characters × longest term).
 */
export function findKeywords({ anywhere, atWordStart }: KeywordIndex, texts: readonly string[]): Set<string> {
  const foundWords = new Set<string>()
  for (const text of texts) {
    let at = 0
    let isInWord = false
    for (const character of text) {
      if (anywhere.next.size > 0) collect(anywhere, text, at, foundWords)
      if (!isInWord) collect(atWordStart, text, at, foundWords)
      isInWord = LETTER_OR_DIGIT.test(character)
      at += character.length
    }
  }
  return foundWords
}

function emptyNode(): Node {
  return { word: null, next: new Map() }
}

function insert(root: Node, word: string): void {
  let node = root
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at)
    const next = node.next.get(unit) ?? emptyNode()
    node.next.set(unit, next)
    node = next
  }
  node.word = word
}

function collect(root: Node, text: string, start: number, foundWords: Set<string>): void {
  let node: Node | undefined = root
  for (let at = start; node !== undefined; at += 1) {
    if (node.word !== null) foundWords.add(node.word)
    node = at < text.length ? node.next.get(text.charCodeAt(at)) : undefined
  }
}
