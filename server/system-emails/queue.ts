import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { Prisma, type Tx } from '../db'
import type { Language } from '../fields/schema'
import { systemEmailQueued } from '../jobs/events'
import type { Work } from '../unit-of-work'
import { pauseOf, type SystemEmailKind } from './kinds'

/** A user, at their address at the time of sending; or a fixed address. */
type Recipient =
  | { userId: string; address?: string; language?: undefined }
  | { userId?: undefined; address: string; language: Language }

export type NewSystemEmail = Recipient & {
  kind: SystemEmailKind
  /** Owner; a hold on the organization delays the email. Null for emails about a personal account. */
  organizationId: string | null
  aboutId?: string
  /** Other template values; never secrets. */
  values?: Record<string, string>
  /** At most one pending email per group key; later ones increment its counter. */
  groupKey?: string
}

/**
 * Queues system emails in the caller's transaction, so that they commit together with their cause. Sent after the commit, or after the
 * minimum interval of their group.
 * @returns ids in input order; a grouped email returns the id of the pending one.
 */
export async function queueSystemEmails(work: Work, emails: readonly NewSystemEmail[]): Promise<string[]> {
  const queued = await writeSystemEmails(work.tx, emails)
  for (const { organizationId, isDue } of queued) if (isDue) work.wake(systemEmailQueued(organizationId))
  return queued.map(({ id }) => id)
}

type Queued = { id: string; organizationId: string | null; isDue: boolean }

/** Queues without signaling the job, for callers that send the email themselves. */
export async function writeSystemEmails(tx: Tx, emails: readonly NewSystemEmail[]): Promise<Queued[]> {
  const at = now()
  const written: Queued[] = []
  for (const { kind, organizationId, userId, address, language, aboutId, values, groupKey } of emails) {
    const pause = Prisma.sql`make_interval(secs => ${pauseOf(kind) / 1000})`
    const [queued] = await tx.$queryRaw<{ id: string; dueAt: Date }[]>`
      INSERT INTO system_email (id, kind, organization_id, user_id, address, language, about_id, "values", group_key, due_at, created_at)
      VALUES (${uuidv7()}::uuid, ${kind}, ${organizationId}::uuid, ${userId ?? null}::uuid, ${address ?? null}, ${language ?? null},
        ${aboutId ?? null}::uuid, ${JSON.stringify(values ?? {})}::jsonb, ${groupKey ?? null},
        greatest(${at}, (SELECT max(coalesce(sent_at, ended_at)) + ${pause} FROM system_email WHERE group_key = ${groupKey ?? null})),
        ${at})
      ON CONFLICT (group_key) WHERE ended_at IS NULL DO UPDATE SET count = system_email.count + 1
      RETURNING id, due_at AS "dueAt"`
    if (!queued) throw new Error('a mail was not written down')
    written.push({ id: queued.id, organizationId, isDue: queued.dueAt <= at })
  }
  return written
}
