import { addSuppression } from '../../contacts/suppression'
import { lockRow } from '../../locks'
import type { MessageOutcome } from '../../messaging/message'
import { makeProviderReason } from '../../messaging/outcome/reasons'
import { recordBounceInDailyUsage } from '../../organizations/daily-message-usage'
import { transact } from '../../unit-of-work'

export type LateBounceResult = 'bounced' | 'already bounced' | 'arrived' | 'never sent'

/**
 * Records the bounce of a survey mail that the mail server had accepted. The step gets the same status as if it had been
 * refused at once, an address without a mailbox is suppressed, and the bounce counts in the daily usage. Later steps continue
 * as planned.
 */
export async function recordLateStepBounce(
  organizationId: string,
  sendingStepId: string,
  outcome: Extract<MessageOutcome, { state: 'bounced' }>,
): Promise<LateBounceResult> {
  return transact(async ({ tx }) => {
    const where = { organizationId_id: { organizationId, id: sendingStepId } }
    const step = await tx.sendingStep.findUnique({ where, select: { sendingId: true } })
    if (step) await lockRow(tx, 'sending', organizationId, step.sendingId)
    const row = await tx.sendingStep.findUnique({ where })
    if (!row || row.channel !== 'email' || row.claimedAt === null || row.sentAt === null) return 'never sent'
    if (row.status === 'bounced') return 'already bounced'
    // A response proves that the message arrived.
    if (row.status === 'answered') return 'arrived'
    const reason = makeProviderReason('refused', outcome)
    await tx.sendingStep.update({ where, data: { status: 'bounced', reason } })
    if (outcome.isGone && row.recipient !== null) await addSuppression(tx, organizationId, row.recipient, 'bounced')
    await recordBounceInDailyUsage(tx, organizationId, row.claimedAt)
    return 'bounced'
  })
}
