import { now } from '../clock'
import type { Tx } from '../db'
import { currentKeyId } from '../encryption'
import { lockRows } from '../locks'
import { transact } from '../unit-of-work'
import { normalizeEmail } from '../validation/schema'
import type { ContactCreator } from './contact-creator'
import { optOutContacts, readSuppressions, replaceSuppressionHashes, type SuppressionReason } from './queries'
import { addEmailsToSuppressions, computeEmailHashes, filterEmailsOfContacts } from './suppression-emails'
import { CONTACT_ACTOR, recordContactEvents } from './timeline/record-contact-events'

/**
 * Opts the recipient out at the address that the message was sent to, and stores a keyed hash of it, which survives a deletion. A contact
 * with a different address now is not changed.
 * @param isComplaint the person marked a message as spam
 * @returns false if the link is no longer valid
 */
export async function optOut(
  organizationId: string,
  contactId: string,
  email: string,
  options: { isComplaint?: boolean } = {},
): Promise<boolean> {
  return transact(({ tx }) => optOutInTransaction(tx, organizationId, contactId, email, options))
}

export async function optOutInTransaction(
  tx: Tx,
  organizationId: string,
  contactId: string,
  email: string,
  { isComplaint = false }: { isComplaint?: boolean } = {},
): Promise<boolean> {
  const consent = { optedOutAt: now(), ...(isComplaint ? { details: { isComplaint } } : {}) }
  if (!(await saveConsent(tx, organizationId, contactId, email, consent))) return false
  await addSuppression(tx, organizationId, email, 'opted_out')
  return true
}

/**
 * Opts the recipient in again; nothing else removes an opt-out. A bounced or blocked address stays suppressed.
 * @returns false if the link is no longer valid
 */
export async function optIn(organizationId: string, contactId: string, email: string): Promise<boolean> {
  return transact(async ({ tx }) => {
    if (!(await saveConsent(tx, organizationId, contactId, email, { optedOutAt: null }))) return false
    await removeSuppressions(tx, organizationId, email, ['opted_out', 'unsubscribed'])
    return true
  })
}

/** Null if the link is no longer valid: the contact is gone, or another contact uses the address. */
export async function checkConsentLinkContact(
  tx: Tx,
  organizationId: string,
  contactId: string,
  email: string,
): Promise<{ usesAddress: boolean } | null> {
  const rows = await findLinkedContacts(tx, organizationId, contactId, email)
  const [row] = rows
  return rows.length === 1 && row?.id === contactId ? { usesAddress: row.email === email } : null
}

/** {@link checkConsentLinkContact} under the lock of the contact. */
export async function lockConsentLinkContact(tx: Tx, organizationId: string, contactId: string, email: string) {
  const rows = await findLinkedContacts(tx, organizationId, contactId, email)
  const ids = rows.map(({ id }) => id)
  await lockRows(tx, 'contact', organizationId, ids)
  return checkConsentLinkContact(tx, organizationId, contactId, email)
}

function findLinkedContacts(tx: Tx, organizationId: string, contactId: string, email: string) {
  const where = { organizationId, OR: [{ id: contactId }, { email }] }
  return tx.contact.findMany({ where, select: { id: true, email: true } })
}

async function saveConsent(
  tx: Tx,
  organizationId: string,
  contactId: string,
  email: string,
  { optedOutAt, details = {} }: { optedOutAt: Date | null; details?: object },
): Promise<boolean> {
  const link = await lockConsentLinkContact(tx, organizationId, contactId, email)
  if (!link?.usesAddress) return link !== null
  const where = { id: contactId, organizationId }
  const before = await tx.contact.findUniqueOrThrow({ where, select: { optedOutAt: true, unsubscribed: true } })
  const isOut = optedOutAt !== null
  const reasons = (await loadSuppressions(tx, organizationId, [email])).get(email)
  await tx.contact.update({ where, data: { unsubscribed: isOut || reasons?.has('blocked') === true, optedOutAt } })
  if ((before.optedOutAt !== null) !== isOut || before.unsubscribed !== isOut)
    await recordContactEvents(
      tx,
      organizationId,
      [{ contactId, kind: isOut ? 'optedOut' : 'optedIn', details }],
      CONTACT_ACTOR,
    )
  return true
}

