import { pickByTestLength } from '../test-length'

type SchemaNode = { _zod: { def: Record<string, unknown> } }

/** Dotted paths of the id fields of a schema; `*` matches every element of a list. */
export function findIdPathsOfSchema(schema: unknown): string[] {
  const paths = new Set<string>()
  collectIdPaths(schema, [], paths)
  return [...paths].sort()
}

function collectIdPaths(node: unknown, path: readonly string[], paths: Set<string>): void {
  const def = (node as SchemaNode | undefined)?._zod.def
  if (!def) return
  if (def.type === 'string' && (def.format === 'guid' || def.format === 'uuid')) paths.add(path.join('.'))
  for (const [name, field] of Object.entries((def.shape as object | undefined) ?? {}))
    collectIdPaths(field, [...path, name], paths)
  for (const part of ['innerType', 'in', 'out', 'left', 'right']) collectIdPaths(def[part], path, paths)
  for (const part of ['element', 'valueType']) collectIdPaths(def[part], [...path, '*'], paths)
  for (const option of (def.options as unknown[] | undefined) ?? []) collectIdPaths(option, path, paths)
}

export function expandPath(path: string, value: unknown): string[] {
  const [head = '', ...rest] = path.split('.')
  const inner = (key: string, part: unknown) =>
    rest.length === 0 ? [key] : expandPath(rest.join('.'), part).map((tail) => `${key}.${tail}`)
  if (head !== '*') return inner(head, (value as Record<string, unknown>)[head])
  return (value as unknown[]).flatMap((part, index) => inner(String(index), part))
}

export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((part, key) => (part as Record<string, unknown>)[key], value)
}

export function withValues<T>(input: T, values: Readonly<Record<string, unknown>>): T {
  const copy = structuredClone(input)
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const parent = keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], copy)
    ;(parent as Record<string, unknown>)[last] = value
  }
  return copy
}

/** Each item alone, and all together; in the long tier also each pair. */
export function listCombinations<T>(items: readonly T[]): T[][] {
  const pairs = items.flatMap((first, index) => items.slice(index + 1).map((second) => [first, second]))
  const all = items.length > 1 ? [[...items]] : []
  return [...items.map((item) => [item]), ...pickByTestLength(all, [...pairs, ...(items.length > 2 ? all : [])])]
}
