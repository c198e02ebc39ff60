/** What a number format of a workbook makes of a number: a date, a time of day, digits with leading zeros, or the number itself. */
export type NumberFormat = { kind: 'number' } | { kind: 'date' } | { kind: 'time' } | { kind: 'padded'; digits: number }

const NUMBER: NumberFormat = { kind: 'number' }
const DATE: NumberFormat = { kind: 'date' }
const TIME: NumberFormat = { kind: 'time' }

/** Formats without a code in the file (ECMA-376 part 1, 18.8.30), with those of East Asian versions. */
export function findBuiltInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return DATE
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) ? TIME : NUMBER
}

const LITERALS = /"[^"]*"|\\.|[_*].|\[[^[\]]*\]/g
const ELAPSED = /\[(?:h+|m+|s+)\]/i
const MAX_CHARACTERS = 255

/** Classifies a format code, which files hold in English; some programs leave French ones (`jj/mm/aaaa`). */
export function classifyFormatCode(code: string): NumberFormat {
  const [section = ''] = code
    .slice(0, MAX_CHARACTERS)
    .replace(LITERALS, (literal) => (ELAPSED.test(literal) ? literal : ''))
    .split(';')
  if (/^0{2,}$/.test(section)) return { kind: 'padded', digits: section.length }
  if (/general|standard/i.test(section) || ELAPSED.test(section)) return NUMBER
  const letters = section.replace(/am\/pm|a\/p/gi, '')
  if (/[yd]|jj|aa/i.test(letters) || (/m/i.test(letters) && !/[hs]/i.test(letters))) return DATE
  return /[hs]/i.test(letters) ? TIME : NUMBER
}
