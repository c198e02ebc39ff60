import { isDeepStrictEqual } from 'node:util'
import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { AppError } from '../errors'
import { recordContactChanges } from './timeline/record-contact-events'
import { lockAndReadContacts, updateContacts } from './upsert-queries'

/** What became of a contact; `error` says why a change was refused. */
export type ContactUpdateResult = { id: string } & (
  | { status: 'changed'; previous: ContactRow; contact: ContactRow }
  | { status: 'unchanged' | 'gone' }
  | { status: 'refused'; error: AppError }
)

/**
 * Changes up to 1,000 contacts under their locks. A contact whose change throws an {@link AppError} stays as it is, and the others are changed.
 * @param change the fields to set, from the locked contact
 * @returns one result for each id, in order
 */
export async function changeContacts(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  change: (contact: ContactRow) => Partial<ContactRow>,
): Promise<ContactUpdateResult[]> {
  const stored = await lockAndReadContacts(tx, organizationId, ids)
  const at = now()
  const results = ids.map((id) => changeContact(id, stored.get(id), change, at))
  const changed = results.flatMap((result) => (result.status === 'changed' ? [result] : []))
  await updateContacts(
    tx,
    organizationId,
    changed.map(({ contact }) => contact),
  )
  const updates = changed.map(({ previous, contact }) => ({ before: previous, after: contact }))
  await recordContactChanges(tx, organizationId, updates)
  return results
}

function changeContact(
  id: string,
  previous: ContactRow | undefined,
  change: (contact: ContactRow) => Partial<ContactRow>,
  at: Date,
): ContactUpdateResult {
  if (previous === undefined) return { id, status: 'gone' }
  try {
    const fields = Object.entries(change(previous))
    const isSame = fields.every(([field, value]) => isDeepStrictEqual(previous[field as keyof ContactRow], value))
    if (isSame) return { id, status: 'unchanged' }
    return { id, status: 'changed', previous, contact: { ...previous, ...Object.fromEntries(fields), updatedAt: at } }
  } catch (error) {
    if (error instanceof AppError) return { id, status: 'refused', error }
    throw error
  }
}
