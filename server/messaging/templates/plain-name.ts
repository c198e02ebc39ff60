/** What somebody else wrote as their name, before it stands in a message that we send. */

/** Signs that move, hide or join what stands around them; the two joiners that Persian and Indic names need stay. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu
/** Dots as address bars read them, where a longer word follows at once: `evil.example`, and not `J.R.R. Tolkien`. */
const LINKING_DOT = /([.\u2024\u3002\uff0e\uff61])(?=[\p{L}\p{N}\p{M}_-]{2})/gu

/** One line, without control characters and whatever cannot be seen. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(UNSEEN, '')
    .trim()
}

/**
 * A name as it may stand in a message: one line of which no mail program makes a link. Names of people stay as they are,
 * `J.R.R. Tolkien`, `Dr. Ng` and `O’Neil`; `http://evil.example` becomes `http evil. example`.
 */
export function plainName(name: string): string {
  return oneLine(name)
    .replace(/(?<!\s)\s*:\s*[/\\]+\s*/g, ' ')
    .replace(LINKING_DOT, '$1 ')
    .trim()
}
