import { z } from 'zod'
import type { RawJsonPage } from '../../paging'
import { RawJson } from '../../raw-json'
import { PAGE_LIMIT_MAX } from '../../validation/schema'
import type { ApiContext } from './trpc'

/* Response envelope (interface specification, 2.1, 2.2). Transport only: domain functions return the content. */

export type EnvelopeParser<T extends z.ZodType> = {
  schema: T
  parse: (value: unknown) => z.output<T>
  parseAsync: (value: unknown) => Promise<z.output<T>>
  _input: z.input<T>
  _output: z.output<T>
}

function envelopeParser<T extends z.ZodType>(schema: T): EnvelopeParser<T> {
  const parser = {
    schema,
    parse: (value: unknown) => (value instanceof RawJson ? value : schema.parse(value)),
    parseAsync: async (value: unknown) => (value instanceof RawJson ? value : schema.parseAsync(value)),
  }
  // `_input` and `_output` exist only as types, for tRPC's inference.
  return parser as unknown as EnvelopeParser<T>
}

export function isEnvelopeParser(parser: unknown): parser is EnvelopeParser<z.ZodType> {
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
  return envelopeParser(z.object({ data: z.array(item).meta({ maxItems: PAGE_LIMIT_MAX }), meta: PageMeta }))
}

type Caller = Pick<ApiContext, 'acceptsRawJson'>

export function buildItemEnvelope<T>(caller: Caller, item: RawJson<T>): { data: T } {
  return respond(caller, new RawJson<{ data: T }>(`{"data":${item.text}}`))
}

export function buildPageEnvelope<T>(caller: Caller, { data, meta }: RawJsonPage<T>) {
  const json = `{"data":${data.text},"meta":${JSON.stringify(meta)}}`
  return respond(caller, new RawJson<{ data: T[]; meta: typeof meta }>(json))
}

function respond<T>({ acceptsRawJson = false }: Caller, json: RawJson<T>): T {
  return acceptsRawJson ? (json as unknown as T) : json.parse()
}
