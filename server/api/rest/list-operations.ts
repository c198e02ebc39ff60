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
  /** Those of `fields` that are lists: a query repeats the parameter. */
  listFields: ReadonlySet<string>
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
  const operations: RestOperation[] = []
  for (const [resource, procedures] of Object.entries(routers))
    forEachOpenApiProcedure<ProcedureMeta>(procedures, ({ path: action, procedure, meta }) => {
      const { method, path } = meta.openapi
      const { inputs, output } = procedure._def as { inputs?: unknown[]; output?: unknown }
      const input = inputs?.[0] ?? z.object({})
      if (!meta.scope || !(input instanceof z.ZodObject) || !isEnvelopeParser(output))
        throw new Error(`${resource}.${action} has a route but no scope, or schemas that are not zod's`)
      // A caller treats queries and mutations alike.
      const createCaller = createCallerFactory(router({ procedure: procedure as AnyTRPCMutationProcedure }))
      const fieldNames = Object.keys(input.shape).filter((field) => !path.includes(`{${field}}`))
      operations.push({
        resource,
        action,
        call: (context, fields) => createCaller(context).procedure(fields),
        method,
        path,
        pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
        fields: new Set(fieldNames),
        listFields: new Set(fieldNames.filter((field) => isList(input.shape[field]))),
        status: meta.responses?.[201] === undefined ? 200 : 201,
        scope: meta.scope,
        meta,
        input,
        output: output.schema,
      })
    })
  return operations
}

function isList(schema: z.ZodType): boolean {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type === 'array'
}

type Procedures = Parameters<typeof forEachOpenApiProcedure>[0]
