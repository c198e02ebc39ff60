import compile from 'icu-minify/compile'

/** Messages, nested or not, as the formatter of pages takes them: without a parser of its own (next.config.mjs). */
export function takeApart(words: unknown): unknown {
  // By way of text: what it returns has objects without a prototype, which no page may be handed.
  if (typeof words === 'string') return JSON.parse(JSON.stringify(compile(words))) as unknown
  const entries = Object.entries(words as Record<string, unknown>)
  return Object.fromEntries(entries.map(([key, value]) => [key, takeApart(value)]))
}
