import { now } from '../../clock'
import type { SuppressionReason } from '../../contacts/queries'
import { addSuppressions, loadSuppressions, recordOptOuts } from '../../contacts/suppression'
import { lockAndReadContactsByEmail } from '../../contacts/upsert-queries'
import type { Tx } from '../../db'
import { blockAddressesInTransaction } from '../../suppressions/block-addresses'
import { unsubscribeAddresses } from '../../suppressions/unsubscribe-addresses'
import type { ProcessedRow } from './import-queries'
import type { ReadyImportSpec } from './import-spec'
import type { AcceptedRow } from './map-row'
import { hasUnsubscribingReason } from './row-suppression'

/**
 * Records what the rows of people say about messages to them. Call it before the contacts are written: one that the same row creates
 * starts so. A flag that does not say who unsubscribed them counts as their own opt-out, unless they are unsubscribed already.
 */
export async function suppressPeople(
  tx: Tx,
  organizationId: string,
  jobId: string,
  rows: readonly AcceptedRow[],
): Promise<void> {
  const suppressed = rows.filter(({ suppression: { reasons, isUnsubscribed } }) => isUnsubscribed || reasons.size > 0)
  if (suppressed.length === 0) return
  const source = { createdVia: 'import', createdById: jobId } as const
  const contacts = await lockAndReadContactsByEmail(tx, organizationId, listEmails(suppressed))
  const flagged = suppressed.filter(({ suppression }) => suppression.isUnsubscribed)
  const suppressions = await loadSuppressions(tx, organizationId, listEmails(flagged))
  const unsubscribed = new Set(contacts.flatMap((contact) => (contact.unsubscribed ? contact.email : [])))
  const isSubscribed = ({ input: { email } }: AcceptedRow) =>
    !unsubscribed.has(email) && !hasUnsubscribingReason(suppressions.get(email))
  const having = (reason: SuppressionReason) => suppressed.filter(({ suppression }) => suppression.reasons.has(reason))
  const optOuts = [...having('opted_out'), ...flagged.filter(isSubscribed)].map(toOptOut)
  await recordOptOuts(tx, organizationId, optOuts, source)
  await blockAddressesInTransaction(tx, organizationId, listEmails(having('blocked')), source)
  await unsubscribeAddresses(tx, organizationId, listEmails(having('unsubscribed')), source)
  await addSuppressions(tx, organizationId, listEmails(having('bounced')), 'bounced', source)
}

function listEmails(rows: readonly AcceptedRow[]): string[] {
  return [...new Set(rows.map(({ input }) => input.email))]
}

/** A time to come is now. */
function toOptOut({ input: { email }, suppression: { optedOutAt } }: AcceptedRow): { email: string; at: Date } {
  const at = now()
  return { email, at: optedOutAt !== null && optedOutAt < at ? optedOutAt : at }
}

/** Imports a list of addresses that get no messages. */
export async function importSuppressions(
  tx: Tx,
  organizationId: string,
  jobId: string,
  { records }: ReadyImportSpec,
  rows: readonly AcceptedRow[],
): Promise<ProcessedRow[]> {
  const listed = rows.filter(({ isListed }) => isListed !== false)
  const emails = listEmails(listed)
  const source = { createdVia: 'import', createdById: jobId } as const
  const add = async () => {
    if (records === 'bounces') return addSuppressions(tx, organizationId, emails, 'bounced', source)
    if (records === 'blocked') return blockAddressesInTransaction(tx, organizationId, emails, source)
    return recordOptOuts(tx, organizationId, listed.map(toOptOut), source)
  }
  const added = new Set(await add())
  return rows.map(({ position, isListed, input: { email } }) => {
    if (isListed === false) return { position, outcome: 'skipped', contactId: null }
    // Of two rows with one address, the first adds it.
    return { position, outcome: added.delete(email) ? 'suppressed' : 'unchanged', contactId: null }
  })
}
