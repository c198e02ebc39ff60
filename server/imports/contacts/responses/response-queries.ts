import type { Prisma } from '@/prisma/generated/client'
import { queryRows, type Tx } from '../../../db'

/** Those of the ids that responses have. */
export async function findExistingResponseIds(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: [...ids] } },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Inserts the responses that do not exist yet; one that was deleted is no longer listed as deleted.
 * @returns the ids of those inserted
 */
export async function insertMissingResponses(
  tx: Tx,
  organizationId: string,
  responses: readonly Prisma.ResponseCreateManyInput[],
): Promise<Set<string>> {
  if (responses.length === 0) return new Set()
  const inserted = await tx.response.createManyAndReturn({
    data: responses.toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)),
    skipDuplicates: true,
    select: { id: true },
  })
  const ids = inserted.map(({ id }) => id)
  await tx.deletedRecord.deleteMany({ where: { organizationId, kind: 'response', id: { in: ids } } })
  return new Set(ids)
}

export type MonthlyScoreCount = {
  month: string
  nps: number | null
  csat: number | null
  ces: number | null
  n: number
}

/** Counts the stored answers of an import's rows by month (`2024-03`) and scores, whichever import wrote them. */
export function countStoredResponsesByMonth(
  organizationId: string,
  jobId: string,
  timeZone: string,
): Promise<MonthlyScoreCount[]> {
  return queryRows<MonthlyScoreCount>({
    name: 'imported-answers-by-month',
    text: `SELECT to_char(r.created_at AT TIME ZONE $3, 'YYYY-MM') AS month, r.nps_score AS nps, r.csat_score AS csat, r.ces_score AS ces,
        count(*)::int AS n
      FROM response r WHERE r.organization_id = $1::uuid AND r.id IN (
        SELECT response_id FROM contact_import_row WHERE organization_id = $1::uuid AND job_id = $2::uuid AND response_id IS NOT NULL)
      GROUP BY 1, 2, 3, 4`,
    values: [organizationId, jobId, timeZone],
  })
}
