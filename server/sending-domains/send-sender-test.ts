import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact } from '../unit-of-work'

const HOUR_SECONDS = 3600
const TESTS_PER_HOUR = 10

/**
 * Sends a mail to the user, from the sender that contacts get mails from at present.
 * @throws {RateLimitExceeded} after ten within an hour
 */
export async function sendSenderTest(
  organizationId: string,
  { userId, email }: { userId: string; email: string },
): Promise<{ email: string }> {
  await enforceBuckets([defineBucket(`sender-test ${organizationId} ${userId}`, HOUR_SECONDS, TESTS_PER_HOUR)])
  await transact((work) => queueSystemEmails(work, [{ kind: 'senderTest', organizationId, userId }]))
  return { email }
}
