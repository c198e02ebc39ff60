/** The same with the decimal digits of every script as 0 to 9: keyboards type those of their language. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(decimalValue(digit.codePointAt(0) ?? 0)))
}

/** Unicode keeps decimal digits in ascending runs of ten, each of which begins with its zero (chapter 4.6). */
function decimalValue(codePoint: number): number {
  let start = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
  return (codePoint - start) % 10
}
