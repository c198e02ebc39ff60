import { ValidationError } from '../errors'

/**
 * The query, as single values. A parameter without a value counts as absent.
 * @throws {ValidationError} when a parameter that the operation knows stands twice: which one counts would be a guess.
 */
export function readQuery(params: URLSearchParams, known: ReadonlySet<string>): Record<string, string> {
  const query = new Map<string, string>()
  for (const [name, value] of params) {
    if (!known.has(name)) continue
    if (query.has(name)) throw new ValidationError({ [name]: ['Give this parameter once.'] })
    query.set(name, value)
  }
  return Object.fromEntries([...query].filter(([, value]) => value !== ''))
}
