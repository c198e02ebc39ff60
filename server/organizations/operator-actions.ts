import { OPERATOR_CONTEXT } from '../actor-context'
import { audit, listFieldChanges } from '../audit/audit'
import type { AuditAction } from '../audit/constants'
import { now } from '../clock'
import { Prisma, type Tx } from '../db'
import { NotFound } from '../errors'
import type { ReasonCode } from '../messaging/outcome/schema'
import { stopSendingIfUnhealthy } from '../sending-health/stop-sending'
import { transact, type UnitOfWork } from '../unit-of-work'
import { toUtcDay, upsertDailyMessageUsage } from './daily-message-usage'
import { resumePostponedWork } from './resume-postponed-work'

/**
 * Suspends an organization: nothing is sent and its API keys are rejected. Members can sign in and read the reason, and surveys can still
 * be answered. Messages being sent are not recalled.
 * @throws {NotFound}
 */
export async function suspendOrganization(organizationId: string, reason: string) {
  const suspendedAt = now()
  await transact(async ({ tx }) => {
    await updateOrganization(tx, organizationId, { suspendedAt, suspensionReason: reason })
    await auditOperatorAction('organization.suspended', organizationId, { reason })
  })
  return { organizationId, suspendedAt: suspendedAt.toISOString(), reason }
}

export async function resumeOrganization(organizationId: string) {
  await transact(async (work) => {
    await updateOrganization(work.tx, organizationId, { suspendedAt: null, suspensionReason: null })
    await resumePostponedWork(work, organizationId)
    await auditOperatorAction('organization.resumed', organizationId)
  })
  return { organizationId }
}

export type MessageQuotaRule = number | 'none' | 'earned'

export async function setDailyMessageQuota(
  organizationId: string,
  rule: MessageQuotaRule,
): Promise<{ limitToday: number | null }> {
  const today = toUtcDay(now())
  const limitToday = await transact(async ({ tx }) => {
    const quotaPerDay = typeof rule === 'number' ? rule : null
    await updateOrganization(tx, organizationId, { quotaEarned: rule === 'earned', quotaPerDay })
    await auditOperatorAction('organization.quota_set', organizationId, { rule })
    return (await upsertDailyMessageUsage(tx, organizationId, today)).allowed
  })
  // Separate transaction: sending locks messages first and then the day, so one transaction could deadlock.
  await transact((work) => resumeQuotaPostponed(work, organizationId))
  return { limitToday }
}

export async function recordSpamComplaints(
  organizationId: string,
  count: number,
): Promise<{ complaintsToday: number }> {
  const today = toUtcDay(now())
  return transact(async ({ tx }) => {
    const organization = await tx.organization.findUnique({ where: { id: organizationId }, select: { id: true } })
    if (!organization) throw new NotFound('organization')
    await upsertDailyMessageUsage(tx, organizationId, today)
    const { complained } = await tx.dailyUsage.update({
      where: { organizationId_day: { organizationId, day: new Date(today) } },
      data: { complained: { increment: count } },
    })
    await stopSendingIfUnhealthy(organizationId)
    return { complaintsToday: complained }
  })
}

/** @throws {NotFound} */
async function updateOrganization(tx: Tx, id: string, data: Prisma.OrganizationUpdateManyMutationInput): Promise<void> {
  const { count } = await tx.organization.updateMany({ where: { id }, data })
  if (count === 0) throw new NotFound('organization')
}

async function resumeQuotaPostponed({ tx, signal }: UnitOfWork, organizationId: string): Promise<void> {
  const { count: sendings } = await tx.sending.updateMany({
    where: {
      organizationId,
      endedAt: null,
      dueAt: { gt: now() },
      steps: { some: { endedAt: null, claimedAt: null, reason: REASON_IS_QUOTA } },
    },
    data: { dueAt: now() },
  })
  if (sendings > 0) signal({ queue: 'sequences/sendings', organizationId })
  const { count: emails } = await tx.systemEmail.updateMany({
    where: { organizationId, endedAt: null, reason: REASON_IS_QUOTA },
    data: { dueAt: now(), reason: Prisma.DbNull },
  })
  if (emails > 0) signal({ queue: 'emails/emails', organizationId })
}

const REASON_IS_QUOTA = { path: ['code'], equals: 'quotaUsed' satisfies ReasonCode }

function auditOperatorAction(action: AuditAction, organizationId: string, about: Record<string, string | number> = {}) {
  return audit(organizationId, {
    action,
    changes: listFieldChanges<Record<string, unknown>>({}, about),
    actorContext: OPERATOR_CONTEXT,
    about,
  })
}
