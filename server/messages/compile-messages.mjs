import compile from 'icu-minify/compile'

/**
 * Turbopack loader: compiles the messages of a namespace, for the formatter without a parser (format-message.ts).
 * @param {string} json
 */
export default function compileMessages(json) {
  /** @param {string} _ @param {unknown} value */
  const compiled = (_, value) => (typeof value === 'string' ? compile(value) : value)
  return JSON.stringify(JSON.parse(json, compiled))
}
