import { z } from 'zod'
import type { RequiredScope } from '../principal'
import type { Meta } from './trpc'

/** One REST operation, read off a procedure's own declaration. */
export type RestRoute = {
  /** The procedure's name in the router: `contacts.create`. */
  name: string
  method: string
  /** Names the parts of the path that are fields of its input. */
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
export function listRestRoutes(procedures: Record<string, unknown>): RestRoute[] {
  return Object.entries(procedures as Record<string, Procedure>).flatMap(([name, { _def }]) => {
    const openapi = _def.meta?.openapi
    if (!openapi) return []
    if (!_def.meta?.scope) throw new Error(`${name} has a route but no scope`)
    const input = _def.inputs?.[0]
    return {
      name,
      method: openapi.method,
      pattern: new RegExp(`^${openapi.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
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
