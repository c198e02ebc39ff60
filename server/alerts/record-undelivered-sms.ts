import { db } from '../db'
import { lockRow } from '../locks'
import { makeProviderReason } from '../messaging/outcome/reasons'
import type { SmsFailureCause } from '../messaging/sms-failure-causes'
import { transact } from '../unit-of-work'
import { recordAlertMessageOutcome, toAlertStateReason } from './record-alert-message-outcome'

/** Records that an alert's text message that the provider had accepted, or is accepting right now, did not arrive. */
export async function recordUndeliveredAlertSms(
  id: string,
  failure: { words: string; cause?: SmsFailureCause },
): Promise<void> {
  const found = await db.alertMessage.findUnique({ where: { id }, select: { organizationId: true } })
  if (!found) return
  const { organizationId } = found
  await transact(async ({ tx }) => {
    await lockRow(tx, 'alert_message', organizationId, id)
    const message = await tx.alertMessage.findFirst({ where: { organizationId, id } })
    if (!message || (message.state !== 'sent' && message.claimedAt === null)) return
    const reason = toAlertStateReason(makeProviderReason('refused', failure))
    const { sentAt, messageId } = message
    await recordAlertMessageOutcome(tx, organizationId, message, { state: 'failed', reason, sentAt, messageId })
  })
}
