import { audit } from '../audit/audit'
import { eraseReplyTextsOfDeletedContact } from '../cases/replies/erase-reply-texts-of-deleted-contact'
import { now } from '../clock'
import type { Tx } from '../db'
import { NotFound } from '../errors'
import { lockRow, lockRows } from '../locks'
import { makeReason } from '../messaging/outcome/reasons'
import { deleteWebhookDeliveriesContaining, eraseTextAnswers } from '../responses/erase-text'
import { transact } from '../unit-of-work'
import type { DeletedContact, ErasedContact } from './schema'
import { addSuppression } from './suppression'

export async function deleteContact(organizationId: string, id: string): Promise<DeletedContact> {
  await transact(async ({ tx }) => {
    await removeContact(tx, organizationId, id)
    // No name: audit entries are kept for 400 days and must not identify the person.
    await audit(organizationId, { action: 'contact.deleted', record: { type: 'contact', id, name: null } })
  })
  return { id, deleted: true }
}

/**
 * Deletes a contact. Responses, sendings and reviews keep its id. Ends its sendings, blanks the addresses in their rows, and deletes
 * replies and the captured messages that it received or that name it; its links become invalid. An opt-out is kept as a suppression.
 * @throws {NotFound}
 */
async function removeContact(tx: Tx, organizationId: string, id: string): Promise<void> {
  await lockRow(tx, 'contact', organizationId, id)
  const contact = await tx.contact.findUnique({
    where: { id, organizationId },
    select: { email: true, unsubscribed: true, optedOutAt: true },
  })
  if (!contact) throw new NotFound('contact')
  await tx.contact.delete({ where: { id, organizationId }, select: { id: true } })
  if (contact.optedOutAt) await addSuppression(tx, organizationId, contact.email, 'opted_out')
  else if (contact.unsubscribed) await addSuppression(tx, organizationId, contact.email, 'unsubscribed')
  await endSendings(tx, organizationId, id)
  await eraseReplyTextsOfDeletedContact(tx, organizationId, id)
  // Last, after concurrent jobs have committed the messages that they captured.
  await tx.capturedMessage.deleteMany({ where: { organizationId, contactId: id } })
  await tx.capturedMessage.deleteMany({ where: { organizationId, namedContactIds: { has: id } } })
}

/** Locks each sending before its steps, in the order of the job that runs it. Claimed steps are left to that job. */
async function endSendings(tx: Tx, organizationId: string, contactId: string): Promise<void> {
  const sendings = await tx.sending.findMany({ where: { organizationId, contactId }, select: { id: true } })
  if (sendings.length === 0) return
  const ids = sendings.map(({ id }) => id)
  await lockRows(tx, 'sending', organizationId, ids)
  const reason = makeReason('contactDeleted')
  const endedAt = now()
  await tx.sendingStep.updateMany({
    where: { organizationId, endedAt: null, claimedAt: null, sending: { contactId } },
    data: { status: 'skipped', reason, dueAt: null, endedAt },
  })
  await tx.sending.updateMany({
    where: { organizationId, contactId, status: { in: ['queued', 'running'] } },
    data: { status: 'cancelled', reason, dueAt: null, endedAt },
  })
  await tx.sendingStep.updateMany({ where: { organizationId, sending: { contactId } }, data: { recipient: null } })
  await tx.sending.updateMany({ where: { organizationId, contactId }, data: { email: '' } })
}

const STATEMENT_MS = 60_000

/**
 * Deletes a contact as {@link removeContact} does, and erases personal data: free text and notes of its responses, its name in reviews,
 * and stored webhook bodies. Pending webhooks about it are dropped. Scores, choices and the history of sendings stay under the contact's
 * id; an opt-out stays as a hash of the address.
 * @throws {NotFound} also if it was deleted or erased before
 */
export async function eraseContact(organizationId: string, id: string): Promise<ErasedContact> {
  await transact(
    async ({ tx }) => {
      await removeContact(tx, organizationId, id)
      await eraseResponses(tx, organizationId, id)
      const data = { authorName: null, updatedAt: now() }
      await tx.review.updateMany({ where: { organizationId, contactId: id }, data })
      await deleteWebhookDeliveriesContaining(tx, organizationId, id)
      await audit(organizationId, { action: 'contact.erased', record: { type: 'contact', id, name: null } })
    },
    { statementMs: STATEMENT_MS },
  )
  return { id, erased: true }
}

async function eraseResponses(tx: Tx, organizationId: string, contactId: string): Promise<void> {
  const responses = await tx.response.findMany({ where: { organizationId, contactId }, select: { id: true } })
  const ids = responses.map(({ id }) => id)
  await tx.responseNote.deleteMany({ where: { organizationId, responseId: { in: ids } } })
  await eraseTextAnswers(tx, organizationId, ids)
}
