import { Prisma, type Tx } from '../db'

type SubjectsQuery = { notificationId: string; kind: 'review' | 'response'; limit: number }

export async function listNotificationSubjectIds(
  tx: Tx,
  organizationId: string,
  { notificationId, kind, limit }: SubjectsQuery,
): Promise<{ ids: string[]; total: number }> {
  const rows = await tx.$queryRaw<{ id: string; total: number }[]>`
    SELECT s.id, (count(*) OVER ())::int AS total
    FROM alert a JOIN ${Prisma.raw(kind)} s ON s.organization_id = a.organization_id AND s.id = a.subject_id
    WHERE a.organization_id = ${organizationId}::uuid AND a.notification_id = ${notificationId}::uuid
    ORDER BY a.id LIMIT ${limit}`
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}
