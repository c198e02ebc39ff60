import type { PropertyDefinition } from '../../contact-properties/constants'
import {
  readChoice,
  readValue,
  splitFullName,
  type ValueContext,
  type ValueKind,
} from '../../imports/columns/read-value'
import { type LocalizableMessage, localizableMessage } from '../../messages/localizable-message'
import { type Language, singleLineTextSchema, textSchema } from '../../validation/schema'
import { listScalars, readAtPath, type Scalar } from './body-values'
import type { MappedField } from './constants'
import type { TriggerMapping, ValueSource } from './schema'

export type Finding = { field: string; message: LocalizableMessage }

export type MappedContact = {
  email: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
  preferredLanguage: Language | null
  customFields: Record<string, unknown>
}

/**
 * @property location text that names a location, `employee` one that names an employee
 * @property problems keep the request from entering
 * @property notes tell what was left out
 */
export type MappedBody = {
  contact: MappedContact
  location: string | null
  employee: string | null
  dedupeKey: string | null
  problems: Finding[]
  notes: Finding[]
}

export type BodyContext = ValueContext & { properties: readonly PropertyDefinition[] }

/** Reads the fields of a body. What cannot be read is left out with a note; without an address, or a key that is mapped, there is a problem. */
export function mapRequestBody(body: unknown, mapping: TriggerMapping, context: BodyContext): MappedBody {
  const findings = { problems: [] as Finding[], notes: [] as Finding[] }
  const read = (field: MappedField) => findScalar(body, mapping[field])
  const readAs = <Kind extends ValueKind>(field: MappedField, kind: Kind) => {
    const scalar = read(field)
    if (scalar === null) return null
    const result = readValue(kind, scalar, context)
    if ('value' in result) return result.value
    findings.notes.push({ field, message: unreadable(scalar) })
    return null
  }
  const readName = (field: MappedField) => cleanName(read(field))
  const full = readName('fullName')
  const split = full === null ? null : splitFullName(full)
  const contact: MappedContact = {
    email: readEmail(read('email'), context, findings.problems),
    firstName: readName('firstName') ?? cleanName(split?.firstName ?? null),
    lastName: readName('lastName') ?? cleanName(split?.lastName ?? null),
    phone: readAs('phone', 'phone'),
    preferredLanguage: readAs('language', 'language'),
    customFields: readProperties(body, mapping, context, findings.notes),
  }
  const dedupeKey = read('dedupeKey')
  if (mapping.dedupeKey && dedupeKey === null)
    findings.problems.push({ field: 'dedupeKey', message: localizableMessage('trigger.noKey') })
  return {
    contact,
    location: toText(read('location')),
    employee: toText(read('employee')),
    dedupeKey: toText(dedupeKey),
    ...findings,
  }
}

/** The first value that is not blank. */
function findScalar(body: unknown, source: ValueSource | null): Scalar | null {
  if (source === null) return null
  if ('text' in source) return source.text
  return listScalars(readAtPath(body, source.path)).find((scalar) => String(scalar).trim() !== '') ?? null
}

const toText = (scalar: Scalar | null) => (scalar === null ? null : String(scalar).trim())

const SHOWN_CHARACTERS = 100

function unreadable(scalar: Scalar): LocalizableMessage {
  return localizableMessage('trigger.leftOut', { value: String(scalar).slice(0, SHOWN_CHARACTERS) })
}

function readEmail(scalar: Scalar | null, context: ValueContext, problems: Finding[]): string | null {
  const result = scalar === null ? null : readValue('email', scalar, context)
  if (result && 'value' in result) return result.value
  const message =
    scalar === null
      ? localizableMessage('trigger.noEmail')
      : localizableMessage('trigger.badEmail', { value: String(scalar).slice(0, SHOWN_CHARACTERS) })
  problems.push({ field: 'email', message })
  return null
}

const NAME_MAX_CHARACTERS = 100
const Name = singleLineTextSchema(NAME_MAX_CHARACTERS).min(1)

function cleanName(scalar: Scalar | null): string | null {
  if (scalar === null) return null
  const name = Array.from(String(scalar).replace(/\s+/g, ' ').trim()).slice(0, NAME_MAX_CHARACTERS).join('')
  return Name.safeParse(name).data ?? null
}

function readProperties(
  body: unknown,
  { properties }: TriggerMapping,
  context: BodyContext,
  notes: Finding[],
): Record<string, unknown> {
  const fields: [string, unknown][] = []
  for (const { key, source } of properties) {
    const scalar = findScalar(body, source)
    if (scalar === null) continue
    const value = readProperty(
      scalar,
      context.properties.find((property) => property.key === key),
      context,
    )
    if (value === undefined) notes.push({ field: key, message: unreadable(scalar) })
    else fields.push([key, value])
  }
  return Object.fromEntries(fields)
}

const Text = textSchema(1000)

/** @returns undefined for a value that is not of the declared type */
function readProperty(scalar: Scalar, declared: PropertyDefinition | undefined, context: ValueContext): unknown {
  if (declared === undefined) return typeof scalar === 'string' ? Text.safeParse(scalar.trim()).data : scalar
  if (declared.type === 'text') return Text.safeParse(String(scalar).trim()).data
  const result =
    declared.type === 'choice' ? readChoice(scalar, declared.options) : readValue(declared.type, scalar, context)
  return 'value' in result ? result.value : undefined
}
