import { now } from '../clock'
import type { UnitOfWork } from '../unit-of-work'

/** Queues a response for the alert rules, which alert once for it (submit_response queues those of survey links in SQL). */
export async function queueResponseCandidate(
  { tx, signal }: UnitOfWork,
  organizationId: string,
  subjectId: string,
): Promise<void> {
  const candidate = { organizationId, kind: 'response', subjectId, createdAt: now() }
  await tx.alertCandidate.createMany({ data: [candidate], skipDuplicates: true })
  signal({ queue: 'alerts/alerts', organizationId })
}
