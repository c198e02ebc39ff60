import { z } from 'zod'
import { EXTENSIBLE_ENUM_KEYWORD } from './constants'
import type { JsonSchema } from './openapi-types'

/**
 * Converts a zod schema to JSON Schema. Schemas with an `id` go into `components` and are referenced.
 * @param io `input` for requests, `output` for responses.
 * @throws {Error} if two schemas share an id.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  // Wrapped in an object, so that a root schema with an id becomes a reference too.
  const { properties, $defs } = z.toJSONSchema(z.object({ root: schema }), { io }) as JsonSchema
  for (const [id, raw] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
    // A named object is a response (which `baseline` sends back); request-only schemas have names ending in Input.
    const component = cleanUp(raw, id.endsWith('Input') ? 'input' : 'output')
    if (id in components && JSON.stringify(components[id]) !== JSON.stringify(component))
      throw new Error(`Two schemas have the id ${id}`)
    components[id] = component
  }
  return cleanUp(properties?.root ?? {}, io)
}

const FORMATS_WITHOUT_PATTERN = new Set(['date', 'date-time'])

/** Options with a discriminator (`oneOf`) exclude each other anyway. */
function renameKeywords(schema: JsonSchema): JsonSchema {
  const { example, propertyNames: _, oneOf, ...rest } = schema
  return {
    ...rest,
    ...(oneOf ? { anyOf: oneOf as JsonSchema[] } : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

function cleanUp(raw: JsonSchema, io: 'input' | 'output'): JsonSchema {
  const schema = renameKeywords(raw)
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/$defs/', '#/components/schemas/')
  if (FORMATS_WITHOUT_PATTERN.has(String(schema.format))) delete schema.pattern
  if (typeof schema.pattern === 'string') schema.pattern = portablePattern(schema.pattern)
  if (schema.enum && io === 'output') {
    schema[EXTENSIBLE_ENUM_KEYWORD] = schema.enum
    delete schema.enum
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.additionalProperties === false) delete schema.additionalProperties
  else if (schema.additionalProperties !== undefined && schema.additionalProperties !== true)
    schema.additionalProperties = isEmpty(schema.additionalProperties)
      ? true
      : cleanUp(schema.additionalProperties as JsonSchema, io)
  if (schema.properties)
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, cleanUp(property, io)]),
    )
  if (schema.items) schema.items = cleanUp(schema.items, io)
  if (!schema.anyOf) return schema
  return simplifyAnyOf(
    schema,
    schema.anyOf.map((option) => cleanUp(option, io)),
  )
}

function simplifyAnyOf(schema: JsonSchema, options: JsonSchema[]): JsonSchema {
  const anyOf = options.flatMap((option) => option.anyOf ?? [option])
  const [only, ...more] = anyOf.filter(({ type }) => type !== 'null')
  const { anyOf: _, ...rest } = schema
  const [first, ...others] = options.filter(({ type }) => type !== 'null')
  const inner = others.length === 0 ? first?.description : undefined
  const described: JsonSchema = inner === undefined ? rest : { description: inner, ...rest }
  const isPlain = only !== undefined && more.length === 0 && only.enum === undefined && anyOf.length > 1
  return isPlain && typeof only.type === 'string'
    ? { ...only, ...described, type: [only.type, 'null'] }
    : { ...described, anyOf }
}

/**
 * Names the response envelope, so that generated clients have one type for it:
 * `ContactEnvelope` for `{ data: Contact }`, `ContactPage` for a page.
 * @throws {Error} if the content has no `id`.
 */
export function registerEnvelopeComponent(envelope: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  const data = envelope.properties?.data
  const item = (data?.$ref ?? data?.items?.$ref)?.replace('#/components/schemas/', '')
  if (item === undefined) throw new Error(`An answer has data without an id: ${JSON.stringify(data)}`)
  const name = `${item}${data?.items ? 'Page' : 'Envelope'}`
  components[name] ??= envelope
  return { $ref: `#/components/schemas/${name}` }
}

/**
 * Unicode classes used by our patterns, as the inside of a character class. The line and paragraph separators are
 * omitted, because several generators write patterns as JavaScript regex literals, which cannot contain them. So the
 * document permits two characters that the service refuses.
 */
const UNICODE_CLASSES: Record<string, string> = {
  '\\p{Cc}': '\\x00-\\x1f\\x7f\u0080-\u009f',
  '\\p{Zl}': '',
  '\\p{Zp}': '',
}

/**
 * Rewrites a pattern for all regex engines: Unicode classes and `\u` escapes, which Python, Go, PHP or JavaScript
 * without flags reject, become literal characters. `\x` above 7f is another byte in Ruby.
 * @throws {Error} for an escape that some language lacks.
 */
function portablePattern(pattern: string): string {
  const portable = pattern
    .replaceAll(/\\p\{\w+\}/g, (escape) => UNICODE_CLASSES[escape] ?? escape)
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (/\\[a-z]|[\u2028\u2029]/i.test(portable.replaceAll(/\\(?:[dw]|x[0-7][0-9a-f])/g, '')))
    throw new Error(`Some language cannot read the pattern ${pattern}`)
  return portable
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
