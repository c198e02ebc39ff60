import { ANY_ELEMENT, type BodyPath, PATH_MAX_SEGMENTS } from './constants'
import type { BodyLeaf } from './schema'

export type Scalar = string | number | boolean

/** What is at a path: undefined if nothing is. */
export function readAtPath(body: unknown, path: BodyPath): unknown {
  const [part, ...rest] = path
  if (part === undefined) return body
  if (Array.isArray(body)) {
    if (part !== ANY_ELEMENT) return readAtPath(body[Number(part)], rest)
    return body.map((element) => readAtPath(element, rest)).find((value) => value !== undefined && value !== null)
  }
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, part)) return undefined
  return readAtPath((body as Record<string | number, unknown>)[part], rest)
}

/** The texts, numbers and booleans at a path: several of a list, none of an object. */
export function listScalars(value: unknown): Scalar[] {
  if (Array.isArray(value)) return value.filter(isScalar)
  return isScalar(value) ? [value] : []
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

const LEAVES_MAX = 300
const ELEMENTS_SHOWN = 5
const VALUE_MAX_CHARACTERS = 200

/**
 * The places of a body that can be mapped, in its order, at most {@link LEAVES_MAX}. Of a list, its first elements; and of a list of objects
 * each place also for any element.
 */
export function listLeaves(body: unknown): BodyLeaf[] {
  const leaves = new Map<string, BodyLeaf>()
  collectLeaves(body, [], leaves)
  return [...leaves.values()]
}

function collectLeaves(value: unknown, path: BodyPath, leaves: Map<string, BodyLeaf>): void {
  if (leaves.size >= LEAVES_MAX || path.length > PATH_MAX_SEGMENTS) return
  if (isScalar(value)) {
    if (path.length === 0) return
    const key = JSON.stringify(path)
    if (!leaves.has(key)) leaves.set(key, { path: [...path], value: String(value).slice(0, VALUE_MAX_CHARACTERS) })
  } else if (Array.isArray(value)) {
    const shown = value.slice(0, ELEMENTS_SHOWN)
    for (const [index, element] of shown.entries()) collectLeaves(element, [...path, index], leaves)
    for (const element of shown) if (typeof element === 'object') collectLeaves(element, [...path, ANY_ELEMENT], leaves)
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) collectLeaves(inner, [...path, key], leaves)
}
