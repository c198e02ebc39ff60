import { listOverdueAlerts } from '@/server/alerts/alert-queue'
import { deleteDueAccounts } from '@/server/auth/leaving'
import { remindOfDueCases } from '@/server/cases/reminders'
import { listDueDigests } from '@/server/digests/due'
import {
  alertsQueued,
  deliveriesQueued,
  digestsDue,
  RUNNER_STARTED,
  removalsDue,
  repliesQueued,
  sendingsQueued,
  sourcesDue,
  systemEmailQueued,
  talliesOutdated,
} from '@/server/jobs/events'
import { recordHeartbeat } from '@/server/jobs/heartbeat'
import { wake } from '@/server/jobs/wake'
import { deleteDueOrganizations } from '@/server/organizations/deletion'
import { listOverdueRemovals } from '@/server/records/removal-queue'
import { listOutdatedTallies } from '@/server/responses/tally-upkeep'
import { removeOld } from '@/server/retention/retention'
import { listOverdueReplies } from '@/server/reviews/replies/reply-queue'
import { listOverdueSources } from '@/server/reviews/sync/source-queue'
import { listOverdueSendings } from '@/server/sequences/sending/sending-queue'
import { listDueSystemEmails } from '@/server/system-emails/send'
import { listOverdueDeliveries } from '@/server/webhooks/delivering/delivery-queue'
import { inngest, jobEvent } from './client'

/** Organizations of one kind of work, in one sweep. */
const MAX_WAKES = 1000

/**
 * Wakes what should have moved and has not: its process died, its event was lost, its steps were edited. The rows hold
 * the promise, so nothing else needs to remember it; a wake too many does no harm, so this is no step and may be repeated.
 * When a runner begins, what is due is not given time to be taken up: whoever was to do so may just have died.
 */
export const sweepFunction = inngest.createFunction(
  { id: 'sweep', triggers: [{ cron: '* * * * *' }, jobEvent(RUNNER_STARTED)], retries: 1 },
  async ({ event }) => {
    const patienceMs = event.name === RUNNER_STARTED ? 0 : undefined
    const sendings = await listOverdueSendings(MAX_WAKES, patienceMs)
    const deliveries = await listOverdueDeliveries(MAX_WAKES, patienceMs)
    const sources = await listOverdueSources(MAX_WAKES, patienceMs)
    const replies = await listOverdueReplies(MAX_WAKES, patienceMs)
    const emails = await listDueSystemEmails(MAX_WAKES)
    const removals = await listOverdueRemovals(MAX_WAKES, patienceMs)
    const tallies = await listOutdatedTallies(MAX_WAKES)
    const alerts = await listOverdueAlerts(MAX_WAKES, patienceMs)
    const digests = await listDueDigests(MAX_WAKES)
    await wake([
      ...sendings.map((organizationId) => sendingsQueued(organizationId)),
      ...deliveries.map((organizationId) => deliveriesQueued(organizationId)),
      ...sources.map((organizationId) => sourcesDue(organizationId)),
      ...replies.map((organizationId) => repliesQueued(organizationId)),
      ...emails.map(({ organizationId, emailId }) => systemEmailQueued(organizationId, emailId)),
      ...removals.map((organizationId) => removalsDue(organizationId)),
      ...tallies.map((organizationId) => talliesOutdated(organizationId)),
      ...alerts.map((organizationId) => alertsQueued(organizationId)),
      ...digests.map((organizationId) => digestsDue(organizationId)),
    ])
    const reminded = await remindOfDueCases()
    await recordHeartbeat()
    return {
      sendings: sendings.length,
      deliveries: deliveries.length,
      sources: sources.length,
      replies: replies.length,
      emails: emails.length,
      removals: removals.length,
      tallies: tallies.length,
      alerts: alerts.length,
      digests: digests.length,
      reminded,
    }
  },
)

/** Forgets what is kept for a time only (server/retention), and the organizations and people whose week to stay is over. */
export const removeOldFunction = inngest.createFunction(
  { id: 'remove-old', triggers: [{ cron: '17 * * * *' }], retries: 1 },
  async ({ step }) =>
    step.run('remove', async () => {
      const organizations = await deleteDueOrganizations()
      return { organizations, accounts: await deleteDueAccounts(), ...(await removeOld()) }
    }),
)
