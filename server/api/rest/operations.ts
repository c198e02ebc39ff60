import type { AnyTRPCMutationProcedure } from '@trpc/server'
import { forEachOpenApiProcedure } from 'trpc-to-openapi'
import { z } from 'zod'
import type { RequiredScope } from '../../principal'
import { isAnswer } from '../routers/envelope'
import { type Context, createCallerFactory, type Meta, router } from '../routers/trpc'

/** A REST operation as declared by its procedure: source of the /api/v1 routing and of the OpenAPI document. */
export type RestOperation = {
  /** Name of its router: `contacts`. */
  resource: string
  /** Name of the procedure in its router: `create`. */
  action: string
  /** Calls the procedure: scope, input, output. @throws whatever it throws. */
  call: (context: Context, input: Record<string, unknown>) => Promise<unknown>
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
export function listRestOperations(routers: Record<string, Procedures>): RestOperation[] {
  return Object.entries(routers).flatMap(([resource, procedures]) => listOperationsOf(resource, procedures))
}

type Procedures = Parameters<typeof forEachOpenApiProcedure>[0]

function listOperationsOf(resource: string, procedures: Procedures): RestOperation[] {
  const operations: RestOperation[] = []
  forEachOpenApiProcedure<Meta>(procedures, ({ path: action, procedure, meta }) => {
    const { method, path } = meta.openapi
    const { scope, status = 200 } = meta
    const { inputs, output } = procedure._def as { inputs?: unknown[]; output?: unknown }
    const input = inputs?.[0] ?? z.object({})
    if (!scope || !(input instanceof z.ZodObject) || !isAnswer(output))
      throw new Error(`${resource}.${action} has a route but no scope, or schemas that are not zod's`)
    const fields = Object.keys(input.shape).filter((field) => !path.includes(`{${field}}`))
    // A caller treats queries and mutations alike.
    const createCaller = createCallerFactory(router({ procedure: procedure as AnyTRPCMutationProcedure }))
    operations.push({
      resource,
      action,
      call: (context, given) => createCaller(context).procedure(given),
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
