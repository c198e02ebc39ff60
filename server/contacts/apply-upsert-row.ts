import { isDeepStrictEqual } from 'node:util'
import type { Contact as ContactRow } from '@/prisma/generated/client'
import type { Prisma } from '../db'
import { AppError, ContactExists, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import type { ContactCreator } from './contact-creator'
import { assertReferencesResolved, pickResolvedIds, type ResolvedIds } from './contact-references'
import { mergeCustomFields, presentContact } from './contacts'
import type { SuppressionReason } from './queries'
import type { Contact, UpsertContact } from './schema'
import { deriveInitialConsent } from './suppression'
import { unionTags } from './union-tags'

/** What happens to a contact that exists: `update` merges as PATCH does, `replace` also clears absent optional fields. */
export type OnExisting = 'update' | 'replace' | 'skip' | 'error'

export type UpsertRules = {
  onExisting: OnExisting
  /** `add` keeps the tags that a contact has. */
  tags: 'replace' | 'add'
  /** If false, a new contact without a first name gets an empty one. */
  requiresFirstName: boolean
}

/** `previous` is the contact before the row. */
export type UpsertResult =
  | { status: 'created'; contact: Contact }
  | { status: 'updated'; contact: Contact; previous: Contact }
  | { status: 'skipped'; contact: Contact }
  | { status: 'failed'; error: AppError }

export type UpsertContext = UpsertRules & {
  organizationId: string
  at: Date
  creator: ContactCreator
  resolvedIds: ResolvedIds
}

/** The rows of one address. */
export type UpsertGroup = {
  email: string
  rows: UpsertContact[]
  /** Positions of the rows in the input. */
  indices: number[]
  /** Id of the contact, if it is created. */
  newId: string
}

export type UpsertOutcome = { group: UpsertGroup; contact: ContactRow | null; results: UpsertResult[] }

/**
 * Applies the rows of a group, one after another.
 * @param stored null if there is no such contact
 * @param suppressions of the address, for a new contact
 * @returns the contact afterwards, and a result for each row; a row that fails changes nothing
 */
export function applyUpsertRows(
  context: UpsertContext,
  group: UpsertGroup,
  stored: ContactRow | null,
  suppressions?: ReadonlySet<SuppressionReason>,
): UpsertOutcome {
  let contact = stored
  const blank = newContact(context, group, suppressions)
  const results = group.rows.map((row): UpsertResult => {
    try {
      const { contact: next, result } = applyRow(context, contact ?? blank, contact !== null, row)
      contact = next
      return result
    } catch (error) {
      if (error instanceof AppError) return { status: 'failed', error }
      throw error
    }
  })
  return { group, contact, results }
}

function applyRow(
  context: UpsertContext,
  stored: ContactRow,
  exists: boolean,
  row: UpsertContact,
): { contact: ContactRow; result: UpsertResult } {
  if (!exists && context.requiresFirstName && row.firstName === undefined)
    throw new ValidationError({ firstName: [localizableMessage('value.missing')] })
  const references = pickResolvedIds(context.resolvedIds, row)
  assertReferencesResolved(row, references)
  if (!exists) {
    const contact = { ...stored, ...givenFields(row), ...references }
    return { contact, result: { status: 'created', contact: presentContact(contact) } }
  }
  if (context.onExisting === 'error') throw new ContactExists(stored.id)
  if (context.onExisting === 'skip')
    return { contact: stored, result: { status: 'skipped', contact: presentContact(stored) } }
  const base = context.onExisting === 'replace' ? { ...stored, ...UNSET_FIELDS } : stored
  const changed = { ...base, ...givenFields(row), ...references }
  if (row.customFields !== undefined) changed.customFields = mergeCustomFields(base.customFields, row.customFields)
  if (row.tags && context.tags === 'add') changed.tags = unionTags(base.tags, row.tags)
  const contact = hasSameFields(stored, changed) ? stored : { ...changed, updatedAt: context.at }
  const [after, previous] = [presentContact(contact), presentContact(stored)]
  return { contact, result: { status: 'updated', contact: after, previous } }
}

const UNSET_FIELDS = {
  lastName: null,
  phone: null,
  title: null,
  preferredLanguage: null,
  locationId: null,
  contactOrganizationId: null,
  customFields: {},
  tags: [] as string[],
}

function newContact(
  { organizationId, at, creator }: UpsertContext,
  { newId, email }: UpsertGroup,
  suppressions: ReadonlySet<SuppressionReason> | undefined,
): ContactRow {
  return {
    ...UNSET_FIELDS,
    organizationId,
    id: newId,
    email,
    firstName: '',
    ...deriveInitialConsent(suppressions, at),
    bouncedAt: suppressions?.has('bounced') ? at : null,
    ...creator,
    createdAt: at,
    updatedAt: at,
  }
}

/** The columns of the fields that a row has. References and merged fields are left to the caller. */
function givenFields(row: UpsertContact): Partial<ContactRow> {
  const { firstName, lastName, phone, title, preferredLanguage, customFields, tags } = row
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...(title === undefined ? {} : { title }),
    ...(preferredLanguage === undefined ? {} : { preferredLanguage }),
    ...(customFields === undefined ? {} : { customFields: (customFields ?? {}) as Prisma.JsonObject }),
    ...(tags === undefined ? {} : { tags: tags ?? [] }),
  }
}

const FIELDS = ['firstName', ...Object.keys(UNSET_FIELDS)] as readonly (keyof ContactRow)[]

function hasSameFields(one: ContactRow, other: ContactRow): boolean {
  return FIELDS.every((field) => isDeepStrictEqual(one[field], other[field]))
}
