export type SearchParams = Record<string, string | string[] | undefined>

/** Changes query parameters of a page: null or '' removes one. Any change but that of `page` resets to the first page. */
export function withSearchParams(
  path: string,
  params: SearchParams,
  changes: Record<string, string | number | null>,
): string {
  const next = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    for (const each of [value ?? []].flat()) if (!(name in changes)) next.append(name, each)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) if (value !== null && value !== '') next.set(name, String(value))
  const query = next.toString()
  return query === '' ? path : `${path}?${query}`
}

/** Page number; 1 if invalid. */
export function readPageNumber(params: SearchParams): number {
  const page = Number(readTextParam(params, 'page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** A single query parameter; undefined if absent, empty or repeated. */
export function readTextParam(params: SearchParams, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
