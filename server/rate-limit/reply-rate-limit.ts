import { RateLimitExceeded } from '../errors'
import { countIn, makeBucket } from './rate-limit'

const REPLIES_PER_HOUR = 100

export async function countReply(organizationId: string): Promise<void> {
  const retryAfter = await countIn([makeBucket(`replies ${organizationId}`, 3600, REPLIES_PER_HOUR)])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}
