import { makeUniqueId, slugify } from '@/server/surveys/constants'

/** Ids by `ref`: the stored ones, and new ones made from the names. */
export function assignIds<T extends { ref: string; id: string }>(
  items: readonly T[],
  readName: (item: T) => string,
  reservedIds: readonly string[] = [],
) {
  const usedIds = new Set([...reservedIds, ...items.flatMap(({ id }) => id || [])])
  return new Map(
    items.map((item) => {
      const id = item.id || makeUniqueId(slugify(readName(item)), usedIds)
      usedIds.add(id)
      return [item.ref, id] as const
    }),
  )
}
