/**
 * The field that shows an error of `path`: that field itself, else the nearest one around it, else the first of its
 * parts (`steps.1.body.en` for `steps.1.body`). A path of a whole list belongs to no field.
 * @param names of the fields on the page, in their order.
 */
export function fieldForPath(path: string, names: readonly string[]): string | undefined {
  const around = names
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .sort((a, b) => b.length - a.length)[0]
  return around ?? names.find((name) => name.startsWith(`${path}.`) && !name.slice(path.length + 1).includes('.'))
}
