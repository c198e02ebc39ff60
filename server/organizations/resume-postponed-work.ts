import { now } from '../clock'
import { Prisma } from '../db'
import type { UnitOfWork } from '../unit-of-work'
import { SENDING_RESTRICTIONS } from './constants'

/** Resumes everything postponed by a hold. Call it in the transaction that lifts the hold, after locking the organization row. */
export async function resumePostponedWork({ tx, signal }: UnitOfWork, organizationId: string): Promise<void> {
  const at = now()
  const { count: sendings } = await tx.sending.updateMany({
    where: {
      organizationId,
      endedAt: null,
      dueAt: null,
      steps: { some: { endedAt: null, OR: REASON_IS_RESTRICTION } },
    },
    data: { dueAt: at },
  })
  const { count: deliveries } = await tx.webhookDelivery.updateMany({
    where: { organizationId, status: 'pending', nextAttemptAt: null },
    data: { nextAttemptAt: at, reason: null },
  })
  const { count: emails } = await tx.systemEmail.updateMany({
    where: { organizationId, endedAt: null, OR: REASON_IS_RESTRICTION },
    data: { dueAt: at, reason: Prisma.DbNull },
  })
  const { count: alertMessages } = await tx.alertMessage.updateMany({
    where: { organizationId, nextAttemptAt: { not: null }, OR: REASON_IS_RESTRICTION },
    data: { nextAttemptAt: at, reason: Prisma.DbNull },
  })
  if (alertMessages > 0) signal({ queue: 'alerts/alerts', organizationId })
  if (sendings > 0) signal({ queue: 'sequences/sendings', organizationId })
  if (deliveries > 0) signal({ queue: 'webhooks/deliveries', organizationId })
  if (emails > 0) signal({ queue: 'emails/emails', organizationId })
}

/** Lifts the verification hold of the organizations that the user owns. */
export async function markOwnedOrganizationsVerified(work: UnitOfWork, userId: string): Promise<void> {
  const organizations = await work.tx.organization.updateManyAndReturn({
    where: { verifiedAt: null, memberships: { some: { userId, role: 'owner' } } },
    data: { verifiedAt: now() },
    select: { id: true },
  })
  for (const { id } of organizations) await resumePostponedWork(work, id)
}

const REASON_IS_RESTRICTION = SENDING_RESTRICTIONS.map((code) => ({ reason: { path: ['code'], equals: code } }))
