import { log } from '../log'
import type { Outcome } from '../messaging/message'
import { providerReason } from '../messaging/outcome/reasons'
import { recordLateBounce } from '../organizations/daily-usage'
import { transact } from '../unit-of-work'
import { countsAsMessage, type SystemEmailKind } from './kinds'
import { ENDINGS } from './on-email-completed'
import { lockSystemEmail } from './queries'

export async function recordLateEmailBounce(
  id: string,
  outcome: Extract<Outcome, { state: 'bounced' }>,
): Promise<'bounced' | 'already bounced' | 'never sent'> {
  return transact(async ({ tx }) => {
    await lockSystemEmail(tx, id)
    const row = await tx.systemEmail.findUnique({ where: { id } })
    if (!row || row.endedAt === null || row.claimedAt === null) return 'never sent'
    if (row.sentAt === null) return row.reason === null ? 'never sent' : 'already bounced'
    const { organizationId, claimedAt } = row
    const kind = row.kind as SystemEmailKind
    const reason = providerReason('refused', outcome)
    await tx.systemEmail.update({ where: { id }, data: { sentAt: null, reason } })
    await ENDINGS[kind]?.(tx, row, { sentAt: null, reason, isGone: outcome.isGone })
    if (countsAsMessage(kind) && organizationId !== null) await recordLateBounce(tx, organizationId, claimedAt)
    else log.warn({ organizationId, kind, emailId: id, ...reason }, 'a mail of our own could not be delivered')
    return 'bounced'
  })
}
