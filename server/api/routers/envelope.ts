import { z } from 'zod'
import { DeletedRecord } from '../../change-feed/schema'
import type { PageOfJsonRows } from '../../paging'
import { RawJson } from '../../raw-json'
import { PAGE_LIMIT_MAX, Timestamp } from '../../validation/schema'
import type { ApiContext } from './trpc'

/* Response envelope (interface specification, 2.1, 2.2). Transport only: domain functions return the content. */

export type EnvelopeParser<T extends z.ZodType> = {
  schema: T
  parse: (value: unknown) => z.output<T>
  parseAsync: (value: unknown) => Promise<z.output<T>>
  _input: z.input<T>
  _output: z.output<T>
}

/** @param documented what the OpenAPI document says of it */
function envelopeParser<T extends z.ZodType>(schema: T, documented: z.ZodType = schema): EnvelopeParser<T> {
  const parser = {
    schema: documented,
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
    nextCursor: z
      .string()
      .nullable()
      .exactOptional()
      .describe('With `updated_since` or `cursor`: the `cursor` of the next request, or null at the end.'),
    nextUpdatedSince: Timestamp.nullable()
      .exactOptional()
      .describe('With `updated_since` or `cursor`: at the end, the `updated_since` of the next sync. Null before.'),
  })
  .meta({ id: 'PageMeta' })

export function page<T extends z.ZodType>(item: T) {
  return envelopeParser(z.object({ data: z.array(item).meta({ maxItems: PAGE_LIMIT_MAX }), meta: PageMeta }))
}

export const CHANGES_DESCRIPTION =
  'With `updated_since`, then with `cursor`, you get the records in the order of their last change instead, to keep a copy in sync: ' +
  'see the guide “Keep a copy in sync”.'

/**
 * A page of a list, or of its changes, where deleted records come among the items. The document has the items only, and describes the
 * others at the parameter `deleted`: an item of two types would break the clients that were generated from it
 * (docs/decisions/0064-change-feed.md).
 */
export function pageOrChanges<T extends z.ZodType>(item: T) {
  const items = z.array(z.union([item, DeletedRecord])).meta({ maxItems: PAGE_LIMIT_MAX })
  return envelopeParser(z.object({ data: items, meta: PageMeta }), page(item).schema)
}

type Caller = Pick<ApiContext, 'acceptsRawJson'>

export function buildItemEnvelope<T>(caller: Caller, item: RawJson<T>): { data: T } {
  return respond(caller, new RawJson<{ data: T }>(`{"data":${item.text}}`))
}

export function buildPageEnvelope<T>(caller: Caller, { data, meta }: PageOfJsonRows<T>) {
  const json = `{"data":${data.text},"meta":${JSON.stringify(meta)}}`
  return respond(caller, new RawJson<{ data: T[]; meta: typeof meta }>(json))
}

function respond<T>({ acceptsRawJson = false }: Caller, json: RawJson<T>): T {
  return acceptsRawJson ? (json as unknown as T) : json.parse()
}
