import { now } from '../clock'
import { resumeHeldWork } from '../organizations/resume-held-work'
import type { UnitOfWork } from '../unit-of-work'

export async function releaseVerificationHolds(work: UnitOfWork, userId: string): Promise<void> {
  const organizations = await work.tx.organization.updateManyAndReturn({
    where: { verifiedAt: null, memberships: { some: { userId, role: 'owner' } } },
    data: { verifiedAt: now() },
    select: { id: true },
  })
  for (const { id } of organizations) await resumeHeldWork(work, id)
}
