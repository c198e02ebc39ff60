import { type BodyPath, MAPPED_FIELDS, type MappedField } from '@/server/sequences/trigger-addresses/constants'
import type { RecipeName } from '@/server/sequences/trigger-addresses/recipes/constants'
import type {
  BodyLeaf,
  SignatureCheck,
  TriggerSettings,
  ValueSource,
} from '@/server/sequences/trigger-addresses/schema'

/** Value of a select for a text that is always the same. */
export const FIXED = 'text'

/** @property place JSON of a path, {@link FIXED}, or empty */
export type PlaceValues = { place: string; text: string }

/** The form of an address. Shaped like the API call, so that its validation errors map to the fields. Numbers are as typed. */
export type TriggerValues = {
  recipe: RecipeName
  mapping: Record<MappedField, PlaceValues>
  properties: (PlaceValues & { key: string })[]
  conditions: { place: string; operator: TriggerSettings['conditions'][number]['operator']; value: string }[]
  reentry: 'never' | 'days' | 'always'
  reentryDays: string
  scheme: SignatureCheck['scheme'] | 'none'
  header: string
  algorithm: 'sha256' | 'sha1'
  encoding: 'hex' | 'base64'
  prefix: string
  signingSecret: string
}

export const toPlace = (path: BodyPath): string => JSON.stringify(path)
export const toPath = (place: string) => JSON.parse(place) as (string | number)[]

const NOT_READ: PlaceValues = { place: '', text: '' }

function toPlaceValues(source: ValueSource | null | undefined): PlaceValues {
  if (!source) return NOT_READ
  return 'path' in source ? { place: toPlace(source.path), text: '' } : { place: FIXED, text: source.text }
}

function toSource({ place, text }: PlaceValues): ValueSource | null {
  if (place === '') return null
  return place === FIXED ? { text } : { path: toPath(place) }
}

/** Settings that may lack what only a sample can tell. */
type PartialSettings = Omit<TriggerSettings, 'mapping'> & {
  mapping: Partial<Record<MappedField, ValueSource | null>> & Partial<Pick<TriggerSettings['mapping'], 'properties'>>
}

export function toTriggerValues({
  recipe,
  mapping,
  conditions,
  reentryDays,
  signature,
}: PartialSettings): TriggerValues {
  return {
    recipe,
    mapping: toMappingValues(mapping),
    properties: (mapping.properties ?? []).map(({ key, source }) => ({ key, ...toPlaceValues(source) })),
    conditions: conditions.map(({ path, operator, value }) => ({ place: toPlace(path), operator, value })),
    reentry: reentryDays === null ? 'never' : reentryDays === 0 ? 'always' : 'days',
    reentryDays: String(reentryDays || 30),
    ...toSignatureValues(signature),
    signingSecret: '',
  }
}

function toSignatureValues(signature: SignatureCheck | null) {
  const plain = { header: '', algorithm: 'sha256', encoding: 'hex', prefix: '' } as const
  return signature === null ? { scheme: 'none' as const, ...plain } : { ...plain, ...signature }
}

/** A missing place or number is refused by the server, with the message of its field. */
export function toTriggerSettings(values: TriggerValues): TriggerSettings {
  const { recipe, mapping, properties, conditions, reentry, reentryDays } = values
  const nowhere = { path: [] }
  const sources = Object.fromEntries(MAPPED_FIELDS.map((field) => [field, toSource(mapping[field])])) as Record<
    MappedField,
    ValueSource | null
  >
  return {
    recipe,
    mapping: {
      ...sources,
      email: sources.email ?? nowhere,
      properties: properties.map(({ key, ...place }) => ({ key, source: toSource(place) ?? nowhere })),
    },
    conditions: conditions.map(({ place, operator, value }) => ({
      path: place === '' ? [] : toPath(place),
      operator,
      value,
    })),
    reentryDays: reentry === 'never' ? null : reentry === 'always' ? 0 : Number(reentryDays.trim() || Number.NaN),
    signature: toSignature(values),
  }
}

function toSignature({ scheme, header, algorithm, encoding, prefix }: TriggerValues): SignatureCheck | null {
  if (scheme === 'none') return null
  return scheme === 'body' ? { scheme, header, algorithm, encoding, prefix } : { scheme }
}

const NAMES_OF_FIELDS: readonly [MappedField, RegExp][] = [
  ['firstName', /^(?:first_?name|given_?name|prenom)$/i],
  ['lastName', /^(?:last_?name|family_?name|surname|nom)$/i],
  ['fullName', /^(?:full_?name|customer_?name|name)$/i],
  ['phone', /^(?:phone|mobile|tel|telephone|phone_?number)$/i],
  ['language', /^(?:language|locale|lang)$/i],
  ['location', /^(?:store|shop|location|branch|site)$/i],
  ['employee', /^(?:employee|clerk|cashier|agent|seller)$/i],
  ['dedupeKey', /^(?:id|order|order_?id|order_?number|ticket|ticket_?id|receipt|reference)$/i],
]

/** Places of a sample whose name or value tells what they are: suggestions to check. */
export function suggestMapping(leaves: readonly BodyLeaf[]): TriggerValues['mapping'] {
  const email = leaves.find(({ value }) => value.indexOf('@') > 0 && !/\s/.test(value))
  const named = NAMES_OF_FIELDS.map(
    ([field, pattern]) => [field, leaves.find(({ path }) => pattern.test(String(path.at(-1))))] as const,
  )
  return toMappingValues(
    Object.fromEntries(
      [...named, ['email', email] as const].map(([field, leaf]) => [field, leaf && { path: leaf.path }]),
    ),
  )
}

function toMappingValues(sources: Partial<Record<MappedField, ValueSource | null>>): TriggerValues['mapping'] {
  const values = MAPPED_FIELDS.map((field) => [field, toPlaceValues(sources[field])])
  return Object.fromEntries(values) as TriggerValues['mapping']
}
