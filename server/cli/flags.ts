import { parseArgs } from 'node:util'

export class UsageError extends Error {}

/**
 * Parses the flags of a command, each once and with a value: `--org ID --name "Front desk"`.
 * @throws {UsageError} naming a flag that is missing, unknown or without a value
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
  const values: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind !== 'option') throw new UsageError(`${args[token.index] ?? '--'} is not a flag.`)
    if (!known.includes(token.name)) throw new UsageError(`This command has no flag ${token.rawName}.`)
    if (token.value === undefined) throw new UsageError(`Add a value to ${token.rawName}.`)
    if (token.name in values) throw new UsageError(`Use ${token.rawName} only once.`)
    values[token.name] = token.value
  }
  const missing = required.filter((name) => !(name in values))
  if (missing.length > 0) throw new UsageError(`Add ${missing.map((name) => `--${name}`).join(' and ')}.`)
  return values as Record<R, string> & Partial<Record<O, string>>
}

export function extractSwitch(args: readonly string[], name: string): [isGiven: boolean, rest: string[]] {
  const rest = args.filter((arg) => arg !== `--${name}`)
  return [rest.length < args.length, rest]
}
