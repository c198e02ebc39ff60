import { z } from 'zod'
import { insertContact } from '../contacts/create-contact'
import type { Tx } from '../db'
import { ContactExists } from '../errors'
import { Email, type Language, singleLineTextSchema } from '../validation/schema'
import { CONTACT_NAME_MAX_CHARACTERS } from './constants'
import type { OpenLink } from './open-link'

/**
 * Who answers: what a person entered, which anyone may, or what the owner's server vouches for with a signed token (signed-token.ts).
 */
export const ContactDetails = z.object({ name: singleLineTextSchema(CONTACT_NAME_MAX_CHARACTERS), email: Email })
export type ContactDetails = z.infer<typeof ContactDetails>

export type ContactError = 'required' | 'email' | 'name'

/** Null details: none were entered, or the link asks for none. */
export function parseContactDetails(
  asksContact: OpenLink['asksContact'],
  { name, email }: { name: string; email: string },
): { details: ContactDetails | null; error: ContactError | null } {
  if (asksContact === 'no') return { details: null, error: null }
  if (email.trim() === '')
    return { details: null, error: asksContact === 'required' || name.trim() !== '' ? 'required' : null }
  const parsed = ContactDetails.safeParse({ name, email })
  if (parsed.success) return { details: parsed.data, error: null }
  return { details: null, error: parsed.error.issues[0]?.path[0] === 'name' ? 'name' : 'email' }
}

/**
 * The id of the contact with this address, which is created if there is none. An existing contact is not changed: someone else may have
 * entered the address, and the organization keeps the data of contacts that it vouches for itself.
 */
export async function findOrCreateContact(
  tx: Tx,
  organizationId: string,
  { name, email }: ContactDetails,
  preferredLanguage: Language,
): Promise<string> {
  const existing = await tx.contact.findFirst({ where: { organizationId, email }, select: { id: true } })
  if (existing) return existing.id
  const input = { email, firstName: name, preferredLanguage }
  try {
    return (await insertContact(organizationId, input, { createdVia: 'link', createdById: null })).id
  } catch (error) {
    if (!(error instanceof ContactExists)) throw error
    return String(error.details?.['contactId'])
  }
}
