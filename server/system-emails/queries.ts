import { v7 as uuidv7 } from 'uuid'
import { Prisma, type Tx } from '../db'
import { lockSystemEmail } from '../locks'
import type { Language } from '../validation/schema'
import type { SystemEmailRow } from './composer-types'
import { getMinIntervalMs, type SystemEmailKind } from './kinds'

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

export async function insertSystemEmail(
  tx: Tx,
  { kind, organizationId, userId, address, language, subjectId, values = {}, groupKey }: NewSystemEmail,
  at: Date,
): Promise<{ id: string; dueAt: Date }> {
  const pause = Prisma.sql`make_interval(secs => ${getMinIntervalMs(kind) / 1000})`
  const [row] = await tx.$queryRaw<{ id: string; dueAt: Date }[]>`
    INSERT INTO system_email (id, kind, organization_id, user_id, address, language, subject_id, "values", group_key, due_at, created_at)
    VALUES (${uuidv7()}::uuid, ${kind}, ${organizationId}::uuid, ${userId ?? null}::uuid, ${address ?? null}, ${language ?? null},
      ${subjectId ?? null}::uuid, ${JSON.stringify(values)}::jsonb, ${groupKey ?? null},
      greatest(${at}, (SELECT max(coalesce(sent_at, ended_at)) + ${pause} FROM system_email WHERE group_key = ${groupKey ?? null})),
      ${at})
    ON CONFLICT (group_key) WHERE ended_at IS NULL DO UPDATE SET count = system_email.count + 1
    RETURNING id, due_at AS "dueAt"`
  if (!row) throw new Error('an email was not inserted')
  return row
}

export async function loadLockedEmail(tx: Tx, id: string): Promise<SystemEmailRow | null> {
  await lockSystemEmail(tx, id)
  return tx.systemEmail.findUnique({ where: { id } })
}
