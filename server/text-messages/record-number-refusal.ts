import { recordSmsOptOut } from '../contacts/sms-opt-outs'
import type { Tx } from '../db'
import { env } from '../env'

/**
 * Records the opt-out of a number that Twilio refuses to text because of a STOP that the service did not receive (21610). Without an auth token
 * there is none: the START that lifts it would not be received either.
 * @returns whether the number has an opt-out
 */
export async function recordNumberRefusal(tx: Tx, organizationId: string, phone: string): Promise<boolean> {
  if (env.twilio?.authToken == null) return false
  await recordSmsOptOut(tx, organizationId, phone)
  return true
}
