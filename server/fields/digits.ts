/** Replaces decimal digits of any script with 0 to 9: keyboards type those of their language. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(decimalValue(digit.codePointAt(0) ?? 0)))
}

/** Unicode assigns decimal digits in ascending runs of ten, starting at zero (chapter 4.6). */
function decimalValue(codePoint: number): number {
  let start = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
  return (codePoint - start) % 10
}
