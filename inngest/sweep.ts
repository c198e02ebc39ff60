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
  type WakeEvent,
} from '@/server/jobs/events'
import { recordHeartbeat } from '@/server/jobs/heartbeat'
import { wake } from '@/server/jobs/wake'
import { log } from '@/server/log'
import { deleteDueOrganizations } from '@/server/organizations/deletion'
import { listOverdueRemovals } from '@/server/records/removal-queue'
import { countUnfinished } from '@/server/responses/count-unfinished'
import { eraseOldTexts } from '@/server/responses/erase-old-texts'
import { listOutdatedTallies } from '@/server/responses/tally-upkeep'
import { removeOld } from '@/server/retention/retention'
import { listOverdueReplies } from '@/server/reviews/replies/reply-queue'
import { listOverdueSources } from '@/server/reviews/sync/source-queue'
import { listOverdueSendings } from '@/server/sequences/sending/sending-queue'
import { listDueSystemEmails } from '@/server/system-emails/send'
import { listOverdueDeliveries } from '@/server/webhooks/delivering/delivery-queue'
import { inngest, jobEvent } from './client'

const MAX_WAKES = 1000

/** Queries per kind for overdue work, as events. `patienceMs`: how long due work may wait for its worker. */
const LOOKS = {
  sendings: async (patienceMs) => events(await listOverdueSendings(MAX_WAKES, patienceMs), sendingsQueued),
  deliveries: async (patienceMs) => events(await listOverdueDeliveries(MAX_WAKES, patienceMs), deliveriesQueued),
  sources: async (patienceMs) => events(await listOverdueSources(MAX_WAKES, patienceMs), sourcesDue),
  replies: async (patienceMs) => events(await listOverdueReplies(MAX_WAKES, patienceMs), repliesQueued),
  emails: async () => {
    const due = await listDueSystemEmails(MAX_WAKES)
    return due.map(({ organizationId, emailId }) => systemEmailQueued(organizationId, emailId))
  },
  removals: async (patienceMs) => events(await listOverdueRemovals(MAX_WAKES, patienceMs), removalsDue),
  tallies: async () => events(await listOutdatedTallies(MAX_WAKES), talliesOutdated),
  alerts: async (patienceMs) => events(await listOverdueAlerts(MAX_WAKES, patienceMs), alertsQueued),
  digests: async () => events(await listDueDigests(MAX_WAKES), digestsDue),
} satisfies Record<string, (patienceMs?: number) => Promise<WakeEvent[]>>

function events(organizationIds: readonly string[], event: (organizationId: string) => WakeEvent): WakeEvent[] {
  return organizationIds.map((organizationId) => event(organizationId))
}

/**
 * Signals overdue work: its process died, its event was lost, or its steps were edited. The rows are the source of truth and extra signals
 * are harmless, so this is no step and may be repeated. When a runner starts, patience is 0: the previous worker may just have died.
 */
export const sweepFunction = inngest.createFunction(
  { id: 'sweep', triggers: [{ cron: '* * * * *' }, jobEvent(RUNNER_STARTED)], retries: 1 },
  async ({ event }) => sweep(event.name === RUNNER_STARTED ? 0 : undefined),
)

/**
 * Runs each check independently: a failing one is logged by name and does not block the others.
 * @returns count by kind; null if it failed
 */
export async function sweep(patienceMs?: number): Promise<Record<string, number | null>> {
  const counts: Record<string, number | null> = {}
  const found: WakeEvent[] = []
  for (const [part, look] of Object.entries(LOOKS))
    counts[part] = await apart(part, async () => {
      const overdue = await look(patienceMs)
      found.push(...overdue)
      return overdue.length
    })
  await wake(found)
  counts['counted'] = await apart('counted', countUnfinished)
  counts['reminded'] = await apart('reminded', remindOfDueCases)
  await recordHeartbeat()
  return counts
}

async function apart(part: string, work: () => Promise<number>): Promise<number | null> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: error, part }, 'a part of the sweep failed')
    return null
  }
}

/** Deletes expired data (server/retention), and organizations and accounts whose week of grace is over. */
export const removeOldFunction = inngest.createFunction(
  { id: 'remove-old', triggers: [{ cron: '17 * * * *' }], retries: 1 },
  async ({ step }) =>
    step.run('remove', async () => {
      const organizations = await deleteDueOrganizations()
      await eraseOldTexts()
      return { organizations, accounts: await deleteDueAccounts(), ...(await removeOld()) }
    }),
)
