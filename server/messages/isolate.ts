/** Letters of scripts that run from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their like. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * What people wrote, for a sentence of ours: text that runs from right to left is set off from what stands around it with U+2068
 * and U+2069, which are `<bdi>` for plain text (Unicode UAX 9). Any other text stays as it is, and so does text that is set off.
 */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) && !text.startsWith('\u2068') ? `\u2068${text}\u2069` : text
}

/** The values of a message with every text isolated. */
export function isolateValues<T>(values: T): T {
  if (typeof values !== 'object' || values === null) return values
  const isolated = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolate(value) : value,
  ])
  return Object.fromEntries(isolated) as T
}
