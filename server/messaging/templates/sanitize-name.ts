const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu
/** Dots, in every form that browsers accept in a domain name, directly before a longer word: `evil.example`, but not `J.R.R. Tolkien`. */
const LINKING_DOT = /([.\u2024\u3002\uff0e\uff61])(?=[\p{L}\p{N}\p{M}_-]{2})/gu

export function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(INVISIBLE, '')
    .trim()
}

/**
 * A name on one line, without anything that mail clients turn into a link. Personal names stay unchanged (`J.R.R. Tolkien`,
 * `Dr. Ng`, `O’Neil`); `http://evil.example` becomes `http evil. example`.
 */
export function sanitizeName(name: string): string {
  return toSingleLine(name)
    .replace(/(?<!\s)\s*:\s*[/\\]+\s*/g, ' ')
    .replace(LINKING_DOT, '$1 ')
    .trim()
}

/** Like {@link sanitizeName}, but keeps decimals (`2.50`), and a text that is nothing but an https address or an email address. */
export function sanitizeText(text: string): string {
  const line = toSingleLine(text)
  if (/^https:\/\/[^\s<>"]+$/.test(line) || /^[^\s@<>]+@[^\s@<>]+$/.test(line)) return line
  return line
    .split(/(?<=\d)\.(?=\d)/)
    .map(sanitizeName)
    .join('.')
}
