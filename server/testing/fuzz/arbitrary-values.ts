import * as fc from 'fast-check'
import { arbitraryHostileValue, INVALID_TEXTS, TRICKY_TEXTS } from './hostile-inputs'
import { type OpenApiOperation, type OpenApiSchema, resolveSchema } from './openapi-operations'
import {
  EMAIL_PLACEHOLDER,
  foreignRowPlaceholder,
  newRowPlaceholder,
  type RowKind,
  rowPlaceholder,
  SUBSCRIPTION_URL_PLACEHOLDER,
} from './row-pool'

export type FieldContext = { name: string; operation: OpenApiOperation }

/**
 * Values of a schema. Boundaries are frequent; references mostly point to existing rows.
 * @param hostility percentage of values, at every depth, that violate the schema; 0 for valid values only
 */
export function arbitraryValue(schema: OpenApiSchema, place: FieldContext, hostility: number): fc.Arbitrary<unknown> {
  const node = resolveSchema(schema)
  const valid = arbitraryValidValue(node, place, hostility)
  if (hostility === 0) return valid
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 100 - hostility, arbitrary: valid },
    {
      weight: hostility,
      arbitrary: fc.oneof(arbitraryInvalidValue(node), arbitraryHostileValue, fc.constantFrom(...INVALID_TEXTS)),
    },
  )
}

function arbitraryValidValue(node: OpenApiSchema, place: FieldContext, hostility: number): fc.Arbitrary<unknown> {
  const options = node.anyOf ?? node.oneOf
  if (options) return fc.oneof(...options.map((option) => arbitraryValue(option, place, hostility)))
  if (node.const !== undefined) return fc.constant(node.const)
  if (node.enum) return fc.constantFrom(...node.enum)
  if (Array.isArray(node.type))
    return fc.oneof(...node.type.map((type) => arbitraryValidValue({ ...node, type }, place, hostility)))
  switch (node.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return arbitraryInteger(node)
    case 'number':
      return fc.oneof(fc.integer({ min: -10, max: 10 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'string':
      return arbitraryString(node, place)
    case 'array':
      return arbitraryList(node, place, hostility)
    case 'object':
      return arbitraryObject(node, place, hostility)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function arbitraryInteger({ minimum = -100, maximum = Number.MAX_SAFE_INTEGER }: OpenApiSchema): fc.Arbitrary<number> {
  const small = Math.min(maximum, minimum + 20)
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: minimum, max: small }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) },
  )
}

function arbitraryList(
  { items = {}, minItems = 0, maxItems = 10 }: OpenApiSchema,
  place: FieldContext,
  hostility: number,
) {
  const item = arbitraryValue(items, place, hostility)
  const few = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })
  const full = fc.array(item, { minLength: maxItems, maxLength: maxItems, size: 'max' })
  return fc.oneof({ withCrossShrink: true }, { weight: 29, arbitrary: few }, { weight: 1, arbitrary: full })
}

function arbitraryObject(node: OpenApiSchema, place: FieldContext, hostility: number): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties } = node
  const model: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, schema] of Object.entries(properties))
    model[name] = arbitraryValue(schema, { ...place, name }, hostility)
  const all = fc.record(model, { requiredKeys: required, noNullPrototype: true })
  const known = 'asRead' in model ? mostlyWithout(all, 'asRead') : all
  if (additionalProperties !== undefined && additionalProperties !== false)
    return fc.tuple(known, freeFields).map(([fields, free]) => ({ ...free, ...fields }))
  if (hostility === 0) return known
  return fc
    .tuple(known, fc.nat({ max: 19 }), fc.constantFrom(...Object.keys(properties), 'id'), arbitraryHostileValue)
    .map(([fields, dice, name, extra]) => {
      if (dice === 0) return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
      return dice === 1 ? { ...fields, unknownField: extra } : fields
    })
}

/** Mostly omits fields that are rarely valid: with one in every second request, successes would be rare. */
function mostlyWithout(
  all: fc.Arbitrary<Record<string, unknown>>,
  name: string,
): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .tuple(all, fc.nat({ max: 9 }))
    .map(([fields, dice]) =>
      dice === 0 ? fields : Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)),
    )
}

const freeFields = fc.oneof(
  { weight: 9, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constant(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, index]))),
  },
  { weight: 1, arbitrary: arbitraryHostileValue.map((value) => ({ value })) },
  { weight: 1, arbitrary: fc.constantFrom('prototype', 'constructor', 'a\u0000').map((name) => ({ [name]: 1 })) },
)

function arbitraryString(node: OpenApiSchema, place: FieldContext): fc.Arbitrary<string> {
  if (node.format === 'uuid') return arbitraryId(place)
  if (node.format === 'date') return dates.map((date) => date.slice(0, 10))
  if (node.format === 'date-time') return dates
  if (place.name === 'email' || place.name === 'address') return emails
  if (place.name === 'hookUrl') return hooks
  if (place.name === 'timeZone') return timeZones
  if (node.pattern !== undefined) return arbitraryMatching(new RegExp(node.pattern, 'u'), node)
  if (place.name === 'phone') return fc.oneof(phones, arbitraryText(node))
  return arbitraryText(node)
}

/** fast-check cannot generate from patterns with Unicode character classes; those only exclude characters. */
function arbitraryMatching(pattern: RegExp, node: OpenApiSchema): fc.Arbitrary<string> {
  if (pattern.source.includes('\\p{')) return arbitraryText(node).filter((text) => pattern.test(text))
  const known = arbitraryByPattern.get(pattern.source) ?? fc.stringMatching(pattern, { size: 'small' })
  arbitraryByPattern.set(pattern.source, known)
  return known
}

