import { UNRESOLVED_SQL } from '../cases/list'
import { queryRows } from '../db'
import { SCALES } from '../surveys/vocabulary'
import { ANSWERS_TO_READ } from './vocabulary'

type Candidate = { id: string; contactId: string }

/**
 * Ids of the answers with text to show in a digest, in reading order:
 * 1. unresolved cases first; each low score has one until a member resolves it;
 * 2. within each group, the lowest on their scale (0 of 10, 1 of 5 and 1 of 7 are equal), then the newest; answers without a score last;
 * 3. the last place is for the best answer, if there is a high score: the highest on its scale, then the newest;
 * 4. at most one answer per contact, its first in this order.
 */
export async function chooseAnswers(organizationId: string, { from, to }: { from: Date; to: Date }): Promise<string[]> {
  const values = [organizationId, from, to, ANSWERS_TO_READ]
  const [worst, best] = await Promise.all([
    queryRows<Candidate>({ name: 'digest-worst-answers', text: firstOfEach('true', WORST_FIRST), values }),
    queryRows<Candidate>({ name: 'digest-best-answers', text: firstOfEach(`band = 'positive'`, BEST_FIRST), values }),
  ])
  const chosen = worst.slice(0, ANSWERS_TO_READ - 1)
  const isNew = ({ contactId }: Candidate) => chosen.every((other) => other.contactId !== contactId)
  const last = best.find(isNew) ?? worst.slice(chosen.length).find(isNew)
  return [...chosen, ...(last ? [last] : [])].map(({ id }) => id)
}

const WORST_FIRST = 'needs_somebody DESC, place ASC NULLS LAST, created_at DESC, id DESC'
const BEST_FIRST = 'place DESC NULLS LAST, created_at DESC, id DESC'

const OF_METRIC = (['nps', 'csat', 'ces'] as const)
  .map((metric) => {
    const { min, max } = SCALES[metric]
    return `WHEN '${metric}' THEN (rating - ${min}) / ${max - min}.0`
  })
  .join(' ')

/** One row per contact. The metric follows `ratedMetric` in server/responses/scores.ts. */
function firstOfEach(which: string, order: string): string {
  return `
    WITH worded AS (
      SELECT r.id, r.contact_id, r.created_at, r.rating, r.band,
        coalesce(${UNRESOLVED_SQL}, false) AS needs_somebody,
        CASE WHEN s.type = 'nps' AND r.nps_score IS NOT NULL OR s.type = 'csat' AND r.csat_score IS NOT NULL
            OR s.type = 'ces' AND r.ces_score IS NOT NULL THEN s.type
          ELSE (SELECT a ->> 'type' FROM jsonb_array_elements(r.answers) WITH ORDINALITY AS given(a, n)
            WHERE a ->> 'type' IN ('nps', 'csat', 'ces') ORDER BY n LIMIT 1) END AS metric
      FROM response r JOIN survey s ON s.organization_id = r.organization_id AND s.id = r.survey_id
      WHERE r.organization_id = $1::uuid AND r.status = 'completed' AND r.created_at >= $2::timestamptz AND r.created_at < $3::timestamptz
        AND EXISTS (SELECT FROM jsonb_array_elements(r.answers) a WHERE a ->> 'type' = 'text' AND a ->> 'value' ~ '\\S')),
    placed AS (SELECT *, CASE metric ${OF_METRIC} END AS place FROM worded WHERE ${which}),
    firsts AS (SELECT *, row_number() OVER (PARTITION BY contact_id ORDER BY ${order}) AS turn FROM placed)
    SELECT id, contact_id AS "contactId" FROM firsts WHERE turn = 1 ORDER BY ${order} LIMIT $4::int`
}
