/** Items by key, in their order; `Map.groupBy` for Node.js 20. */
export function groupBy<T>(items: Iterable<T>, toKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
