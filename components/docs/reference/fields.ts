import type { JsonSchema, OpenApiDocument } from '@/server/api/openapi/document'
import { type Phrase, parsePhrase } from '../markdown'

/** A field of a body or an answer, or a parameter, as a row of a list. */
export type Field = {
  /** From the root: `data[].email`. */
  name: string
  /** 0 at the root. */
  depth: number
  /** "string or null", "list of objects", `"email" | "sms"` */
  type: string
  isRequired: boolean
  /** "1 to 200 characters", "50 if absent" */
  limits: readonly string[]
  description: Phrase
}

/** A schema deeper than this is shown as far as this. */
const DEEPEST = 5

/**
 * The fields of a schema, each followed by its own.
 * @param document where its references lead; `null` for a schema that has none.
 */
export function schemaFields(schema: JsonSchema, document: OpenApiDocument | null): Field[] {
  const resolve = (one: JsonSchema): JsonSchema => {
    const name = one.$ref?.replace('#/components/schemas/', '')
    return name === undefined ? one : { ...document?.components.schemas[name], ...withoutRef(one) }
  }
  const walk = (given: JsonSchema, depth: number, seen: readonly string[]): Field[] => {
    const { shape, refs } = objectWithin(given, resolve)
    // A list within itself is shown once.
    if (!shape?.properties || depth >= DEEPEST || refs.some((ref) => seen.includes(ref))) return []
    const required = shape.required ?? []
    return Object.entries(shape.properties).flatMap(([name, property]) => [
      describe(name, depth, resolve(property), required.includes(name), resolve),
      ...walk(property, depth + 1, [...seen, ...refs]),
    ])
  }
  return walk(schema, 0, [])
}

function withoutRef({ $ref: _, ...rest }: JsonSchema): JsonSchema {
  return rest
}

type Resolve = (schema: JsonSchema) => JsonSchema

/** The object that a schema is, or that its list holds, or that it is unless it is null. */
function objectWithin(given: JsonSchema, resolve: Resolve): { shape: JsonSchema | undefined; refs: string[] } {
  const refs = given.$ref === undefined ? [] : [given.$ref]
  const schema = resolve(given)
  if (schema.properties) return { shape: schema, refs }
  const within = schema.items ?? schema.anyOf?.find((one) => one.type !== 'null')
  if (within === undefined) return { shape: undefined, refs }
  const inner = objectWithin(within, resolve)
  return { shape: inner.shape, refs: [...refs, ...inner.refs] }
}

function describe(name: string, depth: number, schema: JsonSchema, isRequired: boolean, resolve: Resolve): Field {
  return {
    name,
    depth,
    type: typeWords(schema, resolve),
    isRequired,
    limits: limitWords(schema),
    description: parsePhrase(schema.description ?? ''),
  }
}

function typeWords(given: JsonSchema, resolve: Resolve): string {
  const schema = resolve(given)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeWords(one, resolve)))].join(' or ')
  const types = [schema.type ?? 'any value'].flat()
  return types
    .map((type) => (type === 'array' ? listWords(schema, resolve) : (FORMATS[formatOf(schema, type)] ?? type)))
    .join(' or ')
}

function formatOf({ format }: JsonSchema, type: string): string {
  return type === 'string' && typeof format === 'string' ? format : type
}

/** What a format of JSON Schema is to people. */
const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'time (ISO 8601)',
  date: 'day (YYYY-MM-DD)',
  email: 'email address',
  uri: 'URL',
}

const PLURALS: Record<string, string> = {
  string: 'strings',
  object: 'objects',
  number: 'numbers',
  integer: 'integers',
  UUID: 'UUIDs',
  'email address': 'email addresses',
  URL: 'URLs',
}

function listWords({ items }: JsonSchema, resolve: Resolve): string {
  const inner = items ? typeWords(items, resolve) : 'any value'
  return `list of ${PLURALS[inner] ?? inner}`
}

function limitWords(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, maxProperties } = schema
  return [
    between(minLength, maxLength, 'characters'),
    between(minimum, maximum, ''),
    between(minItems, maxItems, 'items'),
    between(undefined, maxProperties, 'fields'),
    schema.default === undefined || schema.default === null ? '' : `${JSON.stringify(schema.default)} by default`,
  ].filter((words) => words !== '')
}

function between(from: unknown, to: unknown, what: string): string {
  const unit = what === '' ? '' : ` ${what}`
  // The largest number that a browser holds is no limit that anybody set.
  const most = typeof to === 'number' && to < Number.MAX_SAFE_INTEGER ? to : undefined
  const least =
    typeof from === 'number' && from > Number.MIN_SAFE_INTEGER && (from > 0 || what === '') ? from : undefined
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}${unit}` : `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined ? '' : `at least ${least}${unit}`
}
