import type { Tx } from '../db'

/** What a rule that is switched off has not begun to tell is told by nobody any more. */
export async function setAside(tx: Tx, organizationId: string, ruleId: string): Promise<void> {
  await tx.alert.updateMany({
    where: { organizationId, ruleId, noticeId: null, state: 'waiting' },
    data: { state: 'skipped', reason: { code: 'ruleOff', values: {} } },
  })
}