/** Expects normalized addresses; returns those with a suppression, with all reasons: preferences of the person are among them. */
export async function loadSuppressions(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, ReadonlySet<SuppressionReason>>> {
  if (emails.length === 0) return new Map()
  const hashes = emails.flatMap((email) => computeEmailHashes(email).map((hash) => ({ hash, email })))
  const byHash = new Map(hashes.map(({ hash, email }) => [hashKey(hash), email]))
  const rows = await readSuppressions(
    tx,
    organizationId,
    hashes.map(({ hash }) => hash),
  )
  const reasons = new Map<string, Set<SuppressionReason>>()
  for (const row of rows) {
    const email = byHash.get(hashKey(row.emailHash))
    if (email === undefined) continue
    reasons.set(email, (reasons.get(email) ?? new Set()).add(row.reason))
  }
  return reasons
}

export function deriveInitialConsent(reasons: ReadonlySet<SuppressionReason> | undefined, at: Date) {
  const hasOptedOut = reasons?.has('opted_out') === true
  return {
    unsubscribed: hasOptedOut || reasons?.has('unsubscribed') === true || reasons?.has('blocked') === true,
    optedOutAt: hasOptedOut ? at : null,
  }
}

/** Contacts that the organization unsubscribed, apart from those that are unsubscribed because their addresses are blocked. */
export async function filterUnsubscribedByOrganization<
  Contact extends { email: string; unsubscribed: boolean; optedOutAt: Date | null },
>(tx: Tx, organizationId: string, contacts: readonly Contact[]): Promise<Contact[]> {
  const unsubscribed = contacts.filter((contact) => contact.unsubscribed && contact.optedOutAt === null)
  const emails = unsubscribed.map(({ email }) => email)
  const suppressions = await loadSuppressions(tx, organizationId, emails)
  return unsubscribed.filter(({ email }) => suppressions.get(email)?.has('blocked') !== true)
}

export async function addSuppression(
  tx: Tx,
  organizationId: string,
  email: string,
  reason: SuppressionReason,
  source?: SuppressionSource,
): Promise<void> {
  await addSuppressions(tx, organizationId, [email], reason, source)
}

/** Who in the organization added an address. */
export type SuppressionSource = ContactCreator & { note?: string | null }

/**
 * Adds many addresses in a few statements, whether contacts have them or not. Besides its hash, an address is stored if a contact has it,
 * or if there is a `source`: then the organization knows it already.
 * @returns those that were not suppressed for this reason yet
 */
export async function addSuppressions(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
  reason: SuppressionReason,
  source?: SuppressionSource,
): Promise<string[]> {
  if (emails.length === 0) return []
  const stored = source ? emails : await filterEmailsOfContacts(tx, organizationId, emails)
  await rehashSuppressions(
    tx,
    emails.map((email) => ({ organizationId, email })),
  )
  const hashes = new Map(emails.map((email) => [hashKey(computeEmailHashes(email)[0]), email]))
  const added = await tx.suppression.createManyAndReturn({
    data: [...hashes.keys()].toSorted().map((key) => ({
      organizationId,
      emailHash: new Uint8Array(Buffer.from(key, 'base64')),
      hashKeyId: currentKeyId,
      reason,
      createdAt: now(),
      ...source,
    })),
    skipDuplicates: true,
    select: { emailHash: true },
  })
  await addEmailsToSuppressions(tx, organizationId, stored)
  if (reason === 'bounced') await markContactsBounced(tx, organizationId, emails)
  return added.flatMap(({ emailHash }) => hashes.get(hashKey(emailHash)) ?? [])
}

/**
 * Sets when mail to the addresses bounced, on contacts that were not marked yet.
 * @param words of the mail server, for the timeline
 * @returns these contacts
 */
export async function markContactsBounced(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
  words?: string | null,
): Promise<{ id: string; email: string }[]> {
  const bounced = await tx.contact.updateManyAndReturn({
    where: { organizationId, email: { in: emails.map(normalizeEmail) }, bouncedAt: null },
    data: { bouncedAt: now() },
    select: { id: true, email: true },
  })
  const details = words ? { words } : {}
  const events = bounced.map(({ id }) => ({ contactId: id, kind: 'bounced' as const, details }))
  await recordContactEvents(tx, organizationId, events)
  return bounced
}

/**
 * Records opt-outs that people made elsewhere: their addresses are suppressed, and contacts that have them are opted out. An earlier opt-out
 * keeps its time.
 * @param optOuts with normalized addresses
 * @returns the addresses that had not opted out yet
 */
export async function recordOptOuts(
  tx: Tx,
  organizationId: string,
  optOuts: readonly { email: string; at: Date }[],
  source: SuppressionSource,
): Promise<string[]> {
  const emails = optOuts.map(({ email }) => email)
  const contacts = await tx.contact.findMany({ where: { organizationId, email: { in: emails } }, select: { id: true } })
  await lockRows(
    tx,
    'contact',
    organizationId,
    contacts.map(({ id }) => id),
  )
  const added = await addSuppressions(tx, organizationId, emails, 'opted_out', source)
  const optedOut = await optOutContacts(tx, organizationId, optOuts)
  const events = optedOut.map(({ id, at }) => ({ contactId: id, kind: 'optedOut' as const, at }))
  await recordContactEvents(tx, organizationId, events)
  return added
}

export async function removeSuppressions(
  tx: Tx,
  organizationId: string,
  email: string,
  reasons: readonly SuppressionReason[],
): Promise<void> {
  await tx.suppression.deleteMany({
    where: { organizationId, emailHash: { in: computeEmailHashes(email) }, reason: { in: [...reasons] } },
  })
}

/**
 * Rehashes the suppressions of these addresses under the current secret. If an address has both hashes, the earlier time is kept.
 * @returns the number of suppressions hashed under another secret, or before key ids were stored.
 */
export async function rehashSuppressions(
  tx: Tx,
  addresses: readonly { organizationId: string; email: string }[],
): Promise<number> {
  const pairs = addresses.flatMap(({ organizationId, email }) => {
    const hashes = computeEmailHashes(email)
    return hashes.map((hash) => ({ organizationId, from: hash, to: hashes[0] }))
  })
  return replaceSuppressionHashes(tx, pairs)
}

function hashKey(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}
