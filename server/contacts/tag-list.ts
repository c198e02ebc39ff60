const SEPARATORS = /[,;|\n"]/

/** Tags in one cell of a file: `vip; "Paris, Opéra"`. */
export function formatTagList(tags: readonly string[]): string {
  return tags.map((tag) => (SEPARATORS.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join('; ')
}

// A tag in quotation marks up to the next separator, or any text up to it.
const TAG = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,;|\n]|$)|([^,;|\n]*))[,;|\n]?/gy

/** Tags separated by commas, semicolons, vertical bars or line breaks; those in quotation marks may contain them. */
export function parseTagList(text: string): string[] {
  const tags = [...text.matchAll(TAG)].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
  return [...new Set(tags.map((tag) => tag.trim().normalize('NFC')))].filter((tag) => tag !== '')
}
