import { isDeepStrictEqual } from 'node:util'
import { EditConflict } from './errors'

/**
 * Optimistic locking: rejects a change if the record differs from the values that the caller read. Call it while holding the row lock.
 * @param asRead the fields as the caller read them; undefined skips the check
 * @param current the stored record in API form; the error carries it
 * @throws {EditConflict}
 */
export function assertUnchanged<T extends object>(
  asRead: { [K in keyof T]?: T[K] | undefined } | undefined,
  current: T,
) {
  if (asRead === undefined) return
  const stored = toJson(current)
  const isAsRead = Object.entries(toJson(asRead)).every(([field, value]) => isDeepStrictEqual(value, stored[field]))
  if (!isAsRead) throw new EditConflict(current)
}

function toJson(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>
}
