import { audit } from '../audit/audit'
import { eraseReplies } from '../cases/replies/erase-replies'
import { now } from '../clock'
import type { Tx } from '../db'
import { NotFound } from '../errors'
import { reasonFor } from '../outgoing/reasons'
import { transact } from '../unit-of-work'
import type { DeletedContact } from './schema'
import { suppress } from './suppression'

/** Deletes a contact: {@link removeContact}. @throws {NotFound} */
export async function deleteContact(organizationId: string, id: string): Promise<DeletedContact> {
  await transact(async ({ tx }) => {
    await removeContact(tx, organizationId, id)
    // Its name goes with it: what is kept for 400 days says nothing of who it was.
    await audit(organizationId, { action: 'contact.deleted', record: { type: 'contact', id, name: null } })
  })
  return { id, deleted: true }
}

/**
 * Responses, sendings and reviews keep the contact's id. What was written to them goes with them: sendings end, the addresses
 * in their rows are blanked, captured messages, and those that name them to others, are deleted, and their links find nobody. An opt-out
 * outlives them, however it came about. @throws {NotFound}
 */
export async function removeContact(tx: Tx, organizationId: string, id: string): Promise<void> {
  const [gone] = await tx.$queryRaw<Gone[]>`
    DELETE FROM contact WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid
    RETURNING email, unsubscribed, opted_out_at`
  if (!gone) throw new NotFound('contact')
  if (gone.opted_out_at) await suppress(tx, organizationId, gone.email, 'opted_out')
  else if (gone.unsubscribed) await suppress(tx, organizationId, gone.email, 'unsubscribed')
  await endSendings(tx, organizationId, id)
  await eraseReplies(tx, organizationId, id)
  // Last: a job that was still at it has committed what it captured.
  await tx.capturedMessage.deleteMany({ where: { organizationId, contactId: id } })
  await tx.$executeRaw`
    DELETE FROM captured_message WHERE organization_id = ${organizationId}::uuid AND named_contact_ids @> ARRAY[${id}::uuid]`
}

type Gone = { email: string; unsubscribed: boolean; opted_out_at: Date | null }

/** Each sending is locked before its steps, as the job that runs it does. What is on its way out reports for itself. */
async function endSendings(tx: Tx, organizationId: string, contactId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM sending WHERE organization_id = ${organizationId}::uuid AND contact_id = ${contactId}::uuid
    ORDER BY id FOR UPDATE`
  const reason = reasonFor('contactDeleted')
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
