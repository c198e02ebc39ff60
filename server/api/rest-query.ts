import { ValidationError } from '../errors'
import { sentence } from '../messages/sentence'

/**
 * The query, as single values. A parameter without a value counts as absent.
 * @throws {ValidationError} when a parameter that the operation knows stands twice: which one counts would be a guess.
 */
export function readQuery(params: URLSearchParams, known: ReadonlySet<string>): Record<string, string> {
  const query = new Map<string, string>()
  for (const [name, value] of params) {
    if (!known.has(name)) continue
    if (query.has(name)) throw new ValidationError({ [name]: [sentence('request.twice')] })
    query.set(name, value)
  }
  return Object.fromEntries([...query].filter(([, value]) => value !== ''))
}
