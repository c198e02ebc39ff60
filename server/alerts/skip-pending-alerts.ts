import type { Tx } from '../db'

export async function skipPendingAlerts(tx: Tx, organizationId: string, ruleId: string): Promise<void> {
  await tx.alert.updateMany({
    where: { organizationId, ruleId, notificationId: null, state: 'waiting' },
    data: { state: 'skipped', reason: { code: 'ruleOff', values: {} } },
  })
}
