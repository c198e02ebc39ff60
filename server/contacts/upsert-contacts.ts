import { now } from '../clock'
import type { UnitOfWork } from '../unit-of-work'
import { loadDefaultCountry, presentContact } from './contacts'
import { toE164OrTrimmed } from './phone'
import { insertAbsentContacts, updateContactsByEmail } from './queries'
import type { Contact } from './schema'
import { deriveInitialConsent, loadSuppressions } from './suppression'

export type ContactUpsertInput = { email: string; firstName?: string; lastName?: string; phone?: string }

/**
 * Creates or updates contacts by email, in two statements; absent fields leave a contact unchanged. Emits `new_contact` for created ones.
 * Emails must be distinct and normalized; the result is in input order.
 * @param common set on all contacts
 */
export async function upsertContacts(
  { tx, emit }: UnitOfWork,
  organizationId: string,
  contacts: readonly ContactUpsertInput[],
  common: { locationId?: string | undefined },
): Promise<Contact[]> {
  const country = contacts.some((contact) => contact.phone) ? await loadDefaultCountry(tx, organizationId) : 'US'
  // Fixed order, so that concurrent enrolments of the same contacts cannot deadlock.
  const normalized = contacts
    .map(({ email, firstName, lastName, phone }) => ({
      email,
      firstName,
      lastName,
      phone: phone ? toE164OrTrimmed(phone, country) : undefined,
    }))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))

  const emails = normalized.map(({ email }) => email)
  const suppressed = await loadSuppressions(tx, organizationId, emails)
  const at = now()
  const absent = normalized.map((contact) => ({
    ...contact,
    ...deriveInitialConsent(suppressed.get(contact.email), at),
  }))
  const newEmails = new Set(await insertAbsentContacts(tx, organizationId, absent, { ...common, at }))
  const existing = normalized.filter((contact) => !newEmails.has(contact.email))
  if (existing.length > 0) await updateContactsByEmail(tx, organizationId, existing, common.locationId)

  const rows = await tx.contact.findMany({ where: { organizationId, email: { in: emails } } })
  const byEmail = new Map(rows.map((row) => [row.email, presentContact(row)]))
  const inOrder = contacts.flatMap((contact) => byEmail.get(contact.email) ?? [])
  await emit(
    ...inOrder
      .filter((contact) => newEmails.has(contact.email))
      .map((contact) => ({ organizationId, kind: 'new_contact' as const, payload: contact })),
  )
  return inOrder
}
