import type { Prisma } from '@/prisma/generated/client'
import type { Tx } from '../db'
import { reasonFor } from '../outgoing/reasons'
import type { Reason } from '../outgoing/schema'
import type { SystemEmailRow } from '../system-emails/composed'
import type { AlertReason, AlertState } from './schema'
import { ALERT_REASONS } from './vocabulary'

type Named = 'state' | 'sentAt' | 'messageId' | 'attempts' | 'nextAttemptAt'
type Ended = Pick<Prisma.AlertMessageUncheckedUpdateInput, Named> & { reason: AlertReason | null }

/**
 * Writes down what became of one message, and with it what its alerts came to. They are held first: of two messages of one
 * telling that end at once, the later sees both.
 */
export async function settleMessage(
  tx: Tx,
  organizationId: string,
  { id, noticeId }: { id: string; noticeId: string },
  { reason, ...data }: Ended,
): Promise<void> {
  await tx.$queryRaw`SELECT FROM alert WHERE organization_id = ${organizationId}::uuid AND notice_id = ${noticeId}::uuid
    ORDER BY id FOR NO KEY UPDATE`
  await tx.$executeRaw`
    UPDATE alert_message SET reason = ${reason === null ? null : JSON.stringify(reason)}::jsonb, claimed_at = NULL
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid`
  await tx.alertMessage.updateMany({ where: { organizationId, id }, data })
  await sumUp(tx, organizationId, noticeId)
}

/** One that failed is what there is to see; else one that was sent. */
export async function sumUp(tx: Tx, organizationId: string, noticeId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE alert SET state = (
      SELECT CASE WHEN bool_or(state = 'waiting') THEN 'waiting' WHEN bool_or(state = 'failed') THEN 'failed'
        WHEN bool_or(state = 'sent') THEN 'sent' ELSE 'skipped' END
      FROM alert_message WHERE organization_id = ${organizationId}::uuid AND notice_id = ${noticeId}::uuid)
    WHERE organization_id = ${organizationId}::uuid AND notice_id = ${noticeId}::uuid`
}

/** What became of a mail, in the transaction in which it ended. */
export async function settleAlertMail(
  tx: Tx,
  { organizationId, aboutId }: Pick<SystemEmailRow, 'organizationId' | 'aboutId'>,
  { sentAt, reason }: { sentAt: Date | null; reason: Reason | null },
): Promise<void> {
  if (organizationId === null || aboutId === null) return
  const message = await tx.alertMessage.findFirst({ where: { organizationId, id: aboutId } })
  if (message)
    await settleMessage(tx, organizationId, message, {
      state: mailState(sentAt, reason),
      sentAt,
      reason: toAlertReason(reason),
    })
}

/** Of a person whose account goes, and with it the mails that wait for them: the log does not say for good that they wait. */
export async function settleMailsOf(tx: Tx, userId: string): Promise<void> {
  const mails = await tx.systemEmail.findMany({
    where: { userId, kind: 'alert', endedAt: null },
    select: { organizationId: true, aboutId: true },
  })
  for (const mail of mails) await settleAlertMail(tx, mail, { sentAt: null, reason: reasonFor('notMember') })
}

/** One that may have arrived is not known to have. */
function mailState(sentAt: Date | null, reason: Reason | null): AlertState {
  if (reason?.code === 'notMember' || reason?.code === 'obsolete') return 'skipped'
  if (reason?.code === 'interrupted' || reason?.code === 'unconfirmed') return 'failed'
  return sentAt === null ? 'failed' : 'sent'
}

/** In the words that alerts have; of another reason, its own. */
export function toAlertReason(reason: Reason | null): AlertReason | null {
  if (reason === null) return null
  const { values } = reason
  const code = ALERT_REASONS.find((known) => known === reason.code)
  return code ? { code, values } : { code: 'other', values: { words: values.words ?? reason.code } }
}
