import { z } from 'zod'
import type { RequiredScope } from '../principal'
import type { Meta } from './trpc'

/** One REST operation, read off a procedure's own declaration. */
export type RestRoute = {
  /** The procedure's name in the router: `contacts.create`. */
  name: string
  method: string
  pattern: RegExp
  status: number
  scope: RequiredScope
  /** The names of the fields of its input that are not in its path. */
  fields: ReadonlySet<string>
}

type Procedure = { _def: { meta?: Meta; inputs?: unknown[] } }

/**
 * The operations of a router that have a REST route.
 * @throws {Error} at start-up for a route without a scope: no operation is open by oversight.
 */
export function restRoutesOf(procedures: Record<string, unknown>): RestRoute[] {
  return Object.entries(procedures as Record<string, Procedure>).flatMap(([name, { _def }]) => {
    const openapi = _def.meta?.openapi
    if (!openapi) return []
    if (!_def.meta?.scope) throw new Error(`${name} has a route but no scope`)
    const input = _def.inputs?.[0]
    if (input) pinCoercion(input)
    return {
      name,
      method: openapi.method,
      pattern: new RegExp(`^${openapi.path.replace(/\{\w+\}/g, '[^/]+')}$`),
      status: _def.meta.status ?? 200,
      scope: _def.meta.scope,
      fields: new Set(
        input instanceof z.ZodObject
          ? Object.keys(input.shape).filter((field) => !openapi.path.includes(`{${field}}`))
          : [],
      ),
    }
  })
}

/**
 * trpc-to-openapi sets `coerce` on every number, boolean and date of an input it is about to parse: for good, for the
 * dashboard too, and for JSON bodies, where "12" is no number. This keeps each schema as it was written.
 */
function pinCoercion(schema: unknown): void {
  const seen = new Set<unknown>()
  const walk = (node: unknown): void => {
    const def = (node as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def
    if (!def || seen.has(def)) return
    seen.add(def)
    const written = def.coerce
    Object.defineProperty(def, 'coerce', {
      configurable: true,
      enumerable: true,
      get: () => written,
      set: () => {},
    })
    for (const part of ['innerType', 'element', 'in', 'out', 'left', 'right', 'valueType', 'keyType']) walk(def[part])
    for (const option of (def.options as unknown[] | undefined) ?? []) walk(option)
    for (const field of Object.values((def.shape as object | undefined) ?? {})) walk(field)
  }
  walk(schema)
}
