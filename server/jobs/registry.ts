import { alertQueue } from '../alerts/alert-queue'
import { deleteDueAccounts } from '../auth/account-deletion'
import { queueDueCaseReminders } from '../cases/due-case-reminders'
import { HOUR_MS } from '../clock'
import { contactJobQueue } from '../contact-jobs/contact-job-queue'
import { digestQueue } from '../digests/digest-queue'
import { linkCheckQueue } from '../link-domains/link-check-queue'
import { removalQueue } from '../master-data/removal-queue'
import { readBounceMailbox } from '../message-events/mail-reports/read-bounce-mailbox'
import { deleteDueOrganizations } from '../organizations/organization-deletion'
import { addUnfinishedResponsesToScores } from '../responses/add-unfinished-responses-to-scores'
import { eraseExpiredTexts } from '../responses/erase-expired-texts'
import { rebuildStatsQueue } from '../responses/rebuild-stats-queue'
import { deleteExpiredRows } from '../retention/retention'
import { replyQueue } from '../reviews/replies/reply-queue'
import { syncSourceQueue } from '../reviews/sync/sync-source-queue'
import { domainCheckQueue } from '../sending-domains/domain-check-queue'
import { entryQueue, entryScanQueue } from '../sequences/entry/entry-queues'
import { sendingQueue } from '../sequences/sending/sending-queue'
import { eraseBodiesBeyondLimits, eraseExpiredBodies } from '../sequences/trigger-addresses/erase-bodies'
import { triggerQueue } from '../sequences/trigger-addresses/trigger-queue'
import { systemEmailQueue } from '../system-emails/email-queue'
import { createClockQueue } from '../test-organizations/clock-queue'
import { deliveryQueue } from '../webhooks/delivery/delivery-queue'
import type { Queue } from './define-queue'
import { recordHeartbeat } from './heartbeat'
import type { PeriodicTask } from './sweep'

/* Everything that runs in the background. Both drivers read these lists: the scheduler of one machine, and inngest/functions.ts. */

/** Their work is done, at its time, while the clock of a test organization is moved. Not those that ask other systems. */
export const testClockQueues: readonly Queue[] = [
  deliveryQueue,
  sendingQueue,
  entryQueue,
  entryScanQueue,
  triggerQueue,
  contactJobQueue,
  removalQueue,
  rebuildStatsQueue,
  alertQueue,
  digestQueue,
  systemEmailQueue,
]

export const queues: readonly Queue[] = [
  ...testClockQueues,
  syncSourceQueue,
  replyQueue,
  domainCheckQueue,
  linkCheckQueue,
  createClockQueue(testClockQueues),
]

export const tasks: readonly PeriodicTask[] = [
  { name: 'count-unfinished-responses', run: addUnfinishedResponsesToScores },
  { name: 'remind-of-due-cases', run: queueDueCaseReminders },
  { name: 'heartbeat', run: recordHeartbeat },
  { name: 'read-bounce-mailbox', run: async () => (await readBounceMailbox())?.read ?? 0 },
  { name: 'bound-trigger-content', run: () => eraseBodiesBeyondLimits() },
  { name: 'remove-old', everyMs: HOUR_MS, run: removeExpired },
]

async function removeExpired(): Promise<object> {
  const organizations = await deleteDueOrganizations()
  await eraseExpiredTexts()
  await eraseExpiredBodies()
  return { organizations, accounts: await deleteDueAccounts(), ...(await deleteExpiredRows()) }
}
