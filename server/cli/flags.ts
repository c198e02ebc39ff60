import { parseArgs } from 'node:util'

/** What the operator typed that cannot be run, in a sentence. */
export class UsageError extends Error {}

/**
 * The flags of one command, each once and with a value: `--org ID --name "Front desk"`.
 * @throws {UsageError} naming the flag that is missing, unknown or without a value.
 */
export function readFlags<R extends string, O extends string>(
  args: readonly string[],
  required: readonly R[],
  optional: readonly O[],
): Record<R, string> & Partial<Record<O, string>> {
  const known: readonly string[] = [...required, ...optional]
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(known.map((name) => [name, { type: 'string' as const }])),
  })
  const given: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind !== 'option') throw new UsageError(`${args[token.index] ?? '--'} is not a flag.`)
    if (!known.includes(token.name)) throw new UsageError(`There is no flag ${token.rawName} here.`)
    if (token.value === undefined) throw new UsageError(`Give ${token.rawName} a value.`)
    if (token.name in given) throw new UsageError(`Give ${token.rawName} once.`)
    given[token.name] = token.value
  }
  const missing = required.filter((name) => !(name in given))
  if (missing.length > 0) throw new UsageError(`Give ${missing.map((name) => `--${name}`).join(' and ')}.`)
  return given as Record<R, string> & Partial<Record<O, string>>
}
