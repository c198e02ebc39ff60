import { audit } from '../audit/audit'
import { now } from '../clock'
import { deriveInitialConsent, loadSuppressions, removeSuppressions } from '../contacts/suppression'
import { recordContactEvents } from '../contacts/timeline/record-contact-events'
import type { Tx } from '../db'
import { NotFound, ValidationError } from '../errors'
import { lockRow } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { transact } from '../unit-of-work'
import type { LiftSuppression } from './schema'

/**
 * Lifts a suppression, so that its address can get messages unless there is another. The audit log keeps why.
 * @throws {ValidationError} for a person's own opt-out: only they can subscribe again
 * @throws {NotFound}
 */
export async function liftSuppression(
  organizationId: string,
  { id, reason, because }: LiftSuppression,
): Promise<{ id: string; lifted: true }> {
  if (reason === 'opted_out') throw new ValidationError({}, localizableMessage('suppression.ownOptOut'))
  return transact(async ({ tx }) => {
    const suppression = await tx.suppression.findFirst({ where: { organizationId, id, reason } })
    const where = suppression ? { organizationId, email: suppression.email ?? '' } : { organizationId, id }
    const contact = await tx.contact.findFirst({ where, select: { id: true, email: true } })
    if (!suppression && !contact) throw new NotFound('suppression')
    if (contact) await lockRow(tx, 'contact', organizationId, contact.id)
    if (suppression) {
      const { count } = await tx.suppression.deleteMany({ where: { organizationId, id } })
      if (count === 0) throw new NotFound('suppression')
    } else if (contact) await requireSuppressed(tx, organizationId, contact.id, reason)
    if (contact) await resubscribe(tx, organizationId, contact, reason)
    await audit(organizationId, {
      action: 'suppression.lifted',
      // No name: audit entries are kept for 400 days and must not identify the person.
      ...(contact ? { record: { type: 'contact', id: contact.id, name: null } } : {}),
      changes: [
        { field: 'suppression', from: reason, to: null },
        { field: 'because', from: null, to: because },
      ],
    })
    return { id, lifted: true }
  })
}

/** For an entry that only the contact holds. @throws {NotFound} if it does not, or not any more */
async function requireSuppressed(
  tx: Tx,
  organizationId: string,
  id: string,
  reason: LiftSuppression['reason'],
): Promise<void> {
  const where = reason === 'bounced' ? { bouncedAt: { not: null } } : { unsubscribed: true, optedOutAt: null }
  if (reason === 'blocked' || (await tx.contact.count({ where: { organizationId, id, ...where } })) === 0)
    throw new NotFound('suppression')
}

async function resubscribe(
  tx: Tx,
  organizationId: string,
  { id, email }: { id: string; email: string },
  reason: LiftSuppression['reason'],
): Promise<void> {
  await removeSuppressions(tx, organizationId, email, [reason])
  if (reason === 'bounced') {
    await tx.contact.updateMany({ where: { organizationId, id, email }, data: { bouncedAt: null, updatedAt: now() } })
    return
  }
  const remaining = (await loadSuppressions(tx, organizationId, [email])).get(email)
  if (deriveInitialConsent(remaining, now()).unsubscribed) return
  const { count } = await tx.contact.updateMany({
    where: { organizationId, id, email, optedOutAt: null, unsubscribed: true },
    data: { unsubscribed: false, updatedAt: now() },
  })
  const event = { contactId: id, kind: 'changed' as const, details: { unsubscribed: [true, false] } }
  if (count > 0) await recordContactEvents(tx, organizationId, [event])
}
