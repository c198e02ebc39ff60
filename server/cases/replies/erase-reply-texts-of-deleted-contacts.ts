import { now } from '../../clock'
import type { Tx } from '../../db'
import { castReason, makeReason } from '../../messaging/outcome/reasons'
import { deleteReplyEmails } from '../queries'

/**
 * Erases the text and recipient of replies to a contact, in the transaction that deletes the contact, after the deletion. Author and time
 * are kept. A reply that is being sent is not recalled, but not retried either.
 */
export async function eraseReplyTextsOfDeletedContacts(
  tx: Tx,
  organizationId: string,
  contactIds: readonly string[],
): Promise<void> {
  const replies = await tx.responseReply.findMany({
    where: { organizationId, response: { contactId: { in: [...contactIds] } } },
    select: { id: true },
  })
  if (replies.length === 0) return
  const ids = replies.map(({ id }) => id)
  const beingSentIds = await deleteReplyEmails(tx, organizationId, ids)
  const endedAt = now()
  const failed = { status: 'failed', endedAt }
  await tx.responseReply.updateMany({
    where: { organizationId, status: 'waiting', id: { in: beingSentIds } },
    data: { ...failed, sentAt: endedAt, reason: makeReason('interrupted') },
  })
  await tx.responseReply.updateMany({
    where: { organizationId, status: 'waiting', id: { in: ids } },
    data: { ...failed, reason: makeReason('contactDeleted') },
  })
  const where = { organizationId, id: { in: ids } }
  await tx.responseReply.updateMany({ where, data: { subject: '', text: '', recipient: '' } })
  await eraseProviderResponses(tx, organizationId, ids)
}

async function eraseProviderResponses(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  const rows = await tx.responseReply.findMany({
    where: { organizationId, id: { in: [...ids] } },
    select: { id: true, reason: true },
  })
  for (const { id, reason: stored } of rows) {
    const reason = castReason(stored)
    if (reason?.values['words'] === undefined) continue
    const blanked = { ...reason, values: { ...reason.values, words: '' } }
    await tx.responseReply.update({ where: { id, organizationId }, data: { reason: blanked } })
  }
}
