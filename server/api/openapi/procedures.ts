import { z } from 'zod'
import type { Meta } from '../trpc'
import type { RestProcedure } from './document'

type Procedure = { _def: { meta?: Meta; inputs?: unknown[]; output?: unknown } }

/**
 * The procedures of a router that have a REST route, as they declare themselves.
 * @throws {Error} for one whose declaration leaves the document without an answer.
 */
export function listRestProcedures(procedures: Record<string, unknown>): RestProcedure[] {
  return Object.entries(procedures as Record<string, Procedure>).flatMap(([name, { _def }]) => {
    const openapi = _def.meta?.openapi
    if (!_def.meta || !openapi) return []
    const { scope } = _def.meta
    const input = _def.inputs?.[0] ?? z.object({})
    if (!scope || !(input instanceof z.ZodObject) || !(_def.output instanceof z.ZodType))
      throw new Error(`${name} has a route but no scope, or schemas that are not zod's`)
    return { name, method: openapi.method, path: openapi.path, meta: _def.meta, scope, input, output: _def.output }
  })
}
