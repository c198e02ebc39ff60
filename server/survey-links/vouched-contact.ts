import { db } from '../db'
import type { RecallContact } from '../responses/recall-values'
import type { SignedVisitor } from './signed-token'

/**
 * The person that a signed token names, for the texts of the survey: the contact, or what the token says of a new one. An address that a
 * person entered is no token: it can be anyone's.
 */
export async function loadVouchedContact(
  organizationId: string,
  visitor: SignedVisitor | null,
): Promise<RecallContact | null> {
  if (!visitor?.email) return null
  const contact = await db.contact.findFirst({
    where: { organizationId, email: visitor.email },
    select: { firstName: true, lastName: true, customFields: true },
  })
  if (!contact) return { firstName: visitor.name ?? '', lastName: null, customFields: {} }
  return { ...contact, customFields: contact.customFields as Record<string, unknown> }
}
