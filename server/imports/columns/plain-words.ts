/** Lower case without accents and punctuation, words separated by one space: `Téléphone (portable)` becomes `telephone portable`. */
export function toPlainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()
}
