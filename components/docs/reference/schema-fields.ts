import type { Paragraph } from 'mdast'
import { EXTENSIBLE_ENUM_KEYWORD } from '@/server/api/rest/openapi/constants'
import type { JsonSchema } from '@/server/api/rest/openapi/openapi-types'
import { parseParagraph } from '../markdown'

export type SchemaField = {
  name: string
  depth: number
  type: TypeDescription
  isRequired: boolean
  limits: readonly string[]
  description: Paragraph | null
}

/** Examples: "string or null", "list of objects", `"email" | "sms"`; a named object is a part of its own. */
export type TypeDescription = readonly { text: string; object?: string }[]

/** Fields of a schema, each followed by the fields of its inline object; named objects have their own section. */
export function listSchemaFields(schema: JsonSchema, depth = 0): SchemaField[] {
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    {
      name,
      depth,
      type: describeType(property),
      isRequired: required.includes(name),
      limits: describeLimits(property),
      description: parseParagraph(property.description ?? ''),
    },
    ...listSchemaFields(inlineObject(property), depth + 1),
  ])
}

function inlineObject(schema: JsonSchema): JsonSchema {
  if (schema.properties) return schema
  const inner = schema.items ?? schema.anyOf?.find((one) => one.type !== 'null')
  return inner === undefined ? {} : inlineObject(inner)
}

export function describeType(schema: JsonSchema): TypeDescription {
  const object = schema.$ref?.replace('#/components/schemas/', '')
  if (object !== undefined) return [{ text: object, object }]
  if ('const' in schema) return [{ text: JSON.stringify(schema.const) }]
  if (schema.enum) return [{ text: schema.enum.map((value) => JSON.stringify(value)).join(' | ') }]
  const knownValues = schema[EXTENSIBLE_ENUM_KEYWORD]
  if (Array.isArray(knownValues)) return extensibleEnumType(schema, knownValues)
  if (schema.anyOf) return joinAlternatives(schema.anyOf.map(describeType))
  return joinAlternatives([schema.type ?? 'any value'].flat().map((type) => plainType(schema, type)))
}

function extensibleEnumType({ type }: JsonSchema, knownValues: readonly unknown[]): TypeDescription {
  const values = [...knownValues.map((value) => JSON.stringify(value)), '…'].join(' | ')
  return joinAlternatives([[{ text: values }], ...([type].flat().includes('null') ? [[{ text: 'null' }]] : [])])
}

function plainType(schema: JsonSchema, type: string): TypeDescription {
  if (type === 'array') return listType(schema)
  const { format } = schema
  return [{ text: (type === 'string' && typeof format === 'string' ? FORMATS[format] : undefined) ?? type }]
}

function joinAlternatives(alternatives: readonly TypeDescription[]): TypeDescription {
  const unique = alternatives.filter(
    (part, index) => alternatives.findIndex((one) => plainText(one) === plainText(part)) === index,
  )
  return unique.flatMap((part, index) => (index === 0 ? part : [{ text: ' or ' }, ...part]))
}

function plainText(words: TypeDescription): string {
  return words.map(({ text }) => text).join('')
}

const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'time (ISO 8601)',
  date: 'day (YYYY-MM-DD)',
  'idn-email': 'email address',
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

function listType({ items }: JsonSchema): TypeDescription {
  const inner = items ? describeType(items) : [{ text: 'any value' }]
  const plural = PLURALS[plainText(inner)]
  return [{ text: 'list of ' }, ...(plural === undefined ? inner : [{ text: plural }])]
}

function describeLimits(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, maxProperties } = schema
  return [
    describeRange(minLength, maxLength, 'characters'),
    describeRange(minimum, maximum, ''),
    describeRange(minItems, maxItems, 'items'),
    describeRange(undefined, maxProperties, 'fields'),
    schema.default === undefined || schema.default === null ? '' : `${JSON.stringify(schema.default)} by default`,
  ].filter((words) => words !== '')
}

function describeRange(from: unknown, to: unknown, what: string): string {
  const unit = what === '' ? '' : ` ${what}`
  // MAX_SAFE_INTEGER is a technical bound, not a documented limit.
  const max = typeof to === 'number' && to < Number.MAX_SAFE_INTEGER ? to : undefined
  const min = typeof from === 'number' && from > Number.MIN_SAFE_INTEGER && (from > 0 || what === '') ? from : undefined
  if (min !== undefined && max !== undefined) return min === max ? `${min}${unit}` : `${min} to ${max}${unit}`
  if (max !== undefined) return `at most ${max}${unit}`
  return min === undefined ? '' : `at least ${min}${unit}`
}
