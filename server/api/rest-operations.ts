import { forEachOpenApiProcedure } from 'trpc-to-openapi'
import { z } from 'zod'
import type { RequiredScope } from '../principal'
import { isAnswer } from './envelope'
import type { Meta } from './trpc'

/** One REST operation, as its procedure declares it: what the door of /api/v1 and the document are both made from. */
export type RestOperation = {
  /** The procedure's name in the router: `contacts.create`. */
  name: string
  method: string
  /** With the fields that stand in it in braces: `/contacts/{id}`. */
  path: string
  /** Matches a path and names the parts of it that are fields of the input. */
  pattern: RegExp
  /** The names of the fields of its input that are not in its path. */
  fields: ReadonlySet<string>
  /** Of success. */
  status: number
  scope: RequiredScope
  meta: Meta
  input: z.ZodObject
  output: z.ZodType
}

/**
 * The operations of a router that have a REST route.
 * @throws {Error} at start-up for a route without a scope, or with schemas that are not zod's: no operation is open by
 * oversight, and none is missing from the document.
 */
export function listRestOperations(procedures: Parameters<typeof forEachOpenApiProcedure>[0]): RestOperation[] {
  const operations: RestOperation[] = []
  forEachOpenApiProcedure(procedures, ({ path: name, procedure, meta }) => {
    const { method, path } = meta.openapi
    const { scope, status = 200 } = meta as Meta
    const { inputs, output } = procedure._def as { inputs?: unknown[]; output?: unknown }
    const input = inputs?.[0] ?? z.object({})
    if (!scope || !(input instanceof z.ZodObject) || !isAnswer(output))
      throw new Error(`${name} has a route but no scope, or schemas that are not zod's`)
    const fields = Object.keys(input.shape).filter((field) => !path.includes(`{${field}}`))
    operations.push({
      name,
      method,
      path,
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      fields: new Set(fields),
      status,
      scope,
      meta,
      input,
      output: output.schema,
    })
  })
  return operations
}
