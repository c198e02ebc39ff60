import { audit, listFieldChanges } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import type { Tx } from '../db'
import { lockOrganization } from '../locks'
import { toUtcDay, upsertDailyMessageUsage } from '../organizations/daily-message-usage'
import { resumePostponedWork } from '../organizations/resume-postponed-work'
import { queueEmailsToAdministrators } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { assessSendingRates, type RateCounts } from './assess-sending-rates'
import { HEALTH_DAYS, MESSAGES_AFTER_RESUMING, type SendingProblem } from './constants'

/**
 * Stops messages to contacts once too many bounced or were marked as spam, and emails the owners and admins. Call it in the transaction
 * that counted a bounce or complaint. What members do by hand, such as replies to customers, goes on.
 */
export async function stopSendingIfUnhealthy(organizationId: string): Promise<void> {
  await transact(async (work) => {
    const where = { id: organizationId, sendingStoppedAt: null }
    const organization = await work.tx.organization.findUnique({ where, select: { sendingResumedAt: true } })
    if (!organization) return
    const counts = await readSendingCounts(work.tx, organizationId, organization.sendingResumedAt)
    const { state, problem } = assessSendingRates(counts)
    if (state !== 'stop' || problem === null) return
    const { count } = await work.tx.organization.updateMany({ where, data: { sendingStoppedAt: now() } })
    if (count === 0) return
    await audit(organizationId, {
      action: 'sending.stopped',
      changes: listFieldChanges<Record<string, unknown>>({}, { problem }),
    })
    await notifyAdministrators(work, organizationId, problem, counts)
  })
}

/**
 * Sends held messages again. Bounces and complaints until now no longer count; on the rest of the day a small number may be sent, and the
 * next day's limit is half of what was sent, as after any day with too many bounces.
 */
export async function resumeSending(organizationId: string): Promise<void> {
  await transact(async (work) => {
    await lockOrganization(work.tx, organizationId, 'UPDATE')
    const where = { id: organizationId, sendingStoppedAt: { not: null } }
    const data = { sendingStoppedAt: null, sendingResumedAt: now() }
    const { count } = await work.tx.organization.updateMany({ where, data })
    if (count === 0) return
    await resumePostponedWork(work, organizationId)
    await limitRestOfDay(work.tx, organizationId)
    await audit(organizationId, { action: 'sending.resumed' })
  })
}

/** Locks the day after the messages, as sending does. */
async function limitRestOfDay(tx: Tx, organizationId: string): Promise<void> {
  const today = toUtcDay(now())
  const { used, allowed } = await upsertDailyMessageUsage(tx, organizationId, today)
  const limit = used + MESSAGES_AFTER_RESUMING
  if (allowed !== null && allowed <= limit) return
  const where = { organizationId_day: { organizationId, day: new Date(today) } }
  await tx.dailyUsage.update({ where, data: { allowed: limit } })
}

/** Messages of the last days, without those until the day on which sending was resumed. */
export async function readSendingCounts(tx: Tx, organizationId: string, resumedAt: Date | null): Promise<RateCounts> {
  const first = new Date(toUtcDay(new Date(now().getTime() - (HEALTH_DAYS - 1) * DAY_MS)))
  const afterResuming = resumedAt === null ? [] : [{ day: { gt: new Date(toUtcDay(resumedAt)) } }]
  const { _sum: sum } = await tx.dailyUsage.aggregate({
    where: { organizationId, AND: [{ day: { gte: first } }, ...afterResuming] },
    _sum: { accepted: true, bounced: true, complained: true },
  })
  const bounced = sum.bounced ?? 0
  return { sent: (sum.accepted ?? 0) + bounced, bounced, complained: sum.complained ?? 0 }
}

async function notifyAdministrators(
  work: UnitOfWork,
  organizationId: string,
  problem: SendingProblem,
  { sent, bounced, complained }: RateCounts,
): Promise<void> {
  const values = { problem, sent: String(sent), count: String(problem === 'bounces' ? bounced : complained) }
  await queueEmailsToAdministrators(work, organizationId, () => ({
    kind: 'sendingStopped',
    subjectId: organizationId,
    values,
  }))
}
