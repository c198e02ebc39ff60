const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Wraps user text with right-to-left characters in U+2068 and U+2069, the plain-text equivalent of `<bdi>`
 * (Unicode UAX 9), for use in a message. Idempotent; other text is unchanged.
 */
export function isolateBidi(text: string): string {
  return RIGHT_TO_LEFT.test(text) && !text.startsWith('\u2068') ? `\u2068${text}\u2069` : text
}

export function isolateBidiValues<T>(values: T): T {
  if (typeof values !== 'object' || values === null) return values
  const isolated = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolateBidi(value) : value,
  ])
  return Object.fromEntries(isolated) as T
}
