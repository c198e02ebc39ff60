import type { z } from 'zod'
import { type PropertyDefinition, suggestKey } from '../../contact-properties/constants'
import { UpsertContact } from '../../contacts/schema'
import {
  type LocalizableMessage,
  localizableMessage,
  zodMessageToLocalizableMessage,
} from '../../messages/localizable-message'
import {
  type ReadValue,
  readChoice,
  readValue,
  splitFullName,
  type ValueContext,
  type ValueErrorCode,
} from '../columns/read-value'
import { type Cell, isBlankCell } from '../files/table-row'
import type { ImportTarget } from './constants'
import type { RowReason, StagedRow } from './import-queries'
import type { ReadyImportSpec } from './import-spec'
import { parseResponseRow } from './responses/parse-response-row'
import type { ParsedResponse } from './responses/parsed-response'
import { type RowSuppression, readRowSuppression, readUnsubscribed } from './row-suppression'

export type MappingContext = ValueContext & { properties: readonly PropertyDefinition[] }

export type MappedRow = {
  position: number
  /** Null if the row is refused. */
  input: UpsertContact | null
  /** Names, until they are resolved. */
  locationName: string | null
  companyName: string | null
  /** Of the event that the row is about, for the enrolment. */
  dedupeKey: string | null
  /** A flag of the row that lists an opt-out or a bounce; null without such a column. */
  isListed: boolean | null
  suppression: RowSuppression
  /** Of a file of answers, also if the row is refused for another reason; null if it has no date or no score. */
  answer: ParsedResponse | null
  /** Of a refused row; of one that is imported, the values that were left out. */
  reasons: RowReason[]
}

export type AcceptedRow = MappedRow & { input: UpsertContact }

type Values = Partial<Record<ImportTarget, unknown>>

type ColumnReader = { column: number; target: ImportTarget; read: (cell: Cell) => ReadValue<unknown> }

/** Compiles the settings of an import to a function that reads one row. */
export function createRowMapper(spec: ReadyImportSpec, context: MappingContext): (row: StagedRow) => MappedRow {
  const readers = compileReaders(spec, context)
  const isLenient = spec.settings.onUnreadable === 'omit'
  const listsAnswers = spec.records === 'answers'
  return ({ position, cells }) => {
    const values: Values = {}
    const customFields: Record<string, unknown> = {}
    const reasons: RowReason[] = []
    const unreadable = new Set<ImportTarget>()
    for (const { column, target, read } of readers) {
      const cell = cells[column]
      if (cell === undefined || isBlankCell(cell)) continue
      const result = read(cell)
      if ('error' in result) {
        if (result.error === 'unsupportedLanguage') continue
        reasons.push({ column, message: describeValueError(result.error) })
        unreadable.add(target)
      } else if (target.startsWith('property:')) customFields[target.slice('property:'.length)] = result.value
      else values[target] = result.value
    }
    const hasEmail = readers.some(({ column, target }) => target === 'email' && !isBlankCell(cells[column]))
    const built = buildInput(values, customFields, readers, { isLenient, hasEmail })
    const { answer, reasons: answerReasons } = listsAnswers
      ? parseResponseRow(values, (target) => findColumn(readers, target), unreadable)
      : { answer: null, reasons: [] }
    const problems = [...reasons, ...built.reasons, ...answerReasons]
    const isIncomplete = built.input === null || (listsAnswers && answer === null)
    const isRefused = isIncomplete || (!isLenient && problems.length > 0)
    return { position, ...toRowParts(values), answer, input: isRefused ? null : built.input, reasons: problems }
  }
}

export function describeValueError(code: ValueErrorCode): LocalizableMessage {
  return localizableMessage(`import.${code}`)
}

/** Each column with its target; a column that is kept as a new field has the target of its property. */
function compileReaders(spec: ReadyImportSpec, context: MappingContext): ColumnReader[] {
  const newProperties = definePropertiesOfNewColumns(spec, context.properties)
  return spec.settings.targets.flatMap((target, column): ColumnReader[] => {
    const property = newProperties.get(column)
    if (property) return [{ column, target: `property:${property.key}`, read: createPropertyReader(property, context) }]
    return target === 'ignored' ? [] : [{ column, target, read: createReader(target, context) }]
  })
}

/** By column: the properties that columns are kept as, with keys that are not in use. Text, unless they are to be declared. */
export function definePropertiesOfNewColumns(
  { settings, table, columnTypes = [] }: ReadyImportSpec,
  properties: readonly PropertyDefinition[],
): Map<number, PropertyDefinition> {
  const usedKeys = new Set(properties.map(({ key }) => key))
  const described = new Map<number, PropertyDefinition>()
  for (const [column, target] of settings.targets.entries()) {
    if (target !== 'newProperty') continue
    const type = settings.declareProperties ? columnTypes[column] : 'text'
    const property = describeNewProperty(table.header[column] ?? '', column, usedKeys, type)
    usedKeys.add(property.key)
    described.set(column, property)
  }
  return described
}

