import { Prisma, type Tx } from '../db'

export async function lockSystemEmail(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM system_email WHERE id = ${id}::uuid FOR UPDATE`
}

type NewRow = {
  id: string
  kind: string
  organizationId: string | null
  userId: string | null
  address: string | null
  language: string | null
  subjectId: string | null
  values: Record<string, string>
  groupKey: string | null
  at: Date
  minIntervalMs: number
}

export async function insertSystemEmail(tx: Tx, email: NewRow): Promise<{ id: string; dueAt: Date }> {
  const { id, kind, organizationId, userId, address, language, subjectId, values, groupKey, at, minIntervalMs } = email
  const pause = Prisma.sql`make_interval(secs => ${minIntervalMs / 1000})`
  const [row] = await tx.$queryRaw<{ id: string; dueAt: Date }[]>`
    INSERT INTO system_email (id, kind, organization_id, user_id, address, language, subject_id, "values", group_key, due_at, created_at)
    VALUES (${id}::uuid, ${kind}, ${organizationId}::uuid, ${userId}::uuid, ${address}, ${language},
      ${subjectId}::uuid, ${JSON.stringify(values)}::jsonb, ${groupKey},
      greatest(${at}, (SELECT max(coalesce(sent_at, ended_at)) + ${pause} FROM system_email WHERE group_key = ${groupKey})),
      ${at})
    ON CONFLICT (group_key) WHERE ended_at IS NULL DO UPDATE SET count = system_email.count + 1
    RETURNING id, due_at AS "dueAt"`
  if (!row) throw new Error('an email was not inserted')
  return row
}
