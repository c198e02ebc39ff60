import type { Prisma } from '@/prisma/generated/client'
import { addSuppression } from '../../contacts/suppression'
import { lockRow } from '../../locks'
import type { MessageOutcome } from '../../messaging/message'
import { finalizeOutcome } from '../../messaging/outcome/finalize-outcome'
import { recordLateBounce } from '../../organizations/daily-usage'
import { transact } from '../../unit-of-work'
import { withAnsweredStatus } from './record-outcome'

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
    const finalized = finalizeOutcome({ claimedAt: row.claimedAt, firstTriedAt: row.firstTriedAt }, outcome)
    if (finalized.status !== 'bounced') throw new Error('a bounce was recorded with another status')
    const { status, reason } = withAnsweredStatus(row, { status: finalized.status, reason: finalized.reason })
    if (status !== 'bounced') return 'arrived'
    await tx.sendingStep.update({
      where: { organizationId_id: { organizationId, id: row.id } },
      data: { status, reason: reason as Prisma.InputJsonObject },
    })
    if (outcome.isGone && row.recipient !== null) await addSuppression(tx, organizationId, row.recipient, 'bounced')
    await recordLateBounce(tx, organizationId, row.claimedAt)
    return 'bounced'
  })
}
