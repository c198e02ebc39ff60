import { isDeepStrictEqual } from 'node:util'
import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { pickResolvedIds, resolveAndLockReferences } from './contact-references'
import { CONTACT_TAGS_MAX } from './schema'
import { redactSmsOptOutsOfReplacedNumbers } from './sms-opt-outs'
import { recordContactChanges } from './timeline/record-contact-events'
import { lockAndReadContacts, updateContacts } from './upsert-queries'

/** Fields by their values before and after a change. */
export type FieldChanges = { [field: string]: [before: unknown, after: unknown] }

/** `changed`: at least one field has another value by now, and stays. */
export type RestoreOutcome = 'restored' | 'changed' | 'gone'

/**
 * Reverts changes of contacts, one after another. A field gets its value back if it is still as the change left it; tags and custom fields
 * do so one by one. A location or company that is gone stays away.
 * @returns one outcome for each change, in order
 */
export async function restoreContactFields(
  tx: Tx,
  organizationId: string,
  changes: readonly { contactId: string; changes: FieldChanges }[],
): Promise<RestoreOutcome[]> {
  const ids = [...new Set(changes.map(({ contactId }) => contactId))]
  const stored = await lockAndReadContacts(tx, organizationId, ids)
  const contacts = new Map(stored)
  const previous = changes.map((change) => ({
    locationId: change.changes['locationId']?.[0] as string | null | undefined,
    contactOrganizationId: change.changes['contactOrganizationId']?.[0] as string | null | undefined,
  }))
  const resolved = await resolveAndLockReferences(tx, organizationId, previous)
  const restored = new Map<string, ContactRow>()
  const outcomes = changes.map(({ contactId, changes: fields }, index): RestoreOutcome => {
    const contact = contacts.get(contactId)
    if (!contact) return 'gone'
    const result = restoreFields(contact, fields, pickResolvedIds(resolved, previous[index] ?? {}))
    contacts.set(contactId, result.contact)
    if (!isDeepStrictEqual(result.contact, contact)) restored.set(contactId, { ...result.contact, updatedAt: now() })
    return result.isComplete ? 'restored' : 'changed'
  })
  await updateContacts(tx, organizationId, [...restored.values()])
  const updates = [...restored].map(([id, after]) => ({ before: stored.get(id) ?? after, after }))
  await recordContactChanges(tx, organizationId, updates)
  await redactSmsOptOutsOfReplacedNumbers(tx, organizationId, updates)
  return outcomes
}

function restoreFields(stored: ContactRow, changes: FieldChanges, references: object) {
  let contact = stored
  let isComplete = true
  for (const [field, [before, after]] of Object.entries(changes)) {
    const result = restoreValue(contact, field as keyof ContactRow, before, after)
    isComplete &&= result.isComplete
    contact = { ...contact, [field]: result.value }
    if (result.isComplete && field in references)
      contact = { ...contact, [field]: references[field as keyof typeof references] }
  }
  return { contact, isComplete }
}

function restoreValue(contact: ContactRow, field: keyof ContactRow, before: unknown, after: unknown) {
  const current = contact[field]
  if (isDeepStrictEqual(current, after)) return { value: before, isComplete: true }
  if (field === 'tags') return restoreTags(contact.tags, before as string[], after as string[])
  if (field === 'customFields') return restoreKeys(current as Values, before as Values, after as Values)
  return { value: current, isComplete: false }
}

function restoreTags(current: readonly string[], before: readonly string[], after: readonly string[]) {
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  const value = [...new Set([...current.filter((tag) => !added.includes(tag)), ...removed])]
  const isComplete =
    added.every((tag) => current.includes(tag)) &&
    !removed.some((tag) => current.includes(tag)) &&
    value.length <= CONTACT_TAGS_MAX
  return { value: value.length <= CONTACT_TAGS_MAX ? value : current, isComplete }
}

type Values = Readonly<Record<string, unknown>>

function restoreKeys(current: Values, before: Values, after: Values) {
  const value: Record<string, unknown> = { ...current }
  let isComplete = true
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[key] ?? null, after[key] ?? null]
    if (isDeepStrictEqual(from, to)) continue
    if (!isDeepStrictEqual(current[key] ?? null, to)) isComplete = false
    else if (from === null) delete value[key]
    else value[key] = from
  }
  return { value, isComplete }
}
