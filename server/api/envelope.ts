import { z } from 'zod'
import { LIMIT_MAX } from '../fields/schema'
import { JsonText } from '../json-text'
import type { JsonPage } from '../paging'
import type { Context } from './trpc'

/*
 * The envelope of every answer (interface specification, 2.1, 2.2). It belongs to the transport: domain functions answer with
 * what is in it.
 */

/** What tRPC takes as the parser of a procedure's answers: zod judges them, but for JSON that the database wrote. */
export type Answer<T extends z.ZodType> = {
  schema: T
  parse: (value: unknown) => z.output<T>
  parseAsync: (value: unknown) => Promise<z.output<T>>
  _input: z.input<T>
  _output: z.output<T>
}

function answer<T extends z.ZodType>(schema: T): Answer<T> {
  const parser = {
    schema,
    parse: (value: unknown) => (value instanceof JsonText ? value : schema.parse(value)),
    parseAsync: async (value: unknown) => (value instanceof JsonText ? value : schema.parseAsync(value)),
  }
  // `_input` and `_output` are types alone, by which tRPC tells its callers what they get.
  return parser as unknown as Answer<T>
}

export function isAnswer(parser: unknown): parser is Answer<z.ZodType> {
  return typeof parser === 'object' && parser !== null && 'schema' in parser && parser.schema instanceof z.ZodType
}

/** `{ data: <object> }` */
export function one<T extends z.ZodType>(item: T) {
  return answer(z.object({ data: item }))
}

export const PageMeta = z
  .object({
    page: z.number().int().describe('Current page number.'),
    perPage: z.number().int().describe('Items per page.'),
    total: z.number().int().describe('Exact number of items across all pages.'),
    totalPages: z.number().int().describe('Number of pages.'),
  })
  .meta({ id: 'PageMeta' })

/** `{ data: [<object> …], meta }` */
export function page<T extends z.ZodType>(item: T) {
  return answer(z.object({ data: z.array(item).meta({ maxItems: LIMIT_MAX }), meta: PageMeta }))
}

type Taker = Pick<Context, 'takesJson'>

/** An object that the database wrote as JSON: over REST it goes out as it stands, to everybody else as an object. */
export function replyOne<T>(taker: Taker, item: JsonText<T>): { data: T } {
  return reply(taker, new JsonText<{ data: T }>(`{"data":${item.text}}`))
}

/** The same of a page. */
export function replyPage<T>(taker: Taker, { data, meta }: JsonPage<T>) {
  const json = `{"data":${data.text},"meta":${JSON.stringify(meta)}}`
  return reply(taker, new JsonText<{ data: T[]; meta: typeof meta }>(json))
}

/** Whoever takes JSON knows that it may come in place of the object. */
function reply<T>({ takesJson = false }: Taker, json: JsonText<T>): T {
  return takesJson ? (json as unknown as T) : json.parse()
}
