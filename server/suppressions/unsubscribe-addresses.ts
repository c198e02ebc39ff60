import { changeContacts } from '../contacts/change-contacts'
import { addSuppressions, loadSuppressions, type SuppressionSource } from '../contacts/suppression'
import { lockAndReadContactsByEmail } from '../contacts/upsert-queries'
import type { Tx } from '../db'

/**
 * Unsubscribes addresses on behalf of the organization, which a member can undo: contacts that have them, and those that are created with
 * one. What unsubscribes an address already stays as it is; a contact whose address is only blocked stays unsubscribed after that.
 */
export async function unsubscribeAddresses(
  tx: Tx,
  organizationId: string,
  addresses: readonly string[],
  source: SuppressionSource,
): Promise<void> {
  if (addresses.length === 0) return
  const contacts = await lockAndReadContactsByEmail(tx, organizationId, addresses)
  const suppressions = await loadSuppressions(tx, organizationId, addresses)
  const stored = new Map(contacts.map((contact) => [contact.email, contact]))
  const isUnsubscribed = (address: string) => {
    const reasons = suppressions.get(address)
    if (reasons?.has('opted_out') || reasons?.has('unsubscribed')) return true
    return stored.get(address)?.unsubscribed === true && reasons?.has('blocked') !== true
  }
  const added = addresses.filter((address) => !isUnsubscribed(address))
  await addSuppressions(tx, organizationId, added, 'unsubscribed', source)
  const ids = added.flatMap((address) => stored.get(address)?.id ?? [])
  await changeContacts(tx, organizationId, ids, () => ({ unsubscribed: true }))
}
