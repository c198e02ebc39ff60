import { Metric } from '../surveys/schema'
import { countTaggedByScore } from './queries'
import type { ScoreCounts } from './scores'

/*
 * Counts responses by tag and score from one index of response_tagging, which duplicates the scores. Reads one entry per tagging in the
 * period. docs/decisions/0058-tag-statistics.md
 */

export type TagStats = { tagId: string | null; responses: number; scores: Record<Metric, ScoreCounts> }

export async function readTagStats(
  organizationId: string,
  period: { surveyId: string | undefined; from: Date; to: Date },
): Promise<TagStats[]> {
  const rows = await countTaggedByScore(organizationId, period)
  const byTag = new Map<string | null, { responses: number; scores: Record<Metric, Map<number, number>> }>()
  for (const { tag_id: tagId, n, ...score } of rows) {
    const entry = byTag.get(tagId) ?? { responses: 0, scores: { nps: new Map(), csat: new Map(), ces: new Map() } }
    byTag.set(tagId, entry)
    entry.responses += n
    for (const metric of Metric.options) {
      const value = score[`${metric}_score`]
      if (value !== null) entry.scores[metric].set(value, (entry.scores[metric].get(value) ?? 0) + n)
    }
  }
  return [...byTag].map(([tagId, counts]) => ({ tagId, ...counts }))
}
