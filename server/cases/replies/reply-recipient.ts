import { loadSuppressions } from '../../contacts/suppression'
import type { Tx } from '../../db'
import { env } from '../../env'
import { lockRow } from '../../locks'
import { Language } from '../../validation/schema'
import type { ReplyForm } from '../schema'

export type ReplyRecipient = NonNullable<Awaited<ReturnType<typeof loadRecipient>>>

export type ReplyAuthor = { name: string; email: string; isConfirmed: boolean }

/**
 * Null for a deleted contact, and without a contact. Contacts that the organization unsubscribed can be emailed, because a reply is about their own response;
 * blocked addresses cannot.
 */
export async function loadRecipient(tx: Tx, organizationId: string, contactId: string | null) {
  if (contactId === null) return null
  const contact = await tx.contact.findFirst({
    where: { organizationId, id: contactId },
    select: {
      email: true,
      firstName: true,
      lastName: true,
      preferredLanguage: true,
      unsubscribed: true,
      optedOutAt: true,
      customFields: true,
    },
  })
  if (!contact) return null
  const reasons = (await loadSuppressions(tx, organizationId, [contact.email])).get(contact.email)
  const { unsubscribed, optedOutAt, ...details } = contact
  const hasOptedOut = optedOutAt !== null || reasons?.has('opted_out') === true
  return {
    ...details,
    isUnsubscribed: unsubscribed || hasOptedOut,
    hasOptedOut,
    isBlocked: reasons?.has('blocked') === true,
    isSuppressed: reasons?.has('bounced') === true,
    hasDeclinedEmail: reasons?.has('no_email') === true,
  }
}

export async function lockRecipient(
  tx: Tx,
  organizationId: string,
  contactId: string | null,
): Promise<ReplyRecipient | null> {
  if (contactId !== null) await lockRow(tx, 'contact', organizationId, contactId, 'KEY SHARE')
  return loadRecipient(tx, organizationId, contactId)
}

export async function loadAuthor(tx: Tx, organizationId: string, userId: string): Promise<ReplyAuthor | null> {
  const membership = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { user: { select: { name: true, email: true, emailVerifiedAt: true } } },
  })
  if (!membership) return null
  const { name, email, emailVerifiedAt } = membership.user
  // Without a mail server there is no way to confirm an address.
  return { name, email, isConfirmed: emailVerifiedAt !== null || env.smtpUrl === undefined }
}

export function findReplyObstacle(
  { contactId }: { contactId: string | null },
  recipient: ReplyRecipient | null,
  author: ReplyAuthor,
): ReplyForm['obstacle'] {
  if (contactId === null) return 'noContact'
  if (!recipient) return 'contactDeleted'
  if (recipient.hasOptedOut) return 'optedOut'
  if (recipient.isBlocked) return 'blocked'
  if (recipient.isSuppressed) return 'suppressed'
  if (recipient.hasDeclinedEmail) return 'emailDeclined'
  return author.isConfirmed ? null : 'ownAddress'
}

export function replyLanguage(recipient: ReplyRecipient | null, responseLanguage: string): Language {
  return Language.catch('en').parse(recipient?.preferredLanguage ?? responseLanguage)
}
