/*
 * Ranges as prefixes of sortable texts of one length, so that an index of lexemes can answer them: 2026-03-15 to 2026-04-30 is
 * `2026031[5-9]`, `202603[2-3]` and `202604`. The trie of the texts is cut where a whole branch lies in the range.
 */

const DIGITS = '0123456789'
const HEXADECIMAL = '0123456789abcdef'

/** Prefixes of YYYYMMDD between two days, both inclusive; without a bound, from the first or to the last day there is. */
export function listDatePrefixes(from = '00000000', to = '99999999'): string[] {
  return listPrefixes(from, to, DIGITS)
}

/** Prefixes of `sortable_number` (prisma/functions) between two numbers, both inclusive. */
export function listNumberPrefixes(from?: number, to?: number): string[] {
  return listPrefixes(
    from === undefined ? '0'.repeat(17) : toSortableNumber(from),
    to === undefined ? `1${'f'.repeat(16)}` : toSortableNumber(to),
    HEXADECIMAL,
  )
}

/** The sign, then the bytes of the double in hexadecimal, inverted for a negative number. */
export function toSortableNumber(number: number): string {
  if (Math.abs(number) < 1e-300) return `1${'0'.repeat(16)}`
  if (Math.abs(number) > 1.7e308) return number > 0 ? `1${'f'.repeat(16)}` : '0'.repeat(17)
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number)
  if (number < 0) for (let index = 0; index < 8; index += 1) bytes[index] = ~(bytes[index] ?? 0) & 0xff
  return `${number > 0 ? '1' : '0'}${bytes.toString('hex')}`
}

function listPrefixes(from: string, to: string, alphabet: string): string[] {
  if (from > to) return []
  const [least, most] = [alphabet.charAt(0), alphabet.charAt(alphabet.length - 1)]
  const isLeast = (rest: string) => rest === least.repeat(rest.length)
  const isMost = (rest: string) => rest === most.repeat(rest.length)
  const prefixes: string[] = []
  const visit = (prefix: string, low: string | null, high: string | null): void => {
    if ((low === null || isLeast(low)) && (high === null || isMost(high))) return void prefixes.push(prefix)
    for (const character of alphabet) {
      if (low !== null && character < low.charAt(0)) continue
      if (high !== null && character > high.charAt(0)) continue
      const isLow = low !== null && character === low.charAt(0)
      const isHigh = high !== null && character === high.charAt(0)
      visit(prefix + character, isLow ? low.slice(1) : null, isHigh ? high.slice(1) : null)
    }
  }
  visit('', from, to)
  return prefixes
}
