import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Tx } from '../db'
import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { type ContactCreator, getContactCreator } from './contact-creator'
import { copyPreferences } from './preferences/preferences'
import type { SuppressionReason } from './queries'
import type { UpdateContact } from './schema'
import { addSuppression, deriveInitialConsent, loadSuppressions, removeSuppressions } from './suppression'
import { addEmailsToSuppressions, redactSuppressions } from './suppression-emails'

type ConsentInput = Pick<UpdateContact, 'email' | 'unsubscribed'>

/**
 * Consent after an update: a member cannot undo the contact's own opt-out or a block, and a new address keeps its earlier opt-out. What the
 * person wants less of holds for the new address too.
 * @throws {ValidationError} if `unsubscribed` cannot be false
 */
export async function applyConsentUpdate(
  tx: Tx,
  organizationId: string,
  locked: ContactRow,
  input: ConsentInput,
): Promise<Partial<Pick<ContactRow, 'unsubscribed' | 'optedOutAt' | 'bouncedAt'>>> {
  const address = input.email ?? locked.email
  const isAddressChanged = address !== locked.email
  const isRead = isAddressChanged || input.unsubscribed === false
  const reasons = isRead ? (await loadSuppressions(tx, organizationId, [address])).get(address) : undefined
  const deliverability = isAddressChanged ? { bouncedAt: reasons?.has('bounced') ? now() : null } : {}
  if (isAddressChanged) await copyPreferences(tx, organizationId, locked.email, address)
  if (input.unsubscribed === false) {
    assertCanBeSubscribed(locked, reasons)
    await removeSuppressions(tx, organizationId, address, ['unsubscribed'])
    return deliverability
  }
  if (input.unsubscribed === true && !locked.unsubscribed)
    await addSuppression(tx, organizationId, address, 'unsubscribed', getContactCreator())
  if (isAddressChanged && locked.optedOutAt !== null) await addSuppression(tx, organizationId, address, 'opted_out')
  const { unsubscribed, optedOutAt } = deriveInitialConsent(reasons, locked.optedOutAt ?? now())
  return { ...deliverability, ...(unsubscribed ? { unsubscribed, ...(optedOutAt ? { optedOutAt } : {}) } : {}) }
}

function assertCanBeSubscribed(locked: ContactRow, reasons: ReadonlySet<SuppressionReason> = new Set()): void {
  if (locked.optedOutAt !== null || reasons.has('opted_out'))
    throw new ValidationError({ unsubscribed: [localizableMessage('contact.optedOut')] })
  if (reasons.has('blocked')) throw new ValidationError({ unsubscribed: [localizableMessage('contact.blocked')] })
}

/** That a member unsubscribed the contact goes with it to the new address; other suppressions stay with the previous one, as a hash. */
export async function updateSuppressionsAfterEmailChange(
  tx: Tx,
  organizationId: string,
  { email: previous, unsubscribed, optedOutAt }: ContactRow,
  { email, unsubscribed: isUnsubscribed }: ContactRow,
): Promise<void> {
  if (unsubscribed && optedOutAt === null) {
    const where = { organizationId, email: previous, reason: 'unsubscribed' }
    const [source] = await tx.suppression.findMany({ where, select: { createdVia: true, createdById: true } })
    await removeSuppressions(tx, organizationId, previous, ['unsubscribed'])
    if (isUnsubscribed && source)
      await addSuppression(tx, organizationId, email, 'unsubscribed', source as ContactCreator)
  }
  await redactSuppressions(tx, organizationId, [previous])
  await addEmailsToSuppressions(tx, organizationId, [email])
}
