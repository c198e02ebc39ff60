import type { Tx } from '../db'
import { lockRows } from '../locks'
import { contactName } from './vocabulary'

/** Locks contacts until the transaction ends, so that none is deleted before a text that names it is stored. Omits deleted ones. */
export async function lockContactNames(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const locked = await lockRows(tx, 'contact', organizationId, ids, 'KEY SHARE')
  const rows = await tx.contact.findMany({ where: { organizationId, id: { in: locked } }, orderBy: { id: 'asc' } })
  return rows.map(({ id, ...contact }) => ({ id, name: contactName(contact) }))
}
