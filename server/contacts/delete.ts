import { audit } from '../audit/audit'
import { eraseReplies } from '../cases/replies/erase-replies'
import { now } from '../clock'
import type { Tx } from '../db'
import { NotFound } from '../errors'
import { reasonFor } from '../outgoing/reasons'
import { transact } from '../unit-of-work'
import type { DeletedContact } from './schema'
import { suppress } from './suppression'

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
export async function removeContact(tx: Tx, organizationId: string, id: string): Promise<void> {
  const [gone] = await tx.$queryRaw<Gone[]>`
    DELETE FROM contact WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid
    RETURNING email, unsubscribed, opted_out_at`
  if (!gone) throw new NotFound('contact')
  if (gone.opted_out_at) await suppress(tx, organizationId, gone.email, 'opted_out')
  else if (gone.unsubscribed) await suppress(tx, organizationId, gone.email, 'unsubscribed')
  await endSendings(tx, organizationId, id)
  await eraseReplies(tx, organizationId, id)
  // Last, after concurrent jobs have committed the messages that they captured.
  await tx.capturedMessage.deleteMany({ where: { organizationId, contactId: id } })
  await tx.$executeRaw`
    DELETE FROM captured_message WHERE organization_id = ${organizationId}::uuid AND named_contact_ids @> ARRAY[${id}::uuid]`
}

type Gone = { email: string; unsubscribed: boolean; opted_out_at: Date | null }

/** Locks each sending before its steps, in the order of the job that runs it. Claimed steps are left to that job. */
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
