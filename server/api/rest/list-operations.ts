import type { AnyTRPCMutationProcedure } from '@trpc/server'
import { forEachOpenApiProcedure } from 'trpc-to-openapi'
import { z } from 'zod'
import type { RequiredScope } from '../../principal'
import { isEnvelopeParser } from '../routers/envelope'
import { type ApiContext, createCallerFactory, type ProcedureMeta, router } from '../routers/trpc'

export type RestOperation = {
  resource: string
  action: string
  call: (context: ApiContext, input: Record<string, unknown>) => Promise<unknown>
  method: string
  path: string
  pattern: RegExp
  fields: ReadonlySet<string>
  status: number
  scope: RequiredScope
  meta: ProcedureMeta
  input: z.ZodObject
  output: z.ZodType
}

/**
 * Lists the procedures that have a REST route.
 * @throws {Error} at start-up for a route without a scope or with non-zod schemas, so that none is public by mistake or
 * missing from the document.
 */
export function listRestOperations(routers: Record<string, Procedures>): RestOperation[] {
  return Object.entries(routers).flatMap(([resource, procedures]) => listResourceOperations(resource, procedures))
}

type Procedures = Parameters<typeof forEachOpenApiProcedure>[0]

function listResourceOperations(resource: string, procedures: Procedures): RestOperation[] {
  const operations: RestOperation[] = []
  forEachOpenApiProcedure<ProcedureMeta>(procedures, ({ path: action, procedure, meta }) => {
    const { method, path } = meta.openapi
    const { scope, status = 200 } = meta
    const { inputs, output } = procedure._def as { inputs?: unknown[]; output?: unknown }
    const schema = inputs?.[0] ?? z.object({})
    if (!scope || !(schema instanceof z.ZodObject) || !isEnvelopeParser(output))
      throw new Error(`${resource}.${action} has a route but no scope, or schemas that are not zod's`)
    const fields = Object.keys(schema.shape).filter((field) => !path.includes(`{${field}}`))
    // A caller treats queries and mutations alike.
    const createCaller = createCallerFactory(router({ procedure: procedure as AnyTRPCMutationProcedure }))
    operations.push({
      resource,
      action,
      call: (context, input) => createCaller(context).procedure(input),
      method,
      path,
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      fields: new Set(fields),
      status,
      scope,
      meta,
      input: schema,
      output: output.schema,
    })
  })
  return operations
}