const RESERVED = new Set(['', 'constructor', 'prototype'])

function describeNewProperty(
  heading: string,
  column: number,
  usedKeys: ReadonlySet<string>,
  type: PropertyDefinition['type'] = 'text',
): PropertyDefinition {
  const name = heading.trim() || `${column + 1}`
  const base = suggestKey(name)
  const first = RESERVED.has(base) ? `column_${column + 1}` : base
  let key = first
  for (let suffix = 2; usedKeys.has(key); suffix += 1) key = `${first.slice(0, 45)}_${suffix}`
  return { key, type, label: { en: name.slice(0, 60), fr: name.slice(0, 60) }, options: [] }
}

const KINDS = {
  email: 'email',
  phone: 'phone',
  preferredLanguage: 'language',
  tags: 'tags',
  unsubscribed: 'unsubscribed',
  subscribed: 'subscribed',
  unsubscribedAt: 'dateTime',
  suppressionReasons: 'suppressionReasons',
  bounced: 'bounced',
  score: 'score',
  answeredAt: 'dateTime',
  comment: 'text',
  answerId: 'text',
} as const

function createReader(target: ImportTarget, context: MappingContext): ColumnReader['read'] {
  if (target.startsWith('property:')) {
    const property = context.properties.find(({ key }) => `property:${key}` === target)
    return property ? createPropertyReader(property, context) : (cell) => readValue('text', cell, context)
  }
  const kind = KINDS[target as keyof typeof KINDS] as (typeof KINDS)[keyof typeof KINDS] | undefined
  if (kind !== undefined) return (cell) => readValue(kind, cell, context)
  return (cell) => {
    const result = readValue('text', cell, context)
    return 'value' in result ? { value: result.value.replace(/\s+/g, ' ') } : result
  }
}

function createPropertyReader(property: PropertyDefinition, context: MappingContext): ColumnReader['read'] {
  if (property.type === 'choice') return (cell) => readChoice(cell, property.options)
  const { type } = property
  return (cell) => readValue(type, cell, context)
}

function toRowParts(values: Values) {
  const { location, company, dedupeKey, bounced } = values
  const isListed = [readUnsubscribed(values), bounced].find((flag) => typeof flag === 'boolean')
  return {
    locationName: (location as string | undefined) ?? null,
    companyName: (company as string | undefined) ?? null,
    dedupeKey: (dedupeKey as string | undefined) ?? null,
    isListed: typeof isListed === 'boolean' ? isListed : null,
    suppression: readRowSuppression(values),
  }
}

function findColumn(readers: readonly ColumnReader[], target: string): number | null {
  return readers.find((reader) => reader.target === target)?.column ?? null
}

type Built = { input: UpsertContact | null; reasons: RowReason[] }

function buildInput(
  values: Values,
  customFields: Record<string, unknown>,
  readers: readonly ColumnReader[],
  { isLenient, hasEmail }: { isLenient: boolean; hasEmail: boolean },
): Built {
  const column = (target: string) => findColumn(readers, target)
  // An email that could not be read has its reason already.
  if (values.email === undefined) return { input: null, reasons: hasEmail ? [] : [missingEmail(column('email'))] }
  const { fullName, email, firstName, lastName, phone, title, preferredLanguage, tags } = values
  const names = typeof fullName === 'string' ? splitFullName(fullName) : { firstName: undefined, lastName: undefined }
  const fields = {
    email,
    firstName: firstName ?? names.firstName,
    lastName: lastName ?? (firstName === undefined ? names.lastName : undefined),
    phone,
    title,
    preferredLanguage,
    tags,
    customFields: Object.keys(customFields).length > 0 ? customFields : undefined,
  }
  const present = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
  const { data, error } = UpsertContact.safeParse(present)
  if (data) return { input: data, reasons: [] }
  const reasons = toReasons(error, (field) => column(field) ?? column('fullName'))
  if (!isLenient) return { input: null, reasons }
  for (const { path } of error.issues) delete present[String(path[0])]
  return { input: UpsertContact.safeParse(present).data ?? null, reasons }
}

function missingEmail(column: number | null): RowReason {
  return { column, message: localizableMessage('import.noEmail') }
}

function toReasons(error: z.ZodError, findFieldColumn: (field: string) => number | null): RowReason[] {
  return error.issues.map(({ path, message }) => ({
    column: findFieldColumn(String(path[0])),
    message: zodMessageToLocalizableMessage(message),
  }))
}
