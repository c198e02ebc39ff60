import { now } from '../clock'
import type { Tx } from '../db'
import { lockRows } from '../locks'
import { type ContactUpdateResult, changeContacts } from './change-contacts'
import { getContactCreator } from './contact-creator'
import { addSuppressions, deriveInitialConsent, loadSuppressions } from './suppression'

/** `suppressionId` of a contact that was unsubscribed undoes it; null if its address was suppressed already. */
export type Unsubscription = { change: ContactUpdateResult; suppressionId: string | null }

/** Unsubscribes up to 1,000 contacts, as a member does with one. @returns one result for each id, in order */
export async function unsubscribeContacts(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<Unsubscription[]> {
  const changes = await changeContacts(tx, organizationId, ids, () => ({ unsubscribed: true }))
  const emails = changes.flatMap((change) => (change.status === 'changed' ? change.contact.email : []))
  const added = await addSuppressions(tx, organizationId, emails, 'unsubscribed', getContactCreator())
  const suppressions = await tx.suppression.findMany({
    where: { organizationId, reason: 'unsubscribed', email: { in: added } },
    select: { id: true, email: true },
  })
  const idsByEmail = new Map(suppressions.map(({ id, email }) => [email, id]))
  return changes.map((change) => ({
    change,
    suppressionId: change.status === 'changed' ? (idsByEmail.get(change.contact.email) ?? null) : null,
  }))
}

/**
 * Removes suppressions that {@link unsubscribeContacts} added, and subscribes their contacts again. One stays unsubscribed if it opted out
 * or was blocked meanwhile, or if the suppression is gone: then it was subscribed, or has another address, since.
 * @returns one outcome for each contact, in order
 */
export async function undoUnsubscriptions(
  tx: Tx,
  organizationId: string,
  unsubscriptions: readonly { contactId: string; suppressionId: string | null }[],
): Promise<('restored' | 'changed' | 'gone')[]> {
  const contactIds = unsubscriptions.map(({ contactId }) => contactId)
  await lockRows(tx, 'contact', organizationId, contactIds)
  const ids = unsubscriptions.flatMap(({ suppressionId }) => suppressionId ?? [])
  const where = { organizationId, id: { in: ids }, reason: 'unsubscribed' }
  const suppressions = await tx.suppression.findMany({ where, select: { email: true } })
  await tx.suppression.deleteMany({ where })
  const emails = new Set(suppressions.flatMap(({ email }) => email ?? []))
  const remaining = await loadSuppressions(tx, organizationId, [...emails])
  const changes = await changeContacts(tx, organizationId, contactIds, ({ email, unsubscribed, optedOutAt }) => {
    const isSuppressed = optedOutAt !== null || deriveInitialConsent(remaining.get(email), now()).unsubscribed
    return { unsubscribed: unsubscribed && !(emails.has(email) && !isSuppressed) }
  })
  return changes.map(({ status }) => (status === 'changed' ? 'restored' : status === 'gone' ? 'gone' : 'changed'))
}
