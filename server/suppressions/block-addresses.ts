import { audit } from '../audit/audit'
import { now } from '../clock'
import { getContactCreator } from '../contacts/contact-creator'
import { addSuppressions, type SuppressionSource } from '../contacts/suppression'
import { recordContactEvents } from '../contacts/timeline/record-contact-events'
import type { Tx } from '../db'
import { lockRows } from '../locks'
import { transact } from '../unit-of-work'
import type { BlockAddresses } from './schema'

/** The addresses of one request. The audit log has their count. */
export async function blockAddresses(
  organizationId: string,
  { addresses, note }: BlockAddresses,
): Promise<{ added: number; existing: number }> {
  return transact(async ({ tx }) => {
    const added = await blockAddressesInTransaction(tx, organizationId, addresses, { ...getContactCreator(), note })
    const changes = [{ field: 'count', from: null, to: added.length }]
    if (added.length > 0) await audit(organizationId, { action: 'suppressions.added', changes })
    return { added: added.length, existing: addresses.length - added.length }
  })
}

/**
 * Blocks addresses for messages of any kind, by email and by SMS. Contacts that have them are unsubscribed; a contact that is created with
 * one starts so.
 * @returns those that were not blocked yet
 */
export async function blockAddressesInTransaction(
  tx: Tx,
  organizationId: string,
  addresses: readonly string[],
  source: SuppressionSource,
): Promise<string[]> {
  const where = { organizationId, email: { in: [...addresses] } }
  const contacts = await tx.contact.findMany({ where, select: { id: true } })
  const ids = contacts.map(({ id }) => id)
  await lockRows(tx, 'contact', organizationId, ids)
  const added = await addSuppressions(tx, organizationId, addresses, 'blocked', source)
  await unsubscribeContacts(tx, organizationId, added)
  return added
}

/** Contacts that the organization unsubscribed before stay so when the block is lifted. */
async function unsubscribeContacts(tx: Tx, organizationId: string, emails: string[]): Promise<void> {
  const where = { organizationId, email: { in: emails } }
  const unsubscribed = await tx.contact.findMany({
    where: { ...where, unsubscribed: true, optedOutAt: null },
    select: { email: true },
  })
  await addSuppressions(
    tx,
    organizationId,
    unsubscribed.map(({ email }) => email),
    'unsubscribed',
  )
  const blocked = await tx.contact.updateManyAndReturn({
    where: { ...where, unsubscribed: false },
    data: { unsubscribed: true, updatedAt: now() },
    select: { id: true },
  })
  const events = blocked.map(({ id }) => ({
    contactId: id,
    kind: 'changed' as const,
    details: { unsubscribed: [false, true] },
  }))
  await recordContactEvents(tx, organizationId, events)
}
