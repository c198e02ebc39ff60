import type { ContactProperty as ContactPropertyRow } from '@/prisma/generated/client'
import { audit, type FieldChange, listFieldChanges } from '../audit/audit'
import type { AuditAction } from '../audit/constants'
import { db, isUniqueViolation, type Tx } from '../db'
import { NotFound, ValidationError } from '../errors'
import { acquireCountLimitLock, lockRow } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { type Page, pageMeta, pageOffset } from '../paging'
import { transact } from '../unit-of-work'
import { PROPERTIES_MAX } from './constants'
import {
  ContactProperty,
  type CreateContactProperty,
  type ListContactProperties,
  type PropertyOption,
  type ReorderContactProperties,
  type UpdateContactProperty,
} from './schema'

/** The declared properties, in the order that the organization chose. */
export async function loadContactProperties(organizationId: string, tx: Tx = db): Promise<ContactProperty[]> {
  const rows = await tx.contactProperty.findMany({
    where: { organizationId },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  return rows.map(presentContactProperty)
}

export async function listContactProperties(
  organizationId: string,
  input: ListContactProperties,
): Promise<Page<ContactProperty>> {
  const properties = await loadContactProperties(organizationId)
  const offset = pageOffset(input)
  return { data: properties.slice(offset, offset + input.limit), meta: pageMeta(properties.length, input) }
}

/** @throws {ValidationError} if the key is declared already, or the limit is reached */
export async function createContactProperty(
  organizationId: string,
  input: CreateContactProperty,
): Promise<ContactProperty> {
  try {
    return await transact(async ({ tx }) => {
      await acquireCountLimitLock(tx, organizationId, 'contact_property')
      const existing = await loadContactProperties(organizationId, tx)
      if (existing.length >= PROPERTIES_MAX)
        throw new ValidationError({ key: [localizableMessage('property.many', { maximum: PROPERTIES_MAX })] })
      const { _max: last } = await tx.contactProperty.aggregate({
        where: { organizationId },
        _max: { position: true },
      })
      const row = await tx.contactProperty.create({
        data: { organizationId, key: input.key, position: (last.position ?? 0) + 1, ...toColumns(input) },
      })
      const property = presentContactProperty(row)
      await auditProperty(organizationId, 'contact_property.created', property)
      return property
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ key: [localizableMessage('property.keyTaken')] })
  }
}

/**
 * Contacts keep their values, including those that no longer fit a changed type.
 * @throws {NotFound} @throws {EditConflict} if the stored value of a field of `asRead` differs
 */
export async function updateContactProperty(
  organizationId: string,
  { id, asRead, ...input }: UpdateContactProperty,
): Promise<ContactProperty> {
  return transact(async ({ tx }) => {
    await lockRow(tx, 'contact_property', organizationId, id)
    const existing = await tx.contactProperty.findFirst({ where: { organizationId, id } })
    if (!existing) throw new NotFound('contactProperty')
    const before = presentContactProperty(existing)
    assertUnchanged(asRead, before)
    const property = presentContactProperty(
      await tx.contactProperty.update({ where: { id, organizationId }, data: toColumns(input) }),
    )
    const changes = listFieldChanges(toAuditedFields(before), toAuditedFields(property))
    if (changes.length > 0) await auditProperty(organizationId, 'contact_property.changed', property, changes)
    return property
  })
}

/** Orders the named properties as given, before the others. Ignores unknown ids. */
export async function reorderContactProperties(
  organizationId: string,
  { ids }: ReorderContactProperties,
): Promise<ContactProperty[]> {
  return transact(async ({ tx }) => {
    await acquireCountLimitLock(tx, organizationId, 'contact_property')
    const properties = await loadContactProperties(organizationId, tx)
    const rank = new Map([...new Set(ids)].map((id, index) => [id, index]))
    const ordered = properties.toSorted((a, b) => (rank.get(a.id) ?? ids.length) - (rank.get(b.id) ?? ids.length))
    for (const [index, { id }] of ordered.entries())
      await tx.contactProperty.updateMany({ where: { organizationId, id }, data: { position: index + 1 } })
    return ordered
  })
}

/** Contacts keep their values, which are undeclared again. @throws {NotFound} */
export async function deleteContactProperty(
  organizationId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    const existing = await tx.contactProperty.findFirst({ where: { organizationId, id } })
    const { count } = await tx.contactProperty.deleteMany({ where: { organizationId, id } })
    if (!existing || count === 0) throw new NotFound('contactProperty')
    await auditProperty(organizationId, 'contact_property.deleted', presentContactProperty(existing))
    return { id, deleted: true }
  })
}

export function presentContactProperty(
  row: Pick<ContactPropertyRow, 'id' | 'key' | 'type' | 'labelEn' | 'labelFr'> & { options: unknown },
): ContactProperty {
  return {
    id: row.id,
    key: row.key,
    type: ContactProperty.shape.type.parse(row.type),
    label: { en: row.labelEn, fr: row.labelFr },
    options: row.options as PropertyOption[],
  }
}

function toColumns({ type, label, options }: Pick<CreateContactProperty, 'type' | 'label' | 'options'>) {
  return { type, labelEn: label.en, labelFr: label.fr, options: type === 'choice' ? options : [] }
}

function toAuditedFields({ type, label, options }: ContactProperty) {
  return { type, labelEn: label.en, labelFr: label.fr, options: options.map(({ value }) => value) }
}

function auditProperty(
  organizationId: string,
  action: AuditAction,
  { id, key }: ContactProperty,
  changes: FieldChange[] = [],
): Promise<void> {
  return audit(organizationId, { action, record: { type: 'contactProperty', id, name: key }, changes })
}
