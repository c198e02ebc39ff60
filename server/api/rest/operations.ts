import { forEachOpenApiProcedure } from 'trpc-to-openapi'
import { z } from 'zod'
import type { RequiredScope } from '../../principal'
import { isAnswer } from '../routers/envelope'
import type { Meta } from '../routers/trpc'

/** A REST operation as declared by its procedure: source of the /api/v1 routing and of the OpenAPI document. */
export type RestOperation = {
  /** Name of the procedure in the router: `contacts.create`. */
  name: string
  method: string
  /** With path fields in braces: `/contacts/{id}`. */
  path: string
  pattern: RegExp
  /** Names of the input fields that are not in the path. */
  fields: ReadonlySet<string>
  status: number
  scope: RequiredScope
  meta: Meta
  input: z.ZodObject
  output: z.ZodType
}

/**
 * Lists the procedures that have a REST route.
 * @throws {Error} at start-up for a route without a scope or with non-zod schemas, so that none is public by mistake or
 * missing from the document.
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
