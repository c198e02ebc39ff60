import { DAY_MS, now } from '../clock'
import { NotFound, RateLimitExceeded } from '../errors'
import { consumeBuckets, createBucket } from '../rate-limit/rate-limit'
import { transact } from '../unit-of-work'
import { insertDigest } from './create-digest'
import { loadDigestContent } from './digest-content'
import { loadLastCompleteWeek } from './queries'

const PREVIEWS_PER_HOUR = 5

/**
 * Sends a digest of the last complete week, regardless of the preference.
 * @throws {RateLimitExceeded} after five within an hour @throws {NotFound}
 */
export async function sendDigestPreview(
  organizationId: string,
  { userId, email }: { userId: string; email: string },
): Promise<{ email: string }> {
  const retryAfter = await consumeBuckets([
    createBucket(`digest-preview ${organizationId} ${userId}`, 60 * 60, PREVIEWS_PER_HOUR),
  ])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  const at = now()
  const monday = await loadLastCompleteWeek(organizationId, at)
  if (monday === null) throw new NotFound('organization')
  const week = await loadDigestContent(organizationId, monday, at)
  const sendsUntil = new Date(at.getTime() + DAY_MS)
  await transact((work) =>
    insertDigest(
      work,
      { organizationId, week: new Date(monday), sendsUntil, isPreview: true, createdAt: at },
      week,
      userId,
    ),
  )
  return { email }
}
