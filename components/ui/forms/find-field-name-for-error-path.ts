/**
 * Resolves an error path to a field: the field itself, else the nearest ancestor, else its first descendant (`steps.1.body.en` for
 * `steps.1.body`). A path of a whole list maps to no field.
 * @param names of the rendered fields, in order.
 */
export function findFieldNameForErrorPath(path: string, names: readonly string[]): string | undefined {
  const enclosing = names
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .sort((a, b) => b.length - a.length)[0]
  return enclosing ?? names.find((name) => name.startsWith(`${path}.`) && !name.slice(path.length + 1).includes('.'))
}
