import { Prisma, type Tx } from '../db'
import { lockRows } from '../locks'
import { makeReason } from '../messaging/outcome/reasons'
import type { Reason } from '../messaging/outcome/schema'
import type { SystemEmailRow } from '../system-emails/composer-types'
import { ALERT_STATE_REASONS } from './constants'
import type { AlertState, AlertStateReason } from './schema'

type AlertMessageOutcome = {
  state: AlertState
  reason: AlertStateReason | null
  sentAt?: Date | null
  messageId?: string | null
}

/**
 * Records the outcome of one message and updates the state of its alerts. Locks the alerts first, so that of two messages of one
 * notification that end concurrently the later one sees both outcomes.
 */
export async function recordAlertMessageOutcome(
  tx: Tx,
  organizationId: string,
  { id, notificationId }: { id: string; notificationId: string },
  { reason, ...data }: AlertMessageOutcome,
): Promise<void> {
  const alerts = await tx.alert.findMany({ where: { organizationId, notificationId }, select: { id: true } })
  const alertIds = alerts.map((alert) => alert.id)
  await lockRows(tx, 'alert', organizationId, alertIds, 'NO KEY UPDATE')
  await tx.alertMessage.updateMany({
    where: { organizationId, id },
    data: { ...data, claimedAt: null, nextAttemptAt: null, reason: reason ?? Prisma.DbNull },
  })
  await updateNotificationAlertStates(tx, organizationId, notificationId)
}

/** An alert is `waiting` while any message is, else `failed` if any failed, else `sent` if any was sent, else `skipped`. */
export async function updateNotificationAlertStates(
  tx: Tx,
  organizationId: string,
  notificationId: string,
): Promise<void> {
  const where = { organizationId, notificationId }
  const messages = await tx.alertMessage.findMany({ where, select: { state: true } })
  const state = ['waiting', 'failed', 'sent'].find((one) => messages.some((message) => message.state === one))
  await tx.alert.updateMany({ where, data: { state: state ?? 'skipped' } })
}

export async function recordAlertEmailOutcome(
  tx: Tx,
  { organizationId, subjectId }: Pick<SystemEmailRow, 'organizationId' | 'subjectId'>,
  { sentAt, reason }: { sentAt: Date | null; reason: Reason | null },
): Promise<void> {
  if (organizationId === null || subjectId === null) return
  const message = await tx.alertMessage.findFirst({ where: { organizationId, id: subjectId } })
  const outcome = { state: toAlertEmailState(sentAt, reason), sentAt, reason: toAlertStateReason(reason) }
  if (message) await recordAlertMessageOutcome(tx, organizationId, message, outcome)
}

export async function skipPendingAlertEmailsOfUser(tx: Tx, userId: string): Promise<void> {
  const emails = await tx.systemEmail.findMany({
    where: { userId, kind: 'alert', endedAt: null },
    select: { organizationId: true, subjectId: true },
  })
  for (const email of emails)
    await recordAlertEmailOutcome(tx, email, { sentAt: null, reason: makeReason('notMember') })
}

function toAlertEmailState(sentAt: Date | null, reason: Reason | null): AlertState {
  if (reason?.code === 'notMember' || reason?.code === 'obsolete') return 'skipped'
  if (reason?.code === 'interrupted' || reason?.code === 'unconfirmed') return 'failed'
  return sentAt === null ? 'failed' : 'sent'
}

export function toAlertStateReason(reason: Reason | null): AlertStateReason | null {
  if (reason === null) return null
  const { values } = reason
  const code = ALERT_STATE_REASONS.find((known) => known === reason.code)
  return code ? { code, values } : { code: 'other', values: { words: values.words ?? reason.code } }
}
