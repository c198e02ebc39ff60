import { z } from 'zod'
import type { JsonSchema } from './document'

/**
 * A zod schema as JSON Schema. Every schema in it that has an `id` goes into `components` and is referred to.
 * @param io what a caller may send, or what the service answers.
 * @throws {Error} when one id stands for two schemas: a document that picks one of them would lie about the other.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  // Inside an object, so that a schema with an id of its own becomes a reference too.
  const { properties, $defs } = z.toJSONSchema(z.object({ root: schema }), { io }) as JsonSchema
  for (const [id, written] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
    const component = tidy(written)
    if (id in components && JSON.stringify(components[id]) !== JSON.stringify(component))
      throw new Error(`Two schemas have the id ${id}`)
    components[id] = component
  }
  return tidy(properties?.root ?? {})
}

/** Not `uuid`: what the format means to many also begins with `urn:uuid:`, which is no id here. */
const GIVEN_BY_FORMAT = new Set(['date', 'date-time'])

/**
 * zod's JSON Schema in the words of people: without the patterns that only repeat a format, the bounds that only
 * repeat what a number is, and promises that no field will ever be added.
 */
function tidy(written: JsonSchema): JsonSchema {
  const { example, propertyNames: _, ...rest } = written
  const schema: JsonSchema = rest
  if (example !== undefined) schema.examples = [example]
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/$defs/', '#/components/schemas/')
  if (GIVEN_BY_FORMAT.has(String(schema.format))) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.additionalProperties === false) delete schema.additionalProperties
  else if (schema.additionalProperties !== undefined && schema.additionalProperties !== true)
    schema.additionalProperties = isEmpty(schema.additionalProperties)
      ? true
      : tidy(schema.additionalProperties as JsonSchema)
  if (schema.properties)
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, tidy(property)]),
    )
  if (schema.items) schema.items = tidy(schema.items)
  return schema.anyOf ? simplified(schema, schema.anyOf.map(tidy)) : schema
}

/** A choice within a choice becomes one; "this or null" becomes a list of types where it can. */
function simplified(schema: JsonSchema, options: JsonSchema[]): JsonSchema {
  const anyOf = options.flatMap((option) => option.anyOf ?? [option])
  const [only, ...more] = anyOf.filter(({ type }) => type !== 'null')
  const { anyOf: _, ...rest } = schema
  const [first, ...others] = options.filter(({ type }) => type !== 'null')
  const inner = others.length === 0 ? first?.description : undefined
  const described: JsonSchema = inner === undefined ? rest : { description: inner, ...rest }
  if (!only || more.length > 0 || anyOf.length === 1 || typeof only.type !== 'string') return { ...described, anyOf }
  return {
    ...only,
    ...described,
    type: [only.type, 'null'],
    ...(only.enum ? { enum: [...only.enum, null] } : {}),
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
