import { z } from 'zod'
import { LIMIT_MAX } from '../../fields/schema'
import type { JsonPage } from '../../paging'
import { JsonText } from '../../raw-json'
import type { Context } from './trpc'

/* Response envelope (interface specification, 2.1, 2.2). Transport only: domain functions return the content. */

export type Answer<T extends z.ZodType> = {
  schema: T
  parse: (value: unknown) => z.output<T>
  parseAsync: (value: unknown) => Promise<z.output<T>>
  _input: z.input<T>
  _output: z.output<T>
}

function envelopeParser<T extends z.ZodType>(schema: T): Answer<T> {
  const parser = {
    schema,
    parse: (value: unknown) => (value instanceof JsonText ? value : schema.parse(value)),
    parseAsync: async (value: unknown) => (value instanceof JsonText ? value : schema.parseAsync(value)),
  }
  // `_input` and `_output` exist only as types, for tRPC's inference.
  return parser as unknown as Answer<T>
}

export function isAnswer(parser: unknown): parser is Answer<z.ZodType> {
  return typeof parser === 'object' && parser !== null && 'schema' in parser && parser.schema instanceof z.ZodType
}

export function one<T extends z.ZodType>(item: T) {
  return envelopeParser(z.object({ data: item }))
}

export const PageMeta = z
  .object({
    page: z.number().int().describe('Current page number.'),
    perPage: z.number().int().describe('Items per page.'),
    total: z.number().int().describe('Exact number of items across all pages.'),
    totalPages: z.number().int().describe('Number of pages.'),
  })
  .meta({ id: 'PageMeta' })

export function page<T extends z.ZodType>(item: T) {
  return envelopeParser(z.object({ data: z.array(item).meta({ maxItems: LIMIT_MAX }), meta: PageMeta }))
}

type Caller = Pick<Context, 'takesJson'>

export function replyOne<T>(caller: Caller, item: JsonText<T>): { data: T } {
  return reply(caller, new JsonText<{ data: T }>(`{"data":${item.text}}`))
}

export function replyPage<T>(caller: Caller, { data, meta }: JsonPage<T>) {
  const json = `{"data":${data.text},"meta":${JSON.stringify(meta)}}`
  return reply(caller, new JsonText<{ data: T[]; meta: typeof meta }>(json))
}

function reply<T>({ takesJson = false }: Caller, json: JsonText<T>): T {
  return takesJson ? (json as unknown as T) : json.parse()
}
