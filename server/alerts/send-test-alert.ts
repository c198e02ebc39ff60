import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { RateLimitExceeded } from '../errors'
import { consumeBuckets, defineBucket } from '../rate-limit/rate-limit'
import { transact } from '../unit-of-work'
import { createNotification } from './create-due-notifications'
import { lockAlertRule } from './rules'

const HOUR_SECONDS = 3600
const TESTS_PER_HOUR = 20

/**
 * Sends a test notification on every channel of a rule, even if it is disabled or pausing, and logs the result.
 * @throws {NotFound}
 * @throws {RateLimitExceeded} after twenty tests per organization and hour
 */
export async function sendTestAlert(organizationId: string, ruleId: string): Promise<{ id: string }> {
  const retryAfter = await consumeBuckets([defineBucket(`alert-tests ${organizationId}`, HOUR_SECONDS, TESTS_PER_HOUR)])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  return transact(async (work) => {
    const rule = await lockAlertRule(work.tx, organizationId, ruleId)
    const id = uuidv7()
    await work.tx.alert.create({ data: { id, organizationId, ruleId, createdAt: now() } })
    await createNotification(work, organizationId, rule.id, [id])
    work.signal({ queue: 'alerts/alerts', organizationId })
    return { id }
  })
}
