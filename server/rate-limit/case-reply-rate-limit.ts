import { RateLimitExceeded } from '../errors'
import { consumeBuckets, defineBucket } from './rate-limit'

const REPLIES_PER_HOUR = 100

export async function enforceCaseReplyLimit(organizationId: string): Promise<void> {
  const retryAfter = await consumeBuckets([defineBucket(`replies ${organizationId}`, 3600, REPLIES_PER_HOUR)])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}
