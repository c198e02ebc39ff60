import { type FieldErrors, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'

/**
 * Reads the query as single values, and as lists where a parameter may be repeated. A parameter without a value counts as absent.
 *
 * @param known names of the operation's parameters
 * @param lists those of them that may be repeated
 * @throws {ValidationError} for an unknown parameter, because an ignored filter would return everything; and for a
 * duplicate one.
 */
export function parseQueryParameters(
  params: URLSearchParams,
  known: ReadonlySet<string>,
  lists: ReadonlySet<string>,
): Record<string, string | string[]> {
  const query = new Map<string, string[]>()
  const faults = new Map<string, FieldErrors[string]>()
  for (const [name, value] of params) {
    if (name === '' && value === '') continue
    if (!known.has(name)) faults.set(name, [unknownParameter(name, known)])
    else if (query.has(name) && !lists.has(name)) faults.set(name, [localizableMessage('request.twice')])
    query.set(name, [...(query.get(name) ?? []), value])
  }
  if (faults.size > 0) throw new ValidationError(Object.fromEntries(faults))
  return Object.fromEntries(
    [...query].flatMap(([name, values]) => {
      const sent = values.filter((value) => value !== '')
      const [first] = sent
      return first === undefined ? [] : [[name, lists.has(name) ? sent : first]]
    }),
  )
}

function unknownParameter(name: string, known: ReadonlySet<string>) {
  const nearest = nearestName(name, known)
  if (known.size === 0) return localizableMessage('request.noParameters')
  return nearest === undefined
    ? localizableMessage('request.unknownParameter', { known: [...known].join(', ') })
    : localizableMessage('request.misspelledParameter', { nearest })
}

function nearestName(name: string, known: ReadonlySet<string>): string | undefined {
  const toLetters = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  const misspelled = toLetters(name)
  const names = [...known]
  return (
    names.find((one) => toLetters(one) === misspelled) ??
    (misspelled.length < 3
      ? undefined
      : names.find((one) => toLetters(one).includes(misspelled) || misspelled.includes(toLetters(one))))
  )
}
