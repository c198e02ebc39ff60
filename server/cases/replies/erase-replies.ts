import type { Tx } from '../../db'
import { blankReplies, deleteReplyEmails } from '../queries'

/**
 * Erases the text and recipient of replies to a contact, in the transaction that deletes the contact, after the deletion. Author and time
 * are kept. A reply that is being sent is not recalled, but not retried either.
 */
export async function eraseReplies(tx: Tx, organizationId: string, contactId: string): Promise<void> {
  const replies = await tx.responseReply.findMany({
    where: { organizationId, response: { contactId } },
    select: { id: true },
  })
  const replyIds = replies.map(({ id }) => id)
  const beingSentIds = await deleteReplyEmails(tx, organizationId, replyIds)
  await blankReplies(tx, organizationId, { replyIds, beingSentIds })
}
