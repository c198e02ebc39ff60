import type { Paragraph } from 'mdast'
import type { JsonSchema } from '@/server/api/rest/openapi/document'
import { EXTENSIBLE_ENUM } from '@/server/api/rest/openapi/vocabulary'
import { parseParagraph } from '../markdown'

export type Field = {
  name: string
  depth: number
  type: TypeWords
  isRequired: boolean
  limits: readonly string[]
  description: Paragraph | null
}

/** Examples: "string or null", "list of objects", `"email" | "sms"`; a named object is a part of its own. */
export type TypeWords = readonly { text: string; object?: string }[]

/** Fields of a schema, each followed by the fields of its inline object; named objects have their own section. */
export function schemaFields(schema: JsonSchema, depth = 0): Field[] {
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    {
      name,
      depth,
      type: typeWords(property),
      isRequired: required.includes(name),
      limits: limitWords(property),
      description: parseParagraph(property.description ?? ''),
    },
    ...schemaFields(objectWithin(property), depth + 1),
  ])
}

function objectWithin(schema: JsonSchema): JsonSchema {
  if (schema.properties) return schema
  const within = schema.items ?? schema.anyOf?.find((one) => one.type !== 'null')
  return within === undefined ? {} : objectWithin(within)
}

export function typeWords(schema: JsonSchema): TypeWords {
  const object = schema.$ref?.replace('#/components/schemas/', '')
  if (object !== undefined) return [{ text: object, object }]
  if ('const' in schema) return [{ text: JSON.stringify(schema.const) }]
  if (schema.enum) return [{ text: schema.enum.map((value) => JSON.stringify(value)).join(' | ') }]
  const known = schema[EXTENSIBLE_ENUM]
  if (Array.isArray(known)) return extensibleWords(schema, known)
  if (schema.anyOf) return joined(schema.anyOf.map(typeWords))
  return joined([schema.type ?? 'any value'].flat().map((type) => plainType(schema, type)))
}

function extensibleWords({ type }: JsonSchema, known: readonly unknown[]): TypeWords {
  const values = [...known.map((value) => JSON.stringify(value)), '…'].join(' | ')
  return joined([[{ text: values }], ...([type].flat().includes('null') ? [[{ text: 'null' }]] : [])])
}

function plainType(schema: JsonSchema, type: string): TypeWords {
  if (type === 'array') return listWords(schema)
  const { format } = schema
  return [{ text: (type === 'string' && typeof format === 'string' ? FORMATS[format] : undefined) ?? type }]
}

function joined(parts: readonly TypeWords[]): TypeWords {
  const different = parts.filter((part, index) => parts.findIndex((one) => said(one) === said(part)) === index)
  return different.flatMap((part, index) => (index === 0 ? part : [{ text: ' or ' }, ...part]))
}

function said(words: TypeWords): string {
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

function listWords({ items }: JsonSchema): TypeWords {
  const inner = items ? typeWords(items) : [{ text: 'any value' }]
  const plural = PLURALS[said(inner)]
  return [{ text: 'list of ' }, ...(plural === undefined ? inner : [{ text: plural }])]
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
  // MAX_SAFE_INTEGER is a technical bound, not a documented limit.
  const most = typeof to === 'number' && to < Number.MAX_SAFE_INTEGER ? to : undefined
  const least =
    typeof from === 'number' && from > Number.MIN_SAFE_INTEGER && (from > 0 || what === '') ? from : undefined
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}${unit}` : `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined ? '' : `at least ${least}${unit}`
}
