import { suppressedAmong } from '../../contacts/suppression'
import { type Tx } from '../../db'
import { env } from '../../env'
import { Language } from '../../fields/schema'
import type { ReplyObstacle } from '../schema'

/** Whom a reply is for. */
export type Addressee = {
  email: string
  firstName: string
  lastName: string | null
  preferredLanguage: string | null
  isUnsubscribed: boolean
  /** They opted out themself, and were told that nothing more is sent to them. */
  hasOptedOut: boolean
  /** Mail to this address bounced. */
  isSuppressed: boolean
}

/** Who writes it. */
export type Author = { name: string; email: string; isConfirmed: boolean }

/** Null for a contact that was deleted. Who gets no surveys by the organization's choice can be written to: it is about their own words. */
export async function readAddressee(tx: Tx, organizationId: string, contactId: string): Promise<Addressee | null> {
  const contact = await tx.contact.findFirst({
    where: { organizationId, id: contactId },
    select: {
      email: true,
      firstName: true,
      lastName: true,
      preferredLanguage: true,
      unsubscribed: true,
      optedOutAt: true,
    },
  })
  if (!contact) return null
  const reasons = (await suppressedAmong(tx, organizationId, [contact.email])).get(contact.email)
  const { unsubscribed, optedOutAt, ...known } = contact
  const hasOptedOut = optedOutAt !== null || reasons?.has('opted_out') === true
  return {
    ...known,
    isUnsubscribed: unsubscribed || hasOptedOut,
    hasOptedOut,
    isSuppressed: reasons?.has('bounced') === true,
  }
}

/** The same, held until the transaction ends, so that they are not deleted at the same moment: before the response. */
export async function lockAddressee(tx: Tx, organizationId: string, contactId: string): Promise<Addressee | null> {
  await tx.$queryRaw`
    SELECT FROM contact WHERE organization_id = ${organizationId}::uuid AND id = ${contactId}::uuid FOR KEY SHARE`
  return readAddressee(tx, organizationId, contactId)
}

/** Null for who belongs to the organization no more. */
export async function readAuthor(tx: Tx, organizationId: string, userId: string): Promise<Author | null> {
  const membership = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { user: { select: { name: true, email: true, emailVerifiedAt: true } } },
  })
  if (!membership) return null
  const { name, email, emailVerifiedAt } = membership.user
  // Without a mail server nobody could be asked to confirm.
  return { name, email, isConfirmed: emailVerifiedAt !== null || env.smtpUrl === undefined }
}

/** Why this person cannot write to that one. */
export function findObstacle(addressee: Addressee | null, author: Author): ReplyObstacle | null {
  if (!addressee) return 'contactDeleted'
  if (addressee.hasOptedOut) return 'optedOut'
  if (addressee.isSuppressed) return 'suppressed'
  return author.isConfirmed ? null : 'ownAddress'
}

/** The contact's own, or the one they answered in. */
export function addresseeLanguage(addressee: Addressee | null, answeredIn: string): Language {
  return Language.catch('en').parse(addressee?.preferredLanguage ?? answeredIn)
}
