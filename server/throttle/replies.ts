import { RateLimitExceeded } from '../errors'
import { countIn, makeBucket } from './throttle'

/** More than a team writes by hand. */
const PER_HOUR = 100

/** Counts one hand-written email to a customer. @throws {RateLimitExceeded} */
export async function countReply(organizationId: string): Promise<void> {
  const retryAfter = await countIn([makeBucket(`replies ${organizationId}`, 3600, PER_HOUR)])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}
