import { audit } from '../audit/audit'
import { now } from '../clock'
import type { Tx } from '../db'
import { deleteWebhookCopies, eraseTextAnswers } from '../responses/erase-text'
import { transact } from '../unit-of-work'
import { removeContact } from './delete-contact'
import type { ErasedContact } from './schema'

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
      await deleteWebhookCopies(tx, organizationId, id)
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
