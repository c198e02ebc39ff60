import { z } from 'zod'
import type { JsonText } from '../json-text'
import type { Context } from './trpc'

/** What a procedure returns in place of a body that was sent as text. */
const SENT = Symbol('sent as text')

/**
 * JSON from the database as the result of a procedure: over HTTP it goes out as it stands, for the dashboard it is parsed
 * and checked like any other result.
 */
export function reply<T>(ctx: Pick<Context, 'sendText'>, json: JsonText<T>): T {
  if (!ctx.sendText) return json.parse()
  ctx.sendText(json.text)
  return SENT as T
}

/** A schema of answers that lets through what {@link reply} has already sent. */
function letSentPass<T extends z.ZodType>(schema: T): T {
  const parse = schema.parse.bind(schema)
  const parseAsync = schema.parseAsync.bind(schema)
  schema.parse = (value, params) => (value === SENT ? (value as z.output<T>) : parse(value, params))
  schema.parseAsync = async (value, params) => (value === SENT ? (value as z.output<T>) : parseAsync(value, params))
  return schema
}

/** `{ data: <object> }` (interface specification, 2.1). */
export function one<T extends z.ZodType>(item: T) {
  return letSentPass(z.object({ data: item }))
}

export const PageMeta = z
  .object({
    page: z.number().int().describe('Current page number.'),
    perPage: z.number().int().describe('Items per page.'),
    total: z.number().int().describe('Items across all pages, exact.'),
    totalPages: z.number().int().describe('Number of pages.'),
  })
  .meta({ id: 'PageMeta' })

/** `{ data: [<object> …], meta }` (2.1, 2.2). */
export function page<T extends z.ZodType>(item: T) {
  return letSentPass(z.object({ data: z.array(item), meta: PageMeta }))
}
