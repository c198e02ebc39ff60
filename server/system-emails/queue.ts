import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { Prisma, type Tx } from '../db'
import type { Language } from '../fields/schema'
import { systemEmailQueued } from '../jobs/events'
import type { Work } from '../unit-of-work'
import { pauseOf, type SystemEmailKind } from './kinds'

/** A person, wherever their mail goes by then; or an address, whoever reads there. */
type Recipient =
  | { userId: string; address?: string; language?: undefined }
  | { userId?: undefined; address: string; language: Language }

export type NewSystemEmail = Recipient & {
  kind: SystemEmailKind
  /** Whose business it is: it is held back with that organization. Null: between the service and a person. */
  organizationId: string | null
  /** The row that it is about. */
  aboutId?: string
  /** What its words need beside what stands in the rows; nothing secret. */
  values?: Record<string, string>
  /** Of those with one key only one waits: what comes meanwhile is counted in it. */
  groupKey?: string
}

/**
 * Writes down mails of the service's own, in the caller's transaction: so neither they nor their cause are there alone. They
 * leave after the commit, or when the pause after the one before is over.
 * @returns their ids, in the same order; one that is counted in another has that one's.
 */
export async function queueSystemEmails(work: Work, emails: readonly NewSystemEmail[]): Promise<string[]> {
  const queued = await writeSystemEmails(work.tx, emails)
  for (const { id, organizationId, isDue } of queued) if (isDue) work.wake(systemEmailQueued(organizationId, id))
  return queued.map(({ id }) => id)
}

type Queued = { id: string; organizationId: string | null; isDue: boolean }

/** The same without waking anybody: for whoever sends it themself. */
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