/** Kept, because fc.stringMatching() takes up to a second of CPU time per pattern, in which requests under way time out. */
const arbitraryByPattern = new Map<string, fc.Arbitrary<string>>()
const words = fc.stringMatching(/^[a-z]{1,9}$/)

/** Readable, non-blank text: rules that the document cannot express. */
function arbitraryText({ minLength = 0, maxLength = 200 }: OpenApiSchema): fc.Arbitrary<string> {
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 12) })
  const edges = [minLength, maxLength].map((length) => 'x'.repeat(length))
  return fc
    .oneof(
      { weight: 5, arbitrary: words },
      { weight: 3, arbitrary: short },
      { weight: 2, arbitrary: fc.constantFrom(...TRICKY_TEXTS) },
      { weight: 1, arbitrary: fc.constantFrom(...edges, '😀'.repeat(Math.floor(maxLength / 2))) },
    )
    .filter((text) => text.length <= maxLength && text.trim().length >= minLength)
}

function arbitraryInvalidValue(node: OpenApiSchema): fc.Arbitrary<unknown> {
  const invalid: unknown[] = ['', ' ', null]
  if (node.maxLength !== undefined) invalid.push('x'.repeat(node.maxLength + 1), ['x'])
  if (node.maximum !== undefined) invalid.push(node.maximum + 1, String(node.maximum))
  if (node.minimum !== undefined) invalid.push(node.minimum - 1, node.minimum + 0.5, String(node.minimum))
  if (node.maxItems !== undefined)
    invalid.push(
      Array.from({ length: node.maxItems + 1 }, () => 'x'),
      [],
    )
  if (node.enum) invalid.push(`${String(node.enum[0])} `, String(node.enum[0]).toUpperCase(), [node.enum[0]])
  if (node.format === 'uuid')
    invalid.push('0199b7d6', '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e5g', 'urn:uuid:0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57')
  if (node.format?.startsWith('date'))
    invalid.push('2026-02-30', '2026-13-01', '12026-01-01', '2026-01-01T25:00:00Z', '0', 'today')
  return fc.constantFrom(...invalid)
}

const KIND_OF_NAME: Record<string, RowKind> = {
  survey_id: 'survey',
  sequence_id: 'sequence',
  contact_id: 'contact',
  location_id: 'location',
  employee_id: 'employee',
  contact_organization_id: 'contactOrganization',
  locationId: 'location',
  contactOrganizationId: 'contactOrganization',
  employeeId: 'employee',
}

const KIND_OF_COLLECTION: Record<string, RowKind> = {
  contacts: 'contact',
  surveys: 'survey',
  sequences: 'sequence',
  sendings: 'sending',
  responses: 'response',
  reviews: 'review',
  locations: 'location',
  employees: 'employee',
  'contact-organizations': 'contactOrganization',
  webhooks: 'subscription',
}

/** Well-formed ids: of existing rows, mostly of the kind that the place refers to, and unknown ones. */
function arbitraryId({ name, operation }: FieldContext): fc.Arbitrary<string> {
  const collection = operation.template.split('/')[1] ?? ''
  const kind = KIND_OF_NAME[name] ?? (name === 'id' ? KIND_OF_COLLECTION[collection] : undefined)
  const unknownId = fc.oneof(
    fc.uuid(),
    fc.constantFrom('00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'),
  )
  if (kind === undefined) return unknownId
  const index = fc.nat({ max: 5 })
  const fresh = operation.method === 'GET' ? rowPlaceholder(kind, 0) : newRowPlaceholder(kind)
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(fresh) },
    { weight: 8, arbitrary: index.map((at) => rowPlaceholder(kind, at)) },
    { weight: 1, arbitrary: unknownId },
    { weight: 1, arbitrary: fc.constant(foreignRowPlaceholder(kind)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...Object.values(KIND_OF_COLLECTION)), index)
        .map(([other, at]) => rowPlaceholder(other, at)),
    },
  )
}

/** From year 0 to the last millisecond that ISO 8601 writes with four digits. */
const dates = fc.oneof(
  fc.constantFrom(
    '0000-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '9999-12-31T23:59:59.999Z',
  ),
  fc
    .date({ min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
)

const timeZones = fc.constantFrom('Europe/Paris', 'America/Argentina/Ushuaia', 'UTC', 'europe/paris', 'Mars/Olympus')

const emails = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z0-9]{8,20}@[a-z]{3,9}\.(test|example)$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Z][a-z]{4,9}\+[a-z]{4,9}@[A-Za-z]{3,9}\.TEST$/) },
  { weight: 1, arbitrary: fc.constant(EMAIL_PLACEHOLDER) },
)

const phones = fc.oneof(
  fc.stringMatching(/^\+336[0-9]{8}$/),
  fc.constantFrom('06 12 34 56 78', '(415) 555-0132', '0', '+', 'ext. 5'),
)

/**
 * Mostly a public IP address, which needs no DNS lookup, sometimes a reserved name. Nothing is dialled: the deliveries are never run here.
 */
const hooks = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^https:\/\/93\.184\.215\.14\/[a-z0-9]{1,6}$/) },
  { weight: 2, arbitrary: fc.constant(SUBSCRIPTION_URL_PLACEHOLDER) },
  { weight: 1, arbitrary: fc.constantFrom('https://receiver.test/hook', 'https://пример.test/é?q=😀') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'http://93.184.215.14/',
      'https://127.1/',
      'https://[::1]/',
      'https://user:pass@93.184.215.14/',
      'https://93.184.215.14:0/',
      'https://93.184.215.14:99999/',
      'https://',
      'javascript:alert(1)',
      `https://93.184.215.14/${'x'.repeat(2048)}`,
      'https://93.184.215.14/\u0000',
      'https://93.184.215.14/\uD800',
    ),
  },
)
