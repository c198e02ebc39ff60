import { queryRows, type Tx } from '../db'
import type { MasterDataKind } from '../master-data/constants'
import { isPastDaySql } from '../survey-links/queries'

export type SharedResultsRow = {
  id: string
  organizationId: string
  organizationName: string
  surveyId: string
  title: string
  filters: unknown
  questionIds: string[] | null
  passwordHash: string | null
  showsTexts: boolean
  showsNames: boolean
  clockOffsetMs: number
}

/**
 * The token is the credential, so the page is read regardless of its organization. None after its last day, without its survey, and while
 * the organization is suspended or being deleted.
 */
export async function findSharedResultsRow(tokenHash: Uint8Array): Promise<SharedResultsRow | null> {
  const [row] = await queryRows<SharedResultsRow>({
    name: 'shared-results',
    text: `SELECT p.id, p.organization_id AS "organizationId", o.name AS "organizationName", p.survey_id AS "surveyId", p.title, p.filters,
        p.question_ids AS "questionIds", p.password_hash AS "passwordHash", p.shows_texts AS "showsTexts", p.shows_names AS "showsNames",
        coalesce((SELECT t.clock_offset_ms FROM test_organization t WHERE t.organization_id = o.id), 0)::float8 AS "clockOffsetMs"
      FROM shared_results p
        JOIN organization o ON o.id = p.organization_id
        JOIN survey v ON v.organization_id = p.organization_id AND v.id = p.survey_id
      WHERE p.token_hash = $1 AND v.deleted_at IS NULL AND o.deletion_began_at IS NULL AND o.suspended_at IS NULL
        AND NOT ${isPastDaySql('p.expires_on')}`,
    values: [tokenHash],
  })
  return row ?? null
}

/** Those of a survey whose last day is over. */
export async function listExpiredSharedResultsIds(organizationId: string, surveyId: string): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>({
    name: 'expired-shared-results',
    text: `SELECT p.id FROM shared_results p JOIN organization o ON o.id = p.organization_id
      WHERE p.organization_id = $1::uuid AND p.survey_id = $2::uuid AND ${isPastDaySql('p.expires_on')}`,
    values: [organizationId, surveyId],
  })
  return new Set(rows.map(({ id }) => id))
}

/** The filters of a merged record become those of its target. */
export async function replaceRecordInSharedResults(
  tx: Tx,
  organizationId: string,
  { kind, id, intoId }: { kind: MasterDataKind; id: string; intoId: string },
): Promise<void> {
  const field = `${kind}_id`
  await tx.$executeRaw`UPDATE shared_results SET filters = jsonb_set(filters, ARRAY[${field}]::text[], to_jsonb(${intoId}::text))
    WHERE organization_id = ${organizationId}::uuid AND filters ->> ${field} = ${id}`
}
