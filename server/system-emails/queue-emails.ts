import { now } from '../clock'
import type { Tx } from '../db'
import { SERVICE_PARTITION } from '../jobs/queue-names'
import type { UnitOfWork } from '../unit-of-work'
import { insertSystemEmail, type NewSystemEmail } from './queries'

/**
 * Queues system emails in the caller's transaction, so that they commit together with their cause. Sent after the commit, or after the
 * minimum interval of their group.
 * @returns ids in input order; a grouped email returns the id of the pending one.
 */
export async function queueSystemEmails(work: UnitOfWork, emails: readonly NewSystemEmail[]): Promise<string[]> {
  const queued = await insertSystemEmails(work.tx, emails)
  for (const { organizationId, isDue } of queued)
    if (isDue) work.signal({ queue: 'emails/emails', organizationId: organizationId ?? SERVICE_PARTITION })
  return queued.map(({ id }) => id)
}

/** Queues one of these emails to each owner and admin of an organization, in the caller's transaction. */
export async function queueEmailsToAdministrators(
  work: UnitOfWork,
  organizationId: string,
  compose: (userId: string) => Pick<NewSystemEmail, 'kind' | 'subjectId' | 'values' | 'groupKey'>,
): Promise<void> {
  const administrators = await work.tx.membership.findMany({
    where: { organizationId, role: { in: ['owner', 'admin'] } },
    select: { userId: true },
    // Fixed order, to avoid deadlocks.
    orderBy: { userId: 'asc' },
  })
  await queueSystemEmails(
    work,
    administrators.map(({ userId }) => ({ organizationId, userId, ...compose(userId) })),
  )
}

export async function insertSystemEmails(tx: Tx, emails: readonly NewSystemEmail[]) {
  const at = now()
  const queued: { id: string; organizationId: string | null; isDue: boolean }[] = []
  for (const email of emails) {
    const { id, dueAt } = await insertSystemEmail(tx, email, at)
    queued.push({ id, organizationId: email.organizationId, isDue: dueAt <= at })
  }
  return queued
}
