/** Sanitizes user-supplied names for use in messages. */

/** Invisible format characters, except the two joiners that Persian and Indic names need. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu
/** Dots, in every form that browsers accept in a domain name, directly before a longer word: `evil.example`, but not `J.R.R. Tolkien`. */
const LINKING_DOT = /([.\u2024\u3002\uff0e\uff61])(?=[\p{L}\p{N}\p{M}_-]{2})/gu

/** One line, without control characters and invisible ones. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(UNSEEN, '')
    .trim()
}

/**
 * A name on one line, without anything that mail clients turn into a link. Personal names stay unchanged (`J.R.R. Tolkien`,
 * `Dr. Ng`, `O’Neil`); `http://evil.example` becomes `http evil. example`.
 */
export function plainName(name: string): string {
  return oneLine(name)
    .replace(/(?<!\s)\s*:\s*[/\\]+\s*/g, ' ')
    .replace(LINKING_DOT, '$1 ')
    .trim()
}
