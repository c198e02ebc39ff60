import { queryRows } from '../db'
import { SequenceStatus } from '../sequences/schema'
import { SurveyStatus, SurveyType } from '../surveys/schema'
import type { Asked } from './asked'
import type { FoundSequence, FoundSurvey } from './schema'

/** Newest rows that are compared: these records are created by hand, so few exist. */
const NEWEST = 2000

type Row = { kind: 'survey' | 'sequence'; id: string; name: string; type: string; status: string }

const ranked = (kind: Row['kind'], columns: string, kept: string) => `
  (SELECT '${kind}' AS kind, id, name, type, status FROM (
    SELECT *, CASE WHEN folded = $2::text THEN 0 WHEN starts_with(folded, $2::text) THEN 1
      WHEN words LIKE ALL ($3::text[]) THEN 2 WHEN words LIKE ALL ($4::text[]) THEN 3 END AS rank
    FROM (SELECT ${columns}, created_at, find_fold(name) AS folded, find_words(name) AS words FROM ${kind}
      WHERE organization_id = $1::uuid AND ${kept} ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}) n) r
  WHERE rank IS NOT NULL ORDER BY rank, created_at DESC, id DESC LIMIT $5::int)`

const FIND_SQL = [
  ranked('survey', 'id, name, type, status', 'deleted_at IS NULL'),
  ranked('sequence', `id, name, '' AS type, status`, 'true'),
].join(' UNION ALL ')

export async function findNamed(
  organizationId: string,
  { text, beginnings, parts }: Asked,
  limit: number,
): Promise<{ surveys: FoundSurvey[]; sequences: FoundSequence[] }> {
  const rows = await queryRows<Row>({
    name: 'find-named',
    text: FIND_SQL,
    values: [organizationId, text, beginnings, parts, limit],
  })
  return {
    surveys: rows.flatMap(({ kind, id, name, type, status }) =>
      kind === 'survey' ? [{ id, name, type: SurveyType.parse(type), status: SurveyStatus.parse(status) }] : [],
    ),
    sequences: rows.flatMap(({ kind, id, name, status }) =>
      kind === 'sequence' ? [{ id, name, status: SequenceStatus.parse(status) }] : [],
    ),
  }
}
