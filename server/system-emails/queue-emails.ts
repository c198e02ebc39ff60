import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import type { Tx } from '../db'
import type { Language } from '../fields/schema'
import { systemEmailQueuedSignal } from '../jobs/signals'
import type { UnitOfWork } from '../unit-of-work'
import { getMinIntervalMs, type SystemEmailKind } from './kinds'
import { insertSystemEmail } from './queries'

type Recipient =
  | { userId: string; address?: string; language?: undefined }
  | { userId?: undefined; address: string; language: Language }

export type NewSystemEmail = Recipient & {
  kind: SystemEmailKind
  organizationId: string | null
  subjectId?: string
  values?: Record<string, string>
  /** At most one pending email per group key; later ones increment its counter. */
  groupKey?: string
}

/**
 * Queues system emails in the caller's transaction, so that they commit together with their cause. Sent after the commit, or after the
 * minimum interval of their group.
 * @returns ids in input order; a grouped email returns the id of the pending one.
 */
export async function queueSystemEmails(work: UnitOfWork, emails: readonly NewSystemEmail[]): Promise<string[]> {
  const queued = await insertSystemEmails(work.tx, emails)
  for (const { organizationId, isDue } of queued) if (isDue) work.signal(systemEmailQueuedSignal(organizationId))
  return queued.map(({ id }) => id)
}

type QueuedEmail = { id: string; organizationId: string | null; isDue: boolean }

export async function insertSystemEmails(tx: Tx, emails: readonly NewSystemEmail[]): Promise<QueuedEmail[]> {
  const at = now()
  const queued: QueuedEmail[] = []
  for (const { kind, organizationId, userId, address, language, subjectId, values, groupKey } of emails) {
    const row = await insertSystemEmail(tx, {
      id: uuidv7(),
      kind,
      organizationId,
      userId: userId ?? null,
      address: address ?? null,
      language: language ?? null,
      subjectId: subjectId ?? null,
      values: values ?? {},
      groupKey: groupKey ?? null,
      at,
      minIntervalMs: getMinIntervalMs(kind),
    })
    queued.push({ id: row.id, organizationId, isDue: row.dueAt <= at })
  }
  return queued
}
