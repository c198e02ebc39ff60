export type SearchParams = Record<string, string | string[] | undefined>

/**
 * The same page with some of its parameters changed: null or '' takes one away. Any change but that of the page leads
 * back to the first page, where the changed list begins.
 */
export function hrefWith(path: string, params: SearchParams, changes: Record<string, string | number | null>): string {
  const next = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    for (const each of [value ?? []].flat()) if (!(name in changes)) next.append(name, each)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) if (value !== null && value !== '') next.set(name, String(value))
  const query = next.toString()
  return query === '' ? path : `${path}?${query}`
}

/** The page asked for; the first one for anything that is no page number. */
export function readPageNumber(params: SearchParams): number {
  const page = Number(textParam(params, 'page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** One parameter as text; undefined when it is absent, empty or given more than once. */
export function textParam(params: SearchParams, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
