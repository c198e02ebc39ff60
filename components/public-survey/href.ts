/** The address of a page with these parameters. */
export function toHref(path: string, parameters: readonly (readonly [string, string])[]): string {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value]))
  return query.size === 0 ? path : `${path}?${query}`
}
