import { log } from '../log'
import type { MessageOutcome } from '../messaging/message'
import { makeProviderReason } from '../messaging/outcome/reasons'
import { recordLateBounce } from '../organizations/daily-usage'
import { transact } from '../unit-of-work'
import { countsTowardDailyLimit, type SystemEmailKind } from './kinds'
import { ON_EMAIL_COMPLETED } from './on-email-completed'
import { lockSystemEmail } from './queries'

export async function recordLateEmailBounce(
  id: string,
  outcome: Extract<MessageOutcome, { state: 'bounced' }>,
): Promise<'bounced' | 'already bounced' | 'never sent'> {
  return transact(async ({ tx }) => {
    const row = await lockSystemEmail(tx, id)
    if (!row || row.endedAt === null || row.claimedAt === null) return 'never sent'
    if (row.sentAt === null) return row.reason === null ? 'never sent' : 'already bounced'
    const { organizationId, claimedAt } = row
    const kind = row.kind as SystemEmailKind
    const reason = makeProviderReason('refused', outcome)
    await tx.systemEmail.update({ where: { id }, data: { sentAt: null, reason } })
    await ON_EMAIL_COMPLETED[kind]?.(tx, row, { sentAt: null, reason, isGone: outcome.isGone })
    if (countsTowardDailyLimit(kind) && organizationId !== null) await recordLateBounce(tx, organizationId, claimedAt)
    else log.warn({ organizationId, kind, emailId: id, ...reason }, 'a mail of our own could not be delivered')
    return 'bounced'
  })
}
