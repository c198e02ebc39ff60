import { queryRows } from '../db'
import { Metric } from '../surveys/schema'
import type { ScoreCounts } from './scores'

/*
 * Counts responses by tag and score from one index of response_tagging, which duplicates the scores. Reads one entry per tagging in the
 * period. docs/decisions/0032-comments-search.md
 */

/** @property tagId null for all tagged responses, each counted once. */
export type TagScores = { tagId: string | null; responses: number; scores: Record<Metric, ScoreCounts> }

/** Responses that count in scores. A response with several tags counts for each. */
export async function readTagScores(
  organizationId: string,
  { surveyId, from, to }: { surveyId: string | undefined; from: Date; to: Date },
): Promise<TagScores[]> {
  const rows = await queryRows<Record<`${Metric}_score`, number | null> & { tag_id: string | null; n: number }>({
    name: 'tag-scores',
    text: `WITH tagged AS (
        SELECT tag_id, response_id, nps_score, csat_score, ces_score FROM response_tagging
        WHERE organization_id = $1::uuid AND answered_at >= $2::timestamptz AND answered_at < $3::timestamptz
          AND ($4::uuid IS NULL OR survey_id = $4::uuid))
      SELECT tag_id, nps_score, csat_score, ces_score, count(*)::int AS n FROM tagged GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT NULL, nps_score, csat_score, ces_score, count(*)::int
      FROM (SELECT DISTINCT response_id, nps_score, csat_score, ces_score FROM tagged) once GROUP BY 2, 3, 4`,
    values: [organizationId, from, to, surveyId ?? null],
  })
  const byTag = new Map<string | null, { responses: number; scores: Record<Metric, Map<number, number>> }>()
  for (const { tag_id: tagId, n, ...score } of rows) {
    const own = byTag.get(tagId) ?? { responses: 0, scores: { nps: new Map(), csat: new Map(), ces: new Map() } }
    byTag.set(tagId, own)
    own.responses += n
    for (const metric of Metric.options) {
      const value = score[`${metric}_score`]
      if (value !== null) own.scores[metric].set(value, (own.scores[metric].get(value) ?? 0) + n)
    }
  }
  return [...byTag].map(([tagId, counted]) => ({ tagId, ...counted }))
}
