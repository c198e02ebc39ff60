export function toAsciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(decimalValue(digit.codePointAt(0) ?? 0)))
}

function decimalValue(codePoint: number): number {
  let start = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
  return (codePoint - start) % 10
}
