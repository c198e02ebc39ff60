import { Prisma } from '../db'
import type { ScoreCounts } from './scores'

/** One row for each score that a response has: the only place where scores are counted. */
export const SCORED = Prisma.sql`(
  SELECT r.organization_id, r.survey_id, r.status, r.created_at, m.metric, m.score
  FROM response r, LATERAL (VALUES ('nps', r.nps_score), ('csat', r.csat_score), ('ces', r.ces_score)) AS m(metric, score)
  WHERE m.score IS NOT NULL) AS scored`

/** Rows that count scores, added up by score. */
export function sumCounts(rows: readonly { score: number; n: number }[]): ScoreCounts {
  const counts = new Map<number, number>()
  for (const { score, n } of rows) counts.set(score, (counts.get(score) ?? 0) + n)
  return counts
}
