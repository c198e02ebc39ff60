import { DAY_MS, now } from '../clock'
import { NotFound, RateLimitExceeded } from '../errors'
import { consumeBuckets, defineBucket } from '../rate-limit/rate-limit'
import { transact } from '../unit-of-work'
import { insertDigestAndQueueEmails } from './create-due-digest'
import { loadDigestContent } from './digest-content'
import { loadLastCompleteWeekStart } from './queries'

const PREVIEWS_PER_HOUR = 5

/**
 * Sends a digest of the last complete week, regardless of the preference.
 * @throws {RateLimitExceeded} after five within an hour @throws {NotFound}
 */
export async function sendDigestPreview(
  organizationId: string,
  { userId, email }: { userId: string; email: string },
): Promise<{ email: string }> {
  const bucket = defineBucket(`digest-preview ${organizationId} ${userId}`, 60 * 60, PREVIEWS_PER_HOUR)
  const retryAfter = await consumeBuckets([bucket])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  const at = now()
  const monday = await loadLastCompleteWeekStart(organizationId, at)
  if (monday === null) throw new NotFound('organization')
  const content = await loadDigestContent(organizationId, monday, at)
  const sendsUntil = new Date(at.getTime() + DAY_MS)
  const digest = { organizationId, week: new Date(monday), sendsUntil, isPreview: true, createdAt: at }
  await transact((work) => insertDigestAndQueueEmails(work, digest, content, userId))
  return { email }
}
