import { audit } from '../audit/audit'
import { recordResponseEvents } from '../cases/record-response-events'
import type { Tx } from '../db'
import { NotFound } from '../errors'
import { transact } from '../unit-of-work'
import { removeTextAnswers } from './queries'

/**
 * Erases the free text of a response and its copies: stored webhook bodies, and Outbox messages that name the contact. Scores and
 * choices stay. A webhook call in progress is not aborted.
 * @throws {NotFound}
 */
export async function eraseResponseText(organizationId: string, id: string): Promise<{ id: string; erased: true }> {
  await transact(async ({ tx }) => {
    const response = await tx.response.findFirst({ where: { organizationId, id }, select: { contactId: true } })
    if (!response) throw new NotFound('response')
    await eraseTextAnswers(tx, organizationId, [id])
    await deleteWebhookDeliveriesContaining(tx, organizationId, [id])
    await tx.capturedMessage.deleteMany({ where: { organizationId, namedContactIds: { has: response.contactId } } })
    await audit(organizationId, { action: 'response.text_erased', record: { type: 'response', id, name: null } })
  })
  return { id, erased: true }
}

export async function eraseTextAnswers(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  const erased = await removeTextAnswers(tx, organizationId, ids)
  const events = erased.map((responseId) => ({ responseId, kind: 'textErased' as const }))
  await recordResponseEvents(tx, organizationId, events)
}

/**
 * Deletes webhook deliveries whose body contains one of the ids, pending ones included. Responses stored for an Idempotency-Key are encrypted
 * and expire within a day.
 */
export async function deleteWebhookDeliveriesContaining(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const where = { organizationId, OR: ids.map((id) => ({ body: { contains: id } })) }
  await tx.webhookDelivery.deleteMany({ where })
}
