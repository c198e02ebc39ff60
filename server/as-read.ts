import { isDeepStrictEqual } from 'node:util'
import { ChangedMeanwhile } from './errors'

/**
 * Lets a change through only if what its caller read is what is stored: the last of two who save is told of the first.
 * Ask it under the row's lock, so that nothing comes between.
 * @param asRead some fields as they were read, or undefined from who does not mind.
 * @param current the thing as it leaves; the error carries it.
 * @throws {ChangedMeanwhile}
 */
export function requireAsRead<T extends object>(asRead: { [K in keyof T]?: T[K] | undefined } | undefined, current: T) {
  if (asRead === undefined) return
  const stored = toJson(current)
  const isAsRead = Object.entries(toJson(asRead)).every(([field, value]) => isDeepStrictEqual(value, stored[field]))
  if (!isAsRead) throw new ChangedMeanwhile(current)
}

/** As a caller reads it. */
function toJson(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>
}
