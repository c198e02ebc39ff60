import type { AlertMessage } from '@/prisma/generated/client'
import { HOUR_MS, now } from '../clock'
import type { Tx } from '../db'
import { lockRow } from '../locks'
import type { SendingRestriction } from '../organizations/constants'

export async function lockMessageIfDue(tx: Tx, organizationId: string, id: string): Promise<AlertMessage | null> {
  if (!(await lockRow(tx, 'alert_message', organizationId, id, 'UPDATE SKIP LOCKED'))) return null
  return tx.alertMessage.findFirst({ where: { organizationId, id, nextAttemptAt: { lte: now() } } })
}

export async function lockMessageIfStillClaimed(
  tx: Tx,
  organizationId: string,
  { id, claimedAt }: { id: string; claimedAt: Date },
): Promise<boolean> {
  await lockRow(tx, 'alert_message', organizationId, id)
  return (await tx.alertMessage.count({ where: { organizationId, id, claimedAt } })) > 0
}

/** Lifting the hold makes it due; the hourly attempt covers a lost signal. @returns null: there is no lease */
export async function postponeForSendingRestriction(
  tx: Tx,
  organizationId: string,
  id: string,
  hold: SendingRestriction,
) {
  const nextAttemptAt = new Date(now().getTime() + HOUR_MS)
  const reason = { code: hold, values: {} }
  await tx.alertMessage.update({ where: { organizationId, id }, data: { nextAttemptAt, reason } })
  return null
}
