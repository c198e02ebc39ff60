export type DecimalMark = ',' | '.'

const CURRENCY = /^[€$£]|(?:[€$£%]|eur|usd|gbp|chf|cad)$/gi
const GROUPED_BY_SPACE = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d{1,3}(?:['’]\d{3})+`
const BY_MARK: Record<DecimalMark, RegExp> = {
  ',': new RegExp(String.raw`^(?:${GROUPED_BY_SPACE}|\d{1,3}(?:\.\d{3})+|\d*)(?:,\d*)?$`),
  '.': new RegExp(String.raw`^(?:${GROUPED_BY_SPACE}|\d{1,3}(?:,\d{3})+|\d*)(?:\.\d*)?$`),
}
const SCIENTIFIC = /^\d+(?:[.,]\d+)?e[+-]?\d{1,3}$/i
const MAX_CHARACTERS = 40

/**
 * Reads `1 234,56`, `1.234,56`, `1,234.56`, `1'234.56`, with a currency or percent sign. A number that only makes sense with the other mark
 * (`12.5` among decimal commas) is read with it.
 * @returns null if it is no number
 */
export function readNumber(text: string, decimalMark: DecimalMark): number | null {
  const trimmed = text.trim()
  if (trimmed.length > MAX_CHARACTERS) return null
  const isNegative = /^[-−–]/.test(trimmed)
  const digits = trimmed
    .replace(/^[-−–+]\s*/, '')
    .replace(CURRENCY, '')
    .trim()
  if (!/\d/.test(digits)) return null
  const value = SCIENTIFIC.test(digits) ? Number(digits.replace(',', '.')) : readDigits(digits, decimalMark)
  if (value === null || !Number.isFinite(value)) return null
  return isNegative ? -value : value
}

function readDigits(digits: string, decimalMark: DecimalMark): number | null {
  const mark = [decimalMark, otherMark(decimalMark)].find((candidate) => BY_MARK[candidate].test(digits))
  if (mark === undefined) return null
  const [whole = '', fraction = ''] = digits.split(mark)
  return Number(`${whole.replace(/\D/g, '')}.${fraction}`)
}

export function otherMark(mark: DecimalMark): DecimalMark {
  return mark === ',' ? '.' : ','
}

/** Whether it is a number with either mark, and which: null if with both (`1,234`) or neither. */
export function findOnlyDecimalMark(text: string): DecimalMark | null {
  const digits = text
    .trim()
    .replace(/^[-−–+]\s*/, '')
    .replace(CURRENCY, '')
    .trim()
  if (digits.length > MAX_CHARACTERS || !/\d[.,]\d|^[.,]\d/.test(digits)) return null
  const [comma, point] = [BY_MARK[','].test(digits), BY_MARK['.'].test(digits)]
  if (comma === point) return null
  return comma ? ',' : '.'
}
