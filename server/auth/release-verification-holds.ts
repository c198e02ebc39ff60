import { now } from '../clock'
import { wakeHeld } from '../organizations/resume-held-work'
import type { Work } from '../unit-of-work'

export async function liftHolds(work: Work, userId: string): Promise<void> {
  const organizations = await work.tx.organization.updateManyAndReturn({
    where: { verifiedAt: null, memberships: { some: { userId, role: 'owner' } } },
    data: { verifiedAt: now() },
    select: { id: true },
  })
  for (const { id } of organizations) await wakeHeld(work, id)
}
