import compile from 'icu-minify/compile'

/** Compiles nested messages for the formatter of pages, which has no parser (next.config.mjs). */
export function takeApart(words: unknown): unknown {
  // Serialized and parsed, because `compile` returns objects without a prototype, which cannot be passed to client
  // components.
  if (typeof words === 'string') return JSON.parse(JSON.stringify(compile(words))) as unknown
  const entries = Object.entries(words as Record<string, unknown>)
  return Object.fromEntries(entries.map(([key, value]) => [key, takeApart(value)]))
}
