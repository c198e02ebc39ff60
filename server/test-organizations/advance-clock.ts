import { DAY_MS, now, realNow } from '../clock'
import { db } from '../db'
import { NotFound, ValidationError } from '../errors'
import type { Queue } from '../jobs/define-queue'
import { startOrJoinRun } from '../jobs/queue-run'
import { localizableMessage } from '../messages/localizable-message'
import { transact } from '../unit-of-work'
import { CLOCK_MAX_DAYS, CLOCK_STEP_DAYS } from './constants'
import { lockTestOrganization, moveClock } from './queries'
import type { AdvanceClock, TestClock } from './schema'
import { withOrganizationClock } from './with-organization-clock'

/** Work that stays due after this many runs fails, or is done by another worker. */
const RUNS_MAX = 20
/** Bounds one move through work that is due all the time. Then the clock goes to the end at once. */
const STOPS_MAX = 3000
const LEASE_MS = 60_000

/** @throws {NotFound} for an organization that is no test organization */
export async function getTestClock(organizationId: string, queues: readonly Queue[]): Promise<TestClock> {
  const row = await db.testOrganization.findUnique({ where: { organizationId } })
  if (!row) throw new NotFound('organization')
  const nextDueAt = await withOrganizationClock(organizationId, () => findNextDueAt(organizationId, queues))
  const offsetMs = Number(row.clockOffsetMs)
  return {
    now: new Date(Date.now() + offsetMs).toISOString(),
    offsetMs,
    advancesTo: row.advancesTo?.toISOString() ?? null,
    nextDueAt: nextDueAt?.toISOString() ?? null,
  }
}

/**
 * Begins to move the clock of a test organization forward; a job does what is due on the way, each thing at its time.
 * @throws {NotFound} @throws {ValidationError} if it is being moved, if nothing is due, or beyond {@link CLOCK_MAX_DAYS}
 */
export async function advanceClock(
  organizationId: string,
  { by }: AdvanceClock,
  queues: readonly Queue[],
): Promise<TestClock> {
  const clock = await getTestClock(organizationId, queues)
  const advancesTo =
    by === 'next'
      ? clock.nextDueAt && new Date(clock.nextDueAt)
      : new Date(Date.parse(clock.now) + CLOCK_STEP_DAYS[by] * DAY_MS)
  if (!advancesTo) throw new ValidationError({ by: [localizableMessage('testClock.nothingDue')] })
  if (advancesTo.getTime() > Date.now() + CLOCK_MAX_DAYS * DAY_MS)
    throw new ValidationError({ by: [localizableMessage('testClock.tooFar', { maximum: CLOCK_MAX_DAYS })] })
  await transact(async ({ tx, signal }) => {
    await lockTestOrganization(tx, organizationId)
    const { count } = await tx.testOrganization.updateMany({
      where: { organizationId, advancesTo: null },
      data: { advancesTo, dueAt: realNow(), claimedAt: null },
    })
    if (count === 0) throw new ValidationError({ by: [localizableMessage('testClock.moving')] })
    signal({ queue: 'test-organizations/clocks', organizationId })
  })
  return getTestClock(organizationId, queues)
}

/**
 * Moves a clock from one due time to the next, up to the time to reach, and has the queues do what is due at each.
 * @param until ms since the epoch; a later call goes on
 */
export async function moveClockToTarget(
  organizationId: string,
  queues: readonly Queue[],
  until: number,
): Promise<void> {
  const target = await claimMove(organizationId)
  if (!target) return
  for (let stops = 1; Date.now() < until; stops += 1) {
    const due = await doWhatIsDue(organizationId, queues)
    if (due === null || due >= target || stops > STOPS_MAX) {
      await moveClock(organizationId, target.getTime() - Date.now(), realNow())
      await doWhatIsDue(organizationId, queues)
      const ended = { advancesTo: null, dueAt: null, claimedAt: null }
      await db.testOrganization.updateMany({ where: { organizationId, advancesTo: target }, data: ended })
      return
    }
    await moveClock(organizationId, due.getTime() - Date.now(), realNow())
  }
  await db.testOrganization.updateMany({ where: { organizationId }, data: { claimedAt: null } })
}

async function claimMove(organizationId: string): Promise<Date | null> {
  const at = realNow()
  const [row] = await db.testOrganization.updateManyAndReturn({
    where: {
      organizationId,
      advancesTo: { not: null },
      OR: [{ claimedAt: null }, { claimedAt: { lt: new Date(at.getTime() - LEASE_MS) } }],
    },
    data: { claimedAt: at },
  })
  return row?.advancesTo ?? null
}

/** @returns when the next thing is due, by the clock of the organization; null if nothing is */
function doWhatIsDue(organizationId: string, queues: readonly Queue[]): Promise<Date | null> {
  return withOrganizationClock(organizationId, async () => {
    let wasNothingDue = false
    for (let runs = 1; runs <= RUNS_MAX; runs += 1) {
      const { dueQueues, later } = await readDueTimes(organizationId, queues)
      // Twice, because work may pass from one queue to another between the reads of one time.
      if (dueQueues.length === 0 && wasNothingDue) return later
      wasNothingDue = dueQueues.length === 0
      // Failures are logged by the run, and their work stays due.
      for (const queue of dueQueues) await startOrJoinRun(queue, organizationId).ended.catch(() => null)
    }
    // What is still due fails, and does not stop the clock.
    return findNextDueAt(organizationId, queues)
  })
}

/** When the next thing is due that is not due yet. */
async function findNextDueAt(organizationId: string, queues: readonly Queue[]): Promise<Date | null> {
  return (await readDueTimes(organizationId, queues)).later
}

/** @property dueQueues with work that is due @property later when the next other thing is due */
type DueTimes = { dueQueues: Queue[]; later: Date | null }

async function readDueTimes(organizationId: string, queues: readonly Queue[]): Promise<DueTimes> {
  const next = await Promise.all(queues.map((queue) => queue.openWorker(organizationId).nextDueAt()))
  // One time for both answers, because the clock goes on: what falls due between two readings is neither due nor later.
  const at = now()
  const isDue = (time: Date | null | undefined) => time != null && time <= at
  const later = next.flatMap((time) => (time !== null && !isDue(time) ? time.getTime() : []))
  return {
    dueQueues: queues.filter((_, index) => isDue(next[index])),
    later: later.length === 0 ? null : new Date(Math.min(...later)),
  }
}
