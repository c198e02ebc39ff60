import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { alertsQueued } from '../jobs/events'
import { transact } from '../unit-of-work'
import { lockAlertRule } from './rules'
import { tellOnce } from './tell-rule'

/**
 * Sends something that says it is a test on each way of a rule, now, whether it is on or in a pause. The log says what became
 * of it. @throws {NotFound}
 */
export async function sendAlertTest(organizationId: string, ruleId: string): Promise<{ id: string }> {
  return transact(async (work) => {
    const rule = await lockAlertRule(work.tx, organizationId, ruleId)
    const id = uuidv7()
    await work.tx.alert.create({ data: { id, organizationId, ruleId, createdAt: now() } })
    await tellOnce(work, organizationId, rule.id, [id])
    work.wake(alertsQueued(organizationId))
    return { id }
  })
}
